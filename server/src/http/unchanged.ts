/** Tags the replies to reads, and answers 304 without a body to a caller who already has the same reply. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Length of the tag in characters: 162 bits of a hash. */
const TAG_LENGTH = 27

/** Tags the reply if it is one record or one page of a list; a reply that is sent in parts has no tag. */
export function answerUnchanged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.call.operation?.method === 'GET'
  if (!isRead || typeof payload !== 'string' || reply.statusCode !== 200) return payload
  // The tag is weak because it is the same for every encoding of the reply.
  const tag = `"${hash('sha256', payload, 'base64url').slice(0, TAG_LENGTH)}"`
  reply.header('etag', `W/${tag}`)
  if (!namesTag(request.headers['if-none-match'], tag)) return payload
  reply.code(304).removeHeader('content-type')
  // Fastify itself leaves out the body of a reply to HEAD, and reads its length from it.
  return request.method === 'HEAD' ? payload : null
}

/** Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}
