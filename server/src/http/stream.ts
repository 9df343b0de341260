/**
 * Answers a streamed operation: parts are read as the caller takes them, from one snapshot that ends with the call, however that ends.
 * What is small enough is sent whole, so that it fails, if at all, with a status.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { AnyOperation } from '#contract/operation.ts'
import { uuidFromId } from '#server/base/ids.ts'
import type { StreamOutcome } from '#server/platform/audit/stream-ends.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import { contextFor, principalOf } from './call-context.ts'
import { openPartWriter } from './part-writer.ts'
import { atPace } from './reading-pace.ts'
import type { Services } from './services.ts'

export type Start = (context: SnapshotContext, input: unknown) => Promise<AsyncIterable<object> | Download>

/** Held back, in characters, before the first byte is sent: the rent roll of some 500 units. */
const HEAD_LENGTH = 512 * 1024

export function streamer({ success }: AnyOperation, start: Start, services: Services) {
  const fields = Object.keys((success.schema as TObject).properties ?? {})

  return async (request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> => {
    const principal = principalOf(request)
    const gone = leaving(reply)
    const snapshot = await services.snapshots.open(principal.organizationId, gone, principal.customerId)
    try {
      const parts = await start(contextFor(principal, snapshot, services), input)
      reply.code(success.status).type('application/json; charset=utf-8')
      if (isDownload(parts)) {
        reply.type(parts.type).header('content-disposition', `attachment; filename="${parts.fileName}"`)
      }
      if (request.method === 'HEAD') {
        await snapshot.end()
        return reply.send(Readable.from([]))
      }
      const texts = isDownload(parts) ? parts.texts[Symbol.asyncIterator]() : textsOf(parts, fields)
      const { head, isWhole } = await readHead(texts)
      if (isWhole) {
        await snapshot.end()
        reply.header('content-length', Buffer.byteLength(head))
      }
      const rest = async function* () {
        yield head
        if (isWhole) return
        for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value
        await snapshot.end()
      }
      return send(request, reply, gone, () =>
        isWhole ? rest() : atPace(rest(), services.minimumPace, () => reset(reply)),
      )
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    gone: AbortSignal,
    texts: () => AsyncGenerator<string>,
  ): FastifyReply {
    let hasFailed = false
    const body = Readable.from(
      (async function* () {
        try {
          yield* texts()
        } catch (error) {
          if (!gone.aborted) {
            hasFailed = true
            request.log.error({ err: error, request_id: request.id }, 'a reply broke off')
          }
          reset(reply)
          throw error
        }
      })(),
      // Nothing is read ahead: the next part is asked for when the connection has taken the last.
      { objectMode: false, highWaterMark: 0 },
    )
    cutWhenStalled(reply)
    const isTaken = Promise.allSettled([finished(body), finished(reply.raw)])
    void isTaken.then(([, taken]) =>
      noteEnd(request, hasFailed ? 'FAILED' : taken.status === 'fulfilled' ? 'COMPLETED' : 'ABORTED'),
    )
    return reply.send(body)
  }

  /** The socket's own clock: it sees progress within a piece that is being sent, and stands still while nothing waits to be taken. */
  function cutWhenStalled(reply: FastifyReply): void {
    reply.raw.setTimeout(services.stallLimitMs, () => {
      if (reply.raw.writableLength > 0) reset(reply)
    })
  }

  function noteEnd(request: FastifyRequest, outcome: StreamOutcome): void {
    // Calls of the console have no line to add to.
    if (!request.call.caller) return
    const { organizationId } = request.call.caller
    const id = uuidFromId('request', request.id) as string
    services.streamEnds.note({ organizationId, id, outcome, endedAt: services.clock.now() })
  }
}

/** Aborted as soon as nobody waits for the reply any more. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  if (raw.destroyed) gone.abort()
  return gone.signal
}

async function* textsOf(parts: AsyncIterable<object>, fields: readonly string[]): AsyncGenerator<string, void> {
  const writer = openPartWriter(fields)
  for await (const part of parts) yield writer.add(part)
  yield writer.end()
}

async function readHead(texts: AsyncIterator<string>): Promise<{ head: string; isWhole: boolean }> {
  let head = ''
  while (head.length < HEAD_LENGTH) {
    const next = await texts.next()
    if (next.done) return { head, isWhole: true }
    head += next.value
  }
  return { head, isWhole: false }
}

function isDownload(parts: AsyncIterable<object> | Download): parts is Download {
  return 'texts' in parts
}

/** Not a mere end: to a caller of HTTP/1.0 that would be the end of the reply. */
function reset({ raw }: FastifyReply): void {
  raw.socket?.resetAndDestroy()
}
