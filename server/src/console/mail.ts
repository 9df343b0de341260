/** Links into the console, and the mailed link to set a new password; invitations are mailed from a queue. */

import { onOneLine } from '#server/base/contact.ts'

export type Mail = { to: string; subject: string; text: string }

export type Links = {
  /** The origin of mailed links; undefined if no links are mailed, and members hand over invitations by hand. */
  mailedFrom(): string | undefined
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
}

export function openLinks({ send, origin, show }: LinkOptions): Links {
  const to: Links['to'] = (page, token) => `${origin() ?? ''}/console/${page}#token=${token}`
  const mailedFrom = () => (send ? origin() : undefined)
  return {
    mailedFrom,
    to,
    async sendReset({ email, name }, token) {
      const url = to('reset-password', token)
      if (!send || mailedFrom() === undefined) {
        show?.(`A new password for ${email} can be set at ${url}`)
        return
      }
      await send({
        to: email,
        subject: 'Set a new password for Gatehouse',
        text: `${onOneLine(name)},\n\nwithin an hour, open\n${url}\nto set a new password. If you did not ask for this, do nothing: your password has not changed.\n`,
      })
    },
  }
}
