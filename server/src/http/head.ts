/** The checks of a request's head, which come before everything else: a readable target, exactly one Host, headers of bounded size, and a body in a known form. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_HEADER_BYTES, MAX_URI_LENGTH } from '#contract/values.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { isUnrouted, refuseUnrouted } from './route.ts'

/**
 * The most that is read of the URL and headers together. It is more than we accept of either, so that a request that is too long is refused like any
 * other: it counts toward the quota of a known key and gets its line in the audit log. It is less than one read of a socket returns.
 */
export const MAX_HEAD_BYTES = 60 * 1024

/** The form of a host in RFC 9110, 7.2: a name, an address or nothing, and perhaps a port. */
const HOST = /^[\w.~%!$&'()*+,;=-]*(?::\d*)?$|^\[[\w.:~%!$&'()*+,;=-]+\](?::\d*)?$/

/** Refuses a request by its head alone, without reading its body. If the request is barely HTTP, its connection ends. */
export function checkHead(request: FastifyRequest, reply: FastifyReply): Promise<void> | void {
  const fault = faultOf(request)
  if (fault) {
    reply.header('connection', 'close')
    throw fault
  }
  if (isUnrouted(request)) return refuseUnrouted(request, reply)
}

function faultOf({ originalUrl, raw }: FastifyRequest): Refusal | undefined {
  const { rawHeaders, headers, httpVersion } = raw
  // Node's parser also takes HTTP/0.9 and HTTP/2.0 for requests that look like those of HTTP/1.1.
  if (!['1.0', '1.1'].includes(httpVersion))
    return new Refusal('invalid_request', `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`)
  if (originalUrl.length > MAX_URI_LENGTH) return uriTooLong()
  const hosts: string[] = []
  let bytes = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    bytes += name.length + value.length + ': \r\n'.length
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(value)
  }
  if (bytes > MAX_HEADER_BYTES) return headersTooLarge()
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return otherCoding()
  const [host] = hosts
  if (host === undefined && httpVersion === '1.1') return new Refusal('invalid_request', 'The Host header is missing.')
  if (hosts.length > 1) return new Refusal('invalid_request', 'The Host header is given more than once.')
  if (host === undefined || HOST.test(host)) return undefined
  return new Refusal(
    'invalid_request',
    'The Host header must be a host name or an IP address, optionally followed by a port.',
  )
}

export function uriTooLong(): Refusal {
  return new Refusal('uri_too_long', `The URL is longer than ${MAX_URI_LENGTH.toLocaleString('en-US')} characters.`)
}

export function headersTooLarge(): Refusal {
  return new Refusal('headers_too_large', `The request headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`)
}

/** Refuses bodies that Node would read as if they were merely chunked, such as one that is also compressed, or one of HTTP/1.0. */
function otherCoding(): Refusal {
  return fieldError('Transfer-Encoding', 'must be exactly "chunked", in HTTP/1.1. Send the body uncompressed')
}
