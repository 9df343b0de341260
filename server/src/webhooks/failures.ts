/**
 * Why a call failed, as a code and as a sentence for the administrator of the organization. The sentence never reveals the address behind a host
 * name.
 */
import type { AttemptOutcome } from '#contract/v1/webhook-deliveries.ts'

export type Failure = Exclude<AttemptOutcome, 'DELIVERED' | 'HTTP_STATUS'>

export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly failure: Failure

  constructor(failure: Failure, message: string) {
    super(message)
    this.failure = failure
  }
}

export function timeOut(limitMs: number, doing: string): SendFailure {
  return new SendFailure(
    'TIMEOUT',
    `The target took longer than ${limitMs / 1_000} s; the time ran out while ${doing}.`,
  )
}

export function nameFailure(error: unknown): SendFailure {
  const code = codeOf(error)
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA'
  return new SendFailure(
    'DNS',
    isUnknown ? 'The host name has no address.' : `The host name could not be looked up${inBrackets(code)}.`,
  )
}

export function connectFailure(error: unknown): SendFailure {
  const code = codeOf(error)
  const message = CONNECT_MESSAGES[code ?? ''] ?? `No connection could be made${inBrackets(code)}.`
  return new SendFailure('CONNECT', message)
}

const CONNECT_MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The target refused the connection.',
  ECONNRESET: 'The target closed the connection immediately.',
  EHOSTUNREACH: 'The target cannot be reached.',
  ENETUNREACH: 'The target cannot be reached.',
  ETIMEDOUT: 'The target did not accept a connection in time.',
}

export function tlsFailure(error: unknown): SendFailure {
  const code = codeOf(error)
  return new SendFailure('TLS', TLS_MESSAGES[code ?? ''] ?? `The TLS handshake failed${inBrackets(code)}.`)
}

const NOT_TLS = 'The target does not use TLS on this port.'
// OpenSSL's own messages are not used, because they quote the certificate, whose text the receiver chooses.
const TLS_MESSAGES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The target’s certificate has expired.',
  CERT_NOT_YET_VALID: 'The target’s certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The target’s certificate is self-signed.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The target’s certificate is for another host name.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The target’s certificate is signed by an authority that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT: 'The target does not send its intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The target does not send its intermediate certificates.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The target does not send its intermediate certificates.',
}

/** The failure of a call on an open connection; `status` is known once the response has begun. */
export function answerFailure(error: unknown, status: number | undefined): SendFailure {
  const after = status === undefined ? '' : `The target responded with ${status}, but the response was cut off. `
  const code = codeOf(error)
  if (code === undefined) return new SendFailure('PROTOCOL', `${after}${PROTOCOL_MESSAGE}`)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new SendFailure('PROTOCOL', 'The headers of the response are too large.')
  if (code.startsWith('HPE_') || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || isNonsense(error)) {
    return new SendFailure('PROTOCOL', `${after}${PROTOCOL_MESSAGE}`)
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return tlsFailure(error)
  return new SendFailure(
    'RESET',
    after === '' ? 'The target closed the connection without a response.' : after.trimEnd(),
  )
}

const PROTOCOL_MESSAGE = 'The response is not HTTP/1.1.'

/** The message of undici for an interim response or an upgrade that was not requested. */
function isNonsense(error: unknown): boolean {
  return error instanceof Error && (error.message === 'bad response' || error.message === 'bad upgrade')
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : undefined
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`
}
