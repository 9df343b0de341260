/**
 * A contract made up for tests, mounted through the real pipeline on the real keys, quota and audit log: it has what version 1 does
 * not have yet, so that the promises about it are tested before anyone relies on them.
 */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import Type from 'typebox'
import { type Implementations, operation, streamedOperation } from '#contract/operation.ts'
import {
  cents,
  date,
  flag,
  idInput,
  instant,
  integer,
  listOf,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
  uri,
} from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import { QUEUE } from '#server/database.ts'
import { statement } from '#server/db/statement.ts'
import { buildApp } from '#server/http/app.ts'
import { MemoryGuard } from '#server/http/memory-guard.ts'
import { openMetrics } from '#server/http/metrics.ts'
import { serveContract } from '#server/http/pipeline.ts'
import type { MinimumPace } from '#server/http/reading-pace.ts'
import { KeyDirectory } from '#server/platform/api-keys/directory.ts'
import { openKnownSecrets } from '#server/platform/api-keys/known-secrets.ts'
import { AuditLog } from '#server/platform/audit/log.ts'
import { openStreamEnds } from '#server/platform/audit/stream-ends.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import { noExternalServices } from '#server/platform/external-services.ts'
import { guessLimit } from '#server/platform/guess-limit.ts'
import { AtMostOnce } from '#server/platform/idempotency/at-most-once.ts'
import { InProcessQuota } from '#server/platform/quota/in-process.ts'
import { Turns } from '#server/platform/turns.ts'
import { type CallOptions, fetchReply, type Reply, type World } from '../world.ts'

const words = { description: 'For tests.', example: null }

const Received = resource('Received', 'What the implementation was given, as JSON.', { input: text(1_000_000, words) })

const answer = (status: 200 | 201) => ({ status, description: 'What arrived.', schema: Received }) as const
const plain = { tag: 'Test', summary: 'Test', description: 'For tests.' } as const

const sample = {
  createThing: operation({
    ...plain,
    method: 'POST',
    path: '/things',
    scope: 'maintenance:write',
    body: parameters({
      name: text(20, { ...words, minLength: 2 }),
      size: oneOf(['SMALL', 'VERY_LARGE'], words),
      count: Type.Optional(integer(0, 10, words)),
      amount_cents: Type.Optional(cents(words)),
      is_new: Type.Optional(flag(words)),
      due_date: Type.Optional(nullable(date(words))),
      happened_at: Type.Optional(instant(words)),
      target_url: Type.Optional(uri(100, words)),
      lines: Type.Optional(
        listOf(parameters({ code: oneOf(['RENT', 'PET'], words), note: text(5, words) }), 3, 'Lines.'),
      ),
    }),
    success: answer(201),
    idempotent: true,
  }),
  createNote: operation({
    ...plain,
    method: 'POST',
    path: '/notes',
    scope: null,
    body: parameters({ text: Type.Optional(nullable(text(5, words))), file: Type.Optional(text(5, words)) }, [
      ['text', 'file'],
    ]),
    notImplemented: body => (body.text === 'sound' ? 'Notes cannot sound yet.' : undefined),
    success: answer(201),
    idempotent: true,
  }),
  listThings: operation({
    ...plain,
    method: 'GET',
    path: '/things',
    scope: null,
    parameters: {
      query: parameters({ size: Type.Optional(oneOf(['SMALL', 'VERY_LARGE'], words)), on: Type.Optional(date(words)) }),
    },
    success: answer(200),
  }),
  deleteThing: operation({
    ...plain,
    method: 'DELETE',
    path: '/things/{id}',
    scope: null,
    parameters: { path: parameters({ id: idInput(words) }) },
    success: answer(200),
  }),
  shutThing: operation({
    ...plain,
    method: 'POST',
    path: '/things/{id}/shut',
    scope: null,
    parameters: { path: parameters({ id: idInput(words) }) },
    success: answer(200),
  }),
  /** An operation whose query and body have a field with the name of its path parameter: the path must win. */
  renameThing: operation({
    ...plain,
    method: 'POST',
    path: '/things/{id}/rename',
    scope: null,
    parameters: {
      path: parameters({ id: idInput(words) }),
      query: parameters({ id: Type.Optional(idInput(words)) }),
    },
    body: parameters({ id: Type.Optional(idInput(words)), name: text(20, words) }),
    success: answer(200),
  }),
  crash: operation({
    ...plain,
    method: 'GET',
    path: '/crash',
    scope: null,
    success: answer(200),
  }),
  streamThings: streamedOperation({
    ...plain,
    method: 'GET',
    path: '/streams',
    scope: null,
    parameters: {
      query: parameters({ count: integer(0, 1_000_000, words), fails_at: Type.Optional(integer(1, 1_000_000, words)) }),
    },
    success: {
      status: 200,
      description: 'Things.',
      schema: resource('Things', 'Things, and how many.', {
        items: listOf(
          resource('Thing', 'A thing.', { number: integer(1, 1_000_000, words), filling: text(2_000, words) }),
          1_000_000,
          'Things.',
        ),
        count: integer(0, 1_000_000, words),
      }),
    },
  }),
}

