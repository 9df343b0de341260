/** A mail server for tests, on a separate port: it keeps what it receives, and answers as it is told to. */
import { once } from 'node:events'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { MailServer as MailSettings } from '#server/messaging/smtp.ts'

type Command = 'greeting' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

export type MailServer = AsyncDisposable & {
  settings: MailSettings
  url: string
  /** Every message that arrived completely, whatever the answer was, as an independent mail parser reads it. */
  received: (ParsedMail & { from_envelope: string; to_envelope: string })[]
  /** Users that logged in. */
  logins: string[]
  connections: number
  /** The answer to a command, instead of the usual one. */
  refusal: { at: Command; code: number; text: string } | undefined
  /** True if the server takes messages and never answers. */
  isHanging: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export const MAIL_FROM = 'office@maple.example'

export async function openMailServer(): Promise<MailServer> {
  let server: SMTPServer
  const mail: MailServer = {
    settings: { host: '127.0.0.1', port: 0, isSecure: false, user: '', password: '', from: MAIL_FROM },
    url: '',
    received: [],
    logins: [],
    connections: 0,
    refusal: undefined,
    isHanging: false,
    async start() {
      server = listener()
      server.listen(mail.settings.port, '127.0.0.1')
      await once(server.server, 'listening')
      const { port } = server.server.address() as { port: number }
      mail.settings.port = port
      mail.url = `smtp://127.0.0.1:${port}`
    },
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(resolve)
      await promise
    },
    [Symbol.asyncDispose]: () => mail.stop(),
  }

  function judge(at: Command): Error | null {
    const { refusal } = mail
    if (refusal?.at !== at) return null
    return Object.assign(new Error(refusal.text), { responseCode: refusal.code })
  }

  function listener(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      onConnect(_session, callback) {
        mail.connections++
        callback(judge('greeting'))
      },
      onAuth({ username = '' }, _session, callback) {
        mail.logins.push(username)
        const refused = judge('AUTH')
        if (refused) callback(refused)
        else callback(null, { user: username })
      },
      onMailFrom: (_address, _session, callback) => callback(judge('MAIL FROM')),
      onRcptTo: (_address, _session, callback) => callback(judge('RCPT TO')),
      async onData(stream, { envelope }, callback) {
        const parsed = await simpleParser(stream)
        const from = envelope.mailFrom
        mail.received.push({
          ...parsed,
          from_envelope: from ? from.address : '',
          to_envelope: envelope.rcptTo.map(({ address }) => address).join(),
        })
        if (!mail.isHanging) callback(judge('DATA'))
      },
    })
  }

  await mail.start()
  return mail
}
