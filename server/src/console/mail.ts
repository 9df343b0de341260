/** Links into the console, and the mailed link to set a new password; invitations are mailed from a queue. */
import { setTimeout as pause } from 'node:timers/promises'
import { onOneLine } from '#server/base/text.ts'
import type { ResetLinks } from '#server/http/console/sign-in-calls.ts'

export type Mail = { to: string; subject: string; text: string }

export type Links = {
  /** The origin of mailed links; undefined if no links are mailed, and members hand over invitations by hand. */
  mailedFrom(): string | undefined
  /** How a link to set a password reaches the person; undefined if it cannot. */
  resetLinks: ResetLinks
  /** The URL of a page with a token, which follows `#`, so that no server or proxy logs it. */
  to(page: 'accept-invitation' | 'reset-password', token: string): string
  sendReset(user: { email: string; name: string }, token: string): Promise<void>
}

type LinkOptions = {
  /** Undefined if no mail server is configured. */
  send: ((mail: Mail) => Promise<void>) | undefined
  /**
   * The origin of the console, without a trailing slash. Undefined if it is not configured, in which case a link would depend on what a caller
   * sent.
   */
  origin: () => string | undefined
  /** Shows a link to the developer at the terminal; undefined if others might read it. */
  show: ((line: string) => void) | undefined
  /** Called when the mail server did not accept an e-mail, which will be sent again. */
  onRefused: () => void
  /** Aborted when the process stops. */
  stopping: AbortSignal
  waitsMs?: readonly number[]
}

/**
 * The waits before an e-mail with a link to set a password is sent again, while the mail server does not accept it. The person was told that it is on
 * its way, and the link is valid for an hour. Only this process tries again, because it is given the token once and must not
 * store it.
 */
const WAITS_MS = [10_000, 60_000, 300_000, 900_000]

export function openLinks({ send, origin, show, onRefused, stopping, waitsMs = WAITS_MS }: LinkOptions): Links {
  const to: Links['to'] = (page, token) => `${origin() ?? ''}/console/${page}#token=${token}`
  const mailedFrom = () => (send ? origin() : undefined)
  return {
    mailedFrom,
    resetLinks: () => (mailedFrom() !== undefined ? 'EMAIL' : show && 'LOG'),
    to,
    async sendReset({ email, name }, token) {
      const url = to('reset-password', token)
      if (!send || mailedFrom() === undefined) {
        show?.(`A new password for ${email} can be set at ${url}`)
        return
      }
      const mail = {
        to: email,
        subject: 'Set a new password for Gatehouse',
        text: `Hello ${onOneLine(name)},\n\nTo set a new password for Gatehouse, open this link within one hour:\n${url}\n\nIf you did not ask for this, you can ignore this e-mail. Your password has not changed.\n`,
      }
      for (const waitMs of waitsMs) {
        if (await isAccepted(send(mail))) return
        onRefused()
        await pause(waitMs, undefined, { signal: stopping, ref: false })
      }
      await send(mail)
    },
  }
}

function isAccepted(sending: Promise<void>): Promise<boolean> {
  return sending.then(
    () => true,
    () => false,
  )
}
