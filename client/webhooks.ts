/** Verifies that a webhook request was signed with the secret of its subscription, as defined by Standard Webhooks. */
import type { Event } from './v1.ts'

/** The body of a webhook request; `type` determines what `data` contains. `test` is true for an event with sample data. */
export type WebhookEvent = Event

/** The headers of a request, in the form that the platform uses. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

export type WebhookRequest = {
  /** The body as it was received, byte for byte. Do not parse it first. */
  body: string | Uint8Array | ArrayBuffer
  headers: WebhookHeaders
  /** `whsec_…`, from the reply that created the subscription or rotated its secret. */
  secret: string
  /** How far `webhook-timestamp` may be from now; defaults to five minutes. */
  toleranceSeconds?: number
  /** The current time, in milliseconds since 1970. */
  now?: () => number
}

/** A request that must not be trusted. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/**
 * Resolves with the event of a request that is genuine and recent, and otherwise rejects with a WebhookError, or with a TypeError if the secret
 * cannot be one. Events arrive at least once: remember each `id`, and ignore an event that you have already seen.
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = Date.now,
}: WebhookRequest): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('A header of the webhook is missing.')
  const isRecent = /^\d+$/.test(timestamp) && Math.abs(now() / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!isRecent) throw new WebhookError('The webhook-timestamp is too far from now.')
  const bytes = bytesIn(body)
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['sign'])
  // The body is signed once, however many signatures a stranger may have put into the header: `verify` would sign it again for each.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  // There are two signatures while a rotation of the secret overlaps.
  const isGenuine = signatures
    .split(' ')
    .some(signature => signature.startsWith('v1,') && areSame(bytesOf(signature.slice(3)), expected))
  if (!isGenuine) throw new WebhookError('No signature of the webhook matches its body and the secret.')
  return parsed(bytes)
}

/**
 * A program in JavaScript may pass what its framework parsed, whose bytes are lost, or the empty object that Express passes for a request without a body.
 * A stranger can send such a request, so it is refused like any other that is not genuine.
 */
function bytesIn(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  throw new WebhookError(
    'The body of the webhook is missing or was parsed. Pass the text or the bytes that were received.',
  )
}

/** Compares in constant time, so that the time that a refusal takes does not reveal how many bytes of a signature were right. */
function areSame(given: Uint8Array | undefined, expected: Uint8Array): boolean {
  if (given?.length !== expected.length) return false
  return given.reduce((difference, byte, index) => difference | (byte ^ expected[index]!), 0) === 0
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

/** Some platforms have a `Headers` of their own, which is not an instance of the global one. */
function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof headers.get === 'function'
}

function keyOf(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const key = secret?.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : undefined
  if (!key?.length) throw new TypeError('The secret of a webhook is whsec_ and base64.')
  return key
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

function parsed(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookError('The body of the webhook is not JSON.')
  }
}
