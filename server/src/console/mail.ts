/** Links that people follow into the console, and how the one to a new password reaches them; invitations are mailed from a queue. */

export type Mail = { to: string; subject: string; text: string }

export type Links = {
  /** The origin that mailed links begin with; undefined where none are mailed, and an invitation is handed over by whoever invites. */
  mailedFrom(): string | undefined
  /** The address of a page with a token, which stands behind `#`, where no server or proxy logs it. */
  to(page: 'accept-invitation' | 'reset-password', token: string): string
  sendReset(person: { email: string; name: string }, token: string): Promise<void>
}

export type LinkOptions = {
  /** Undefined where no mail server is set. */
  send: ((mail: Mail) => Promise<void>) | undefined
  /** Where people reach the console, without a slash behind; undefined where nobody said, and a link would go by what a caller sent. */
  origin: () => string | undefined
  /** Shows a link to the developer at the terminal; undefined where others might read it. */
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
        text: `${name},\n\nwithin an hour, open\n${url}\nto set a new password. If you did not ask for this, do nothing: your password still holds.\n`,
      })
    },
  }
}
