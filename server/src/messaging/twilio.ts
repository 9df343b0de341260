/** Sends text messages through Twilio's HTTP API, at most once: an attempt that is not known to have failed is not repeated. */
import { request as requestHttps } from 'node:https'
import { request as requestHttp } from '#server/base/node-http.ts'
import type { Attempt, Outcome } from '#server/domain/messages/delivery.ts'
import { type Channel, quoted } from './channel.ts'

export type TwilioAccount = {
  /** https://api.twilio.com, except in tests. */
  url: string
  accountSid: string
  authToken: string
  /** A phone number, or the ID of a messaging service: `MG…`. */
  from: string
}

const TIMEOUT_MS = 15_000
/** The most that is read of a response; Twilio's are one or two kilobytes long. */
const MAX_ANSWER_BYTES = 65_536

/** Twilio's code for a recipient who answered STOP. */
const OPTED_OUT = 21_610

export function twilioChannel(account: TwilioAccount, timeoutMs = TIMEOUT_MS): Channel {
  const { authToken, from } = account
  const credentials = credentialsOf(account)
  const secrets = [authToken, credentials]
  const messages = new URL(`${addressOf(account)}/Messages.json`)
  return {
    idFor: () => null,
    async send({ recipient, body }: Attempt, signal: AbortSignal): Promise<Outcome> {
      const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
      const form = new URLSearchParams({ To: recipient, ...sender, Body: body }).toString()
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const reply = await post(messages, credentials, form, limit)
      if (reply === 'unreached') return { kind: 'postponed', reason: 'The SMS provider could not be reached.' }
      return reply === 'unknown' ? UNKNOWN : outcomeOf(reply, words => quoted(words, recipient, secrets))
    },
  }
}

/** The address of the account, without the ending that names what is asked of it. */
function addressOf({ url, accountSid }: TwilioAccount): string {
  return `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
}

function credentialsOf({ accountSid, authToken }: TwilioAccount): string {
  return Buffer.from(`${accountSid}:${authToken}`).toString('base64')
}

/** The status with which Twilio answers a query about the account; rejects if Twilio cannot be reached. Sends no message. */
export async function checkTwilioAccount(account: TwilioAccount, signal: AbortSignal): Promise<number> {
  const headers = { authorization: `Basic ${credentialsOf(account)}` }
  const answer = await fetch(`${addressOf(account)}.json`, { headers, redirect: 'error', signal })
  await answer.body?.cancel()
  return answer.status
}

const UNKNOWN: Outcome = {
  kind: 'failed',
  reason:
    'The SMS provider gave no valid answer, so it is not known whether the message was sent. It will not be sent again.',
}

type Answer = { status: number; text: string }

function outcomeOf({ status, text }: Answer, presentable: (words: string) => string): Outcome {
  const { sid, code, message } = readAnswer(text)
  if (status >= 200 && status < 300) {
    return { kind: 'sent', providerId: typeof sid === 'string' && /^[\x21-\x7e]{1,300}$/.test(sid) ? sid : null }
  }
  const words = `${presentable(typeof message === 'string' ? message : `status ${status}`)}${typeof code === 'number' ? ` (${code})` : ''}`
  if (code === OPTED_OUT) {
    return { kind: 'failed', reason: `The resident opted out of text messages: ${words}`, isOptedOut: true }
  }
  // Twilio is busy or our credentials are wrong, so it has not looked at the message.
  if (status === 429 || status === 401)
    return { kind: 'postponed', reason: `The SMS provider did not accept the message: ${words}` }
  return status >= 400 && status < 500
    ? { kind: 'failed', reason: `The SMS provider refused the message: ${words}` }
    : UNKNOWN
}

function readAnswer(text: string): { sid?: unknown; code?: unknown; message?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/**
 * Posts the form on a new connection. `fetch` is not used, because it may write to a kept connection that the other side is just closing, and does
 * not distinguish that from a lost reply. Here it is certain that nothing was sent as long as there is no connection.
 */
function post(
  url: URL,
  credentials: string,
  form: string,
  signal: AbortSignal,
): Promise<Answer | 'unreached' | 'unknown'> {
  return new Promise(resolve => {
    const isSecure = url.protocol === 'https:'
    let isConnected = false
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(form),
      },
    })
    request.on('socket', socket => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('error', () => resolve(isConnected ? 'unknown' : 'unreached'))
    request.on('response', response => {
      const status = response.statusCode!
      let text = ''
      const answer = () => resolve({ status, text })
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
        if (text.length > MAX_ANSWER_BYTES) response.destroy()
      })
      // The status determines the outcome, even if the rest does not arrive.
      response.on('end', answer).on('close', answer).on('error', answer)
    })
    request.end(form)
  })
}
