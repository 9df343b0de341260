/** A file that the process holds in memory, with its compressed forms. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, preferredEncoding } from './encoding.ts'
import { namesTag } from './unchanged.ts'

export type StoredFile = { type: string; tag: string; plain: Buffer; compressed: ReadonlyMap<Encoding, Buffer> }

export function storedFile(type: string, plain: Buffer, compressed: StoredFile['compressed']): StoredFile {
  return { type, tag: `"${hash('sha256', plain, 'base64url')}"`, plain, compressed }
}

/** Sends the file in the form that the caller prefers, or 304 if the caller has it. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, plain, compressed }: StoredFile,
  cacheControl: string,
): FastifyReply {
  // The tag is weak because it is the same for every encoding.
  reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding', etag: `W/${tag}` })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type(type)
  const encoding = preferredEncoding(request.headers['accept-encoding'], [...compressed.keys()])
  const body = encoding && compressed.get(encoding)
  return body ? reply.header('content-encoding', encoding).send(body) : reply.send(plain)
}
