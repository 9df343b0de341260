/** E-mail through the operator's mail server: at least once, and with the same Message-ID at each attempt. */
import { promisify } from 'node:util'
import { isLoopbackHost } from '#server/base/addresses.ts'
import { Refusal } from '#server/base/refusal.ts'
import { onOneLine } from '#server/base/text.ts'
import type { Attempt, Outcome } from '#server/domain/messages/delivery.ts'
import { type Channel, quoted } from './channel.ts'

export type MailServer = {
  host: string
  /** Undefined for the default port: 465 with TLS from the start, otherwise 587. */
  port: number | undefined
  /** TLS from the start; otherwise it begins if the server offers it, and must begin before a password is sent to another machine. */
  isSecure: boolean
  /** Empty if the server requires no sign-in. */
  user: string
  password: string
  /** The address from which all e-mail is sent; the organization's sender name comes before it. */
  from: string
}

const CONNECT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 30_000
/**
 * The limit of a conversation, well within a claim. A server may take a long time to confirm the end of a message, and giving up before that is
 * what makes it arrive twice.
 */
const CONVERSATION_TIMEOUT_MS = 120_000
/** The limit of an e-mail of the service itself: a transaction waits for it, and lasts no longer than 30 s. */
const SERVICE_MAIL_TIMEOUT_MS = 15_000

/** The parts of an e-mail. */
export type Mail = Pick<
  Attempt,
  'recipient' | 'recipientName' | 'senderName' | 'subject' | 'body' | 'writtenAt' | 'providerId'
> &
  Partial<Pick<Attempt, 'replyTo'>>

/** A channel that can also send e-mails other than messages to residents. */
export type MailChannel = Channel & { send(mail: Mail, signal: AbortSignal): Promise<Outcome> }

/** The channel. `timeoutMs` limits the whole conversation; each command is given 30 s for its answer. */
export function smtpChannel(server: MailServer, timeoutMs = CONVERSATION_TIMEOUT_MS): MailChannel {
  const { user, password, from } = server
  const secrets = [password, base64(password), base64(`\0${user}\0${password}`)]
  return {
    // The sender's domain makes the ID globally unique.
    idFor: messageId => `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    async send(attempt: Mail, signal: AbortSignal): Promise<Outcome> {
      try {
        const transport = await openTransport(server)
        await transport.sendMail({
          messageId: attempt.providerId!,
          date: attempt.writtenAt,
          from: { name: onOneLine(attempt.senderName), address: from },
          to: { name: onOneLine(attempt.recipientName), address: attempt.recipient },
          ...(attempt.replyTo && { replyTo: attempt.replyTo }),
          subject: attempt.subject,
          text: attempt.body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        return { kind: 'sent', providerId: null }
      } catch (error) {
        return outcomeOf(error as SmtpError, words => quoted(words, attempt.recipient, secrets))
      }
    },
  }
}

/** Sends one e-mail of the service itself, for which a caller is waiting; throws a Refusal if the mail server does not accept it. */
export function mailSender(server: MailServer) {
  return async ({ to, subject, text }: { to: string; subject: string; text: string }): Promise<void> => {
    try {
      const transport = await openTransport(server)
      await transport.sendMail({
        from: { name: 'Gatehouse', address: server.from },
        to,
        subject: onOneLine(subject),
        text,
        signal: AbortSignal.timeout(SERVICE_MAIL_TIMEOUT_MS),
      })
    } catch {
      const message = 'The mail server did not accept the e-mail. Try again later, or ask the operator of this service.'
      throw new Refusal('unavailable', message, { retryAfterSeconds: 60 })
    }
  }
}

/**
 * Connects, signs in, and names the sender, also as the recipient, without sending anything; rejects with the reason if the mail server does not accept
 * that. Postfix judges the client, its name and the sender only when it learns of a recipient.
 */
export async function checkMailServer(server: MailServer): Promise<void> {
  const { user, password, from } = server
  let refused = ''
  const nameSender = async ({ sendCommand }: CommandSender) => {
    const sender = (await sendCommand(`MAIL FROM:<${from}>`)).response
    if (!sender.startsWith('2')) refused = sender
    if (refused !== '') return
    const recipient = (await sendCommand(`RCPT TO:<${from}>`)).response
    if (recipient.startsWith('5') && ABOUT_US.test(recipient)) refused = recipient
  }
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  // The library has no public way to send a single command, but it accepts a sign-in method of our own.
  const connection = new SMTPConnection({ ...optionsFor(server), customAuth: { [NAME_SENDER]: nameSender } })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  connection.once('error', reject)
  connection.once('end', () => reject(new Error('it closed the connection')))
  const steps = async () => {
    await promisify(connection.connect.bind(connection))()
    const login = promisify(connection.login.bind(connection))
    if (user !== '' && connection.allowsAuth) await login({ user, pass: password })
    await login({ method: NAME_SENDER })
  }
  try {
    await Promise.race([steps(), failed])
  } finally {
    connection.close()
  }
  if (refused !== '') throw new Error(`it refuses the sender ${from}: ${refused}`)
}

/** Whether a refusal at the recipient is about who sends. Nobody has to receive e-mail at the address of the sender. */
const ABOUT_US = /sender|relay|client|helo|authenticat/i
const NAME_SENDER = 'NAME-SENDER'
type CommandSender = { sendCommand(command: string): Promise<{ response: string }> }

/**
 * Opens a transport for one message. A kept connection may be dead by the next message, which would then be late by a whole delay. The library is
 * loaded for the first message, because it would add 70 ms of processor time to every start.
 */
async function openTransport(server: MailServer) {
  const { createTransport } = await import('nodemailer')
  const { user, password } = server
  return createTransport({
    ...optionsFor(server),
    ...(user !== '' && { auth: { user, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function optionsFor({ host, port, isSecure, user }: MailServer) {
  return {
    host,
    ...(port !== undefined && { port }),
    secure: isSecure,
    // Whoever is between us and the server can remove its offer of TLS, and would then read the password.
    requireTLS: user !== '' && !isLoopbackHost(host),
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  }
}

/** The fields of the library's errors that we read. */
type SmtpError = { code?: string; originalCode?: string; responseCode?: number; response?: string; command?: string }

/** Commands whose refusal is about the message. Before these, the server has only refused us, which a change of settings may fix. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** "Bad sequence of commands": the session was out of step, which says nothing about the message. */
const OUT_OF_STEP = 503

function outcomeOf(error: SmtpError, presentable: (words: string) => string): Outcome {
  const { code = '', originalCode, responseCode = 0, response = '', command = '' } = error
  const words = presentable(response)
  if (code === 'ETLS') return { kind: 'postponed', reason: NOT_ENCRYPTED }
  if (responseCode >= 400) {
    const isAboutMessage = ABOUT_THE_MESSAGE.has(command) && responseCode !== OUT_OF_STEP
    if (responseCode >= 500 && isAboutMessage) {
      return { kind: 'failed', reason: `The mail server refused the message: ${words}` }
    }
    return { kind: 'postponed', reason: `The mail server did not accept the message: ${words}` }
  }
  if (UNSENDABLE.has(code)) {
    return { kind: 'failed', reason: 'The mail server cannot deliver to this address or cannot accept this message.' }
  }
  return {
    kind: 'postponed',
    reason: `The mail server could not be reached or stopped answering (${originalCode ?? code}).`,
  }
}

const NOT_ENCRYPTED =
  'The mail server does not encrypt the connection with a valid certificate, so nothing was sent to it.'

/** The library itself determined that the message cannot be sent, now or later. */
const UNSENDABLE = new Set(['EENVELOPE', 'EMESSAGE'])

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
