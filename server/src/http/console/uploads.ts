/**
 * Operations that receive or return a file. Their bodies are handed on unread, so that no upload is held in memory or parsed while other calls
 * wait.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'
import type { Member } from '#server/platform/members/member.ts'
import type { RawInput } from '../decode.ts'

export type Upload = Pick<RawInput, 'path' | 'query'> & {
  /** The body, unread; undefined if there is none. */
  body: Readable | undefined
  /**
   * Aborted as soon as nobody waits for the reply anymore, or when the rest of the body will not arrive; in the second case the reason is a
   * Refusal.
   */
  gone: AbortSignal
  /** Refuses a member who has been removed, demoted or signed out since the call began; called once the body has arrived. */
  decideAgain: () => Promise<void>
  /** The length that the caller states, in bytes. */
  length?: number | undefined
  /** The parameters, read by the schema, if the body is a file and therefore contains none. */
  input?: Record<string, unknown> | undefined
}

/** A file that an operation returns, as a stream of `length` bytes. */
export type FileReply = { bytes: Readable; length: number; type: string; disposition: string }

export type FileImplementation = (member: Member, input: never) => Promise<FileReply>

/** The value that is passed on in place of a body. */
export type UnreadBody = { stream: Readable; failed: AbortSignal }

export type UploadImplementation = (member: Member, upload: Upload) => Promise<unknown>

const JSON_TYPE = 'application/json'
/** The type of a body that is a file: a type that a page of another site cannot send without a preflight request. */
const FILE_TYPE = 'application/octet-stream'

/** Keeps the instance from parsing bodies: it hands on files, or JSON that the operation parses itself, and refuses everything else. */
export function leaveBodiesUnread(app: FastifyInstance, isFile: boolean): void {
  app.removeContentTypeParser([JSON_TYPE, '*'])
  const type = isFile ? FILE_TYPE : JSON_TYPE
  app.addContentTypeParser(type, (_request: FastifyRequest, stream: Readable, done) => {
    const failed = new AbortController()
    // Listens from now on, because a reader starts later and would never learn of an earlier failure.
    stream.on('error', error => failed.abort(error))
    done(null, { stream, failed: failed.signal } satisfies UnreadBody)
  })
  app.addContentTypeParser('*', async () => {
    throw new Refusal('unsupported_media_type', `Send the body as ${type}.`)
  })
}

/**
 * Sends a file so that nothing in it can run as a page of ours, whatever it contains: browsers must not guess another type, and its document has no
 * rights.
 */
export function sendFile(reply: FastifyReply, { bytes, length, type, disposition }: FileReply, stallLimitMs: number) {
  const { raw } = reply
  raw.setTimeout(stallLimitMs, () => raw.socket?.resetAndDestroy())
  // If the caller goes away, the file is closed.
  raw.once('close', () => bytes.destroy())
  return reply
    .headers({
      'content-type': type,
      'content-length': length,
      'content-disposition': disposition,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes)
}
