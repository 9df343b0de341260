/** Operations that take a file: their bodies are handed on unread, so that no upload is held in memory, nor parsed where others wait for it. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '#server/platform/members/member.ts'
import type { RawInput } from '../decode.ts'

export type Upload = Pick<RawInput, 'path' | 'query'> & {
  /** The body, unread; undefined if there is none. */
  body: Readable | undefined
  /** Aborted as soon as nobody waits for the reply any more, or the rest of the body will not come: then with the reason, a Refusal. */
  gone: AbortSignal
}

/** What the instance hands on in place of a body. */
export type UnreadBody = { stream: Readable; failed: AbortSignal }

export type UploadImplementation = (member: Member, upload: Upload) => Promise<unknown>

/** Keeps the instance from parsing JSON bodies; it accepts no others either. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (_request: FastifyRequest, stream: Readable, done) => {
    const failed = new AbortController()
    // Listens from now on, because a reader starts later and would never learn of an earlier failure.
    stream.on('error', error => failed.abort(error))
    done(null, { stream, failed: failed.signal } satisfies UnreadBody)
  })
}
