/**
 * Answers a streamed operation: parts are read from the database as the caller reads them, from one snapshot that ends with the call, however the
 * call ends. A small reply is sent as a whole, so that a failure can still change its status.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { AnyOperation } from '#contract/operation.ts'
import { uuidFromId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { OpenSnapshot } from '#server/db/snapshot.ts'
import type { StreamOutcome } from '#server/platform/audit/stream-ends.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import type { Turns } from '#server/platform/turns.ts'
import { type ContextOf, principalOf } from './call-context.ts'
import { compressStream, compressText, type Encoding, MIN_COMPRESSED_LENGTH, preferredEncoding } from './encoding.ts'
import { PartWriter } from './part-writer.ts'
import { atPace } from './reading-pace.ts'
import type { Services } from './services.ts'

export type Start = (context: SnapshotContext, input: unknown) => Promise<AsyncIterable<object> | Download>

/** How much is held back before the first byte is sent, in characters: the rent roll of about 500 units. */
const HEAD_LENGTH = 512 * 1024

export function streamer({ success }: AnyOperation, start: Start, services: Services, contextOf: ContextOf) {
  const fields = Object.keys((success.schema as TObject).properties ?? {})

  return async (request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> => {
    const principal = principalOf(request)
    const gone = disconnectSignal(reply)
    const snapshot = await services.snapshots.open(principal.organizationId, gone, principal.customerId)
    const inTurn = turnsFor(snapshot, () => services.turns.take(principal.customerId, 'piece', () => gone))
    try {
      const isShared = () => services.turns.areShared
      const context = { ...contextOf(principal, snapshot, services), db: snapshot, isShared }
      const parts = await inTurn(() => start(context, input))
      describe(reply, success.status, parts)
      if (request.method === 'HEAD') {
        await snapshot.end()
        return reply.send(Readable.from([]))
      }
      const pieces = isDownload(parts) ? parts.texts[Symbol.asyncIterator]() : textsOf(parts, fields)
      const texts = {
        async next() {
          const piece = await inTurn(() => pieces.next())
          await request.call.confirm?.(request, reply)
          return piece
        },
      }
      const { head, isWhole } = await readHead(texts)
      const streamed = new StreamedReply(request, reply, gone, services)
      if (!isWhole) {
        const all = followedBy(head, texts, () => snapshot.end())
        return streamed.send(atPace(all, services.minimumPace, () => reset(reply)))
      }
      await snapshot.end()
      return await streamed.sendWhole(head)
    } catch (error) {
      await snapshot.end()
      throw error
    }
  }
}

/** Runs each piece of a stream in a turn. Between pieces, and while the caller reads, other calls have their turns. */
function turnsFor(snapshot: OpenSnapshot, take: () => ReturnType<Turns['take']>) {
  return async <T>(piece: () => Promise<T>): Promise<T> => {
    const end = await take()
    // What the piece reads ahead belongs to its turn.
    return piece().finally(() => void snapshot.settled.then(end))
  }
}

/** A reply that is sent while it is read. It is cut off if its caller reads nothing, and its outcome is recorded. */
class StreamedReply {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #gone: AbortSignal
  readonly #services: Services
  #hasFailed = false

  constructor(request: FastifyRequest, reply: FastifyReply, gone: AbortSignal, services: Services) {
    this.#request = request
    this.#reply = reply
    this.#gone = gone
    this.#services = services
  }

  /** Sends the whole text at once, and therefore with its length. */
  async sendWhole(text: string): Promise<FastifyReply> {
    const encoding = this.#describeEncoding(text.length)
    const bytes = encoding ? await compressText(text, encoding) : Buffer.from(text)
    this.#reply.header('content-length', bytes.length)
    const body = Readable.from([bytes])
    return this.#send(body, body)
  }

  /**
   * Sends the pieces of text as they are read. A compressor takes the next piece only after it has passed on the last one, so a caller is judged by
   * what it reads, as it is without compression.
   */
  send(texts: AsyncIterable<string>): FastifyReply {
    // Nothing is read ahead: the next part is requested when the connection has accepted the last one.
    const source = Readable.from(this.#guarded(texts), { objectMode: false, highWaterMark: 0 })
    const encoding = this.#describeEncoding()
    return this.#send(source, encoding ? compressStream(source, encoding) : source)
  }

  #send(source: Readable, body: Readable): FastifyReply {
    this.#cutWhenStalled()
    void Promise.allSettled([finished(source), finished(this.#reply.raw)]).then(([, taken]) =>
      this.#recordEnd(this.#hasFailed ? 'FAILED' : taken.status === 'fulfilled' ? 'COMPLETED' : 'ABORTED'),
    )
    return this.#reply.send(body)
  }

  #describeEncoding(length = Number.POSITIVE_INFINITY): Encoding | undefined {
    this.#reply.header('vary', 'Accept-Encoding')
    const encoding = preferredEncoding(this.#request.headers['accept-encoding'])
    if (!encoding || length < MIN_COMPRESSED_LENGTH) return undefined
    this.#reply.header('content-encoding', encoding)
    return encoding
  }

  async *#guarded(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
    try {
      yield* texts
    } catch (error) {
      if (!this.#gone.aborted) {
        this.#hasFailed = true
        const fields = { err: error, request_id: this.#request.id }
        // Its caller may not read on, such as after the key was revoked.
        if (error instanceof Refusal) this.#request.log.info(fields, 'a streamed reply was cut off')
        else this.#request.log.error(fields, 'a streamed reply failed')
      }
      reset(this.#reply)
      throw error
    }
  }

  /**
   * Disconnects a caller who stalls, by the socket's own timer, which sees progress within a piece that is being sent and does not run while there
   * is nothing to send.
   */
  #cutWhenStalled(): void {
    const { raw } = this.#reply
    raw.setTimeout(this.#services.stallLimitMs, () => {
      if (raw.writableLength > 0) reset(this.#reply)
    })
  }

  #recordEnd(outcome: StreamOutcome): void {
    const { call, id } = this.#request
    // Calls of the console have no audit line to which the outcome could be added.
    if (!call.caller) return
    const { organizationId } = call.caller
    const { streamEnds, clock } = this.#services
    streamEnds.record({ organizationId, id: uuidFromId('request', id) as string, outcome, endedAt: clock.now() })
  }
}

function describe(reply: FastifyReply, status: number, parts: AsyncIterable<object> | Download): void {
  reply.code(status).type('application/json; charset=utf-8')
  if (!isDownload(parts)) return
  reply.type(parts.type).header('content-disposition', `attachment; filename="${parts.fileName}"`)
}

/** Yields `head`, then the rest of `texts`, and calls `end` once everything was taken. */
async function* followedBy(
  head: string,
  texts: AsyncIterator<string>,
  end: () => Promise<void>,
): AsyncGenerator<string, void> {
  yield head
  for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value
  await end()
}

/** Aborted as soon as the caller no longer waits for the reply. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  if (raw.destroyed) gone.abort()
  return gone.signal
}

async function* textsOf(parts: AsyncIterable<object>, fields: readonly string[]): AsyncGenerator<string, void> {
  const writer = new PartWriter(fields)
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

/** Resets the connection rather than ending it, because for a caller of HTTP/1.0 the end would complete the reply. */
function reset({ raw }: FastifyReply): void {
  raw.socket?.resetAndDestroy()
}