export type SampleApi = {
  url: string
  call(path: string, options?: CallOptions): Promise<Reply>
  /** How many rows were read to be streamed. */
  streamed(): number
  /** The lines of the log, one JSON object each. */
  logged: string[]
  close(): Promise<void>
}

export async function openSampleApi(
  { clock, pools, database }: World,
  {
    stallLimitMs = 600_000,
    minimumPace = { length: 1, ms: 600_000 },
    closeLimitMs = 600_000,
  }: { stallLimitMs?: number; minimumPace?: MinimumPace; closeLimitMs?: number } = {},
): Promise<SampleApi> {
  const platform = pools.platformReads.for(null)
  const audit = new AuditLog({ connection: database.connection })
  const logged: string[] = []
  const services = {
    clock,
    keys: new KeyDirectory({
      platform,
      clock,
      guesses: guessLimit({ clock }),
      known: openKnownSecrets({ platform }),
    }),
    keyUse: { record() {}, flush: async () => {} },
    quota: new InProcessQuota({ clock, recentCalls: async () => [] }),
    audit,
    memory: new MemoryGuard({ limitBytes: Number.POSITIVE_INFINITY, read: () => 0 }),
    turns: new Turns(QUEUE),
    reads: pools.reads,
    writes: pools.writes,
    snapshots: pools.snapshots,
    streamEnds: openStreamEnds({
      write: (record, values) => pools.platformWrites.transaction(null, tx => tx.query(record, values)),
      onError: error => logged.push(String(error)),
    }),
    stallLimitMs,
    minimumPace,
    atMostOnce: new AtMostOnce({ reads: pools.reads, writes: pools.writes, clock }),
    external: noExternalServices,
    liveChannels: [],
    onAuditLineLost() {},
  }
  const logger = pino({ level: 'error' }, { write: line => void logged.push(line) })
  const app = await buildApp({
    console: undefined,
    services,
    metrics: openMetrics(new Registry(), { isQuotaDegraded: () => false }),
    logger,
    throttledLogger: logger,
    trustProxy: [],
    metricsReaders: { token: undefined, withoutToken: 'LOOPBACK' },
    origin: () => undefined,
    closeLimitMs,
    whyNotReady: async () => undefined,
  })
  const prefix = '/sample'
  const { implementations, streamed } = implement()
  await app.register(async api => serveContract(api, sample, implementations, services), { prefix })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    call: (path, options) => fetchReply(`${url}${prefix}${path}`, options),
    streamed,
    logged,
    async close() {
      await app.close()
      await audit.close()
    },
  }
}

const received = async (_: Context, input: object) => ({ input: JSON.stringify(input) })

/** Rows of a number and a thousand characters. */
const streamRows = statement<{ number: number; filling: string }>(
  'stream_rows',
  `select number, repeat('x', 1000) as filling, 1 / ($2::int - number) as never from generate_series(1, $1::int) as number`,
)

function implement() {
  let streamed = 0
  const implementations: Implementations<typeof sample, Context, SnapshotContext> = {
    createThing: received,
    createNote: received,
    listThings: received,
    deleteThing: received,
    shutThing: received,
    renameThing: received,
    crash: async () => {
      throw new Error('a secret of the inside')
    },
    streamThings: async ({ db }, { count, fails_at = 0 }) => {
      if (count === 404) throw new Refusal('not_found', 'There are no such things.')
      return (async function* () {
        yield { items: [] }
        for await (const rows of db.batches(streamRows, [count, fails_at])) {
          streamed += rows.length
          yield { items: rows.map(({ number, filling }) => ({ number, filling })) }
        }
        yield { count }
      })()
    },
  }
  return { implementations, streamed: () => streamed }
}
