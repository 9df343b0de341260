/** The two letters the console writes: an invitation, and a link to set a new password. */

export type Letter = { to: string; subject: string; text: string }

export type Mailer = {
  /** Sends an invitation; where no mail is sent, the address to hand over by hand. */
  invite(invitation: { to: string; organizationName: string; invitedBy: string; token: string }): Promise<string | null>
  sendReset(person: { email: string; name: string }, token: string): Promise<void>
}

export type MailerOptions = {
  /** Undefined where no mail server is set. */
  send: ((letter: Letter) => Promise<void>) | undefined
  /** Where people reach the console, without a slash behind; undefined where nobody said, and a link would go by what a caller sent. */
  origin: () => string | undefined
  /** Shows a link to the developer at the terminal; undefined where others might read it. */
  show: ((line: string) => void) | undefined
}

export function openMailer({ send, origin, show }: MailerOptions): Mailer {
  const link = (page: string, token: string) => `${origin() ?? ''}/console/${page}#token=${token}`
  const canSend = () => send !== undefined && origin() !== undefined
  return {
    async invite({ to, organizationName, invitedBy, token }) {
      const url = link('accept-invitation', token)
      if (!send || !canSend()) return url
      await send({
        to,
        subject: `${organizationName} invites you to Gatehouse`,
        text: `${invitedBy} asks you to join ${organizationName}.\n\nWithin seven days, open\n${url}\n\nIf you did not expect this, do nothing.\n`,
      })
      return null
    },
    async sendReset({ email, name }, token) {
      const url = link('reset-password', token)
      if (!send || !canSend()) {
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
