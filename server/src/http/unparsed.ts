/** Replies to bytes that Node cannot parse and that never become a request, in the same shape as every error. */
import { ERRORS } from '#contract/errors.ts'
import { newId } from '#server/base/ids.ts'
import { STATUS_CODES } from '#server/base/node-http.ts'
import { Refusal } from '#server/base/refusal.ts'
import { headersTooLarge, uriTooLong } from './head.ts'
import { errorBody } from './replies.ts'

/** A request has to arrive within this time. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Node's error about bytes that it could not parse. The types of Fastify declare the packet as JSON. */
export type ClientError = Error & { code?: string; reason?: string; bytesParsed?: number; rawPacket?: unknown }

export function refusalOf(error: ClientError): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return endsInAddress(error) ? uriTooLong() : headersTooLarge()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('request_timeout', `The request did not arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds.`)
    case 'HPE_INVALID_EOF_STATE':
      return new Refusal('invalid_request', 'The connection was closed before the request had arrived completely.')
    case 'HPE_PAUSED_H2_UPGRADE':
      return new Refusal(
        'invalid_request',
        'This is HTTP/2, and the service supports HTTP/1.1 only. Set the client to HTTP/1.1, or call a proxy that translates.',
      )
    default:
      return new Refusal('invalid_request', `The request is not valid HTTP${explained(error)}.`)
  }
}

/** The parser's reason, which is one of its own sentences and never quotes the request. */
function explained({ code, reason }: ClientError): string {
  return code?.startsWith('HPE_') && reason ? ` (${reason})` : ''
}

/** A complete reply, after which the connection ends. */
export function rawReply(refusal: Refusal): string {
  const requestId = newId('request', Date.now())
  const body = JSON.stringify(errorBody(refusal, requestId))
  const { status } = ERRORS[refusal.code]
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\ncache-control: no-store\r\n` +
    `x-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`
  )
}

/**
 * Whether the parser had not got beyond the address. Node does not say, so this looks at what was read last: a method and a line without an end,
 * or, if the head came in several pieces, only characters that an address can have.
 */
function endsInAddress({ rawPacket, bytesParsed }: ClientError): boolean {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  const head = text.split('\r\n\r\n').at(-1)!
  return /^[A-Z-]+ [^\s]*$/.test(head) || /^[!-~]*$/.test(head)
}
