/**
 * A world for test files: the real service over HTTP on a separate database, with a clock that the test moves. Organizations, keys and records
 * are created through the operations that the product itself uses.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { request } from 'undici'
import { type Plan, SCOPES, type Scope } from '#contract/scopes.ts'
import { todayIn } from '#server/base/dates.ts'
import { type IdKind, newId } from '#server/base/ids.ts'
import type { Config } from '#server/config.ts'
import { FEW_READERS, type Pools } from '#server/database.ts'
import { clientConfig } from '#server/db/session.ts'
import { openExternalServices } from '#server/open-external-services.ts'
import { createKey } from '#server/platform/api-keys/changes.ts'
import type { Context } from '#server/platform/context.ts'
import { createOrganization } from '#server/platform/organizations/changes.ts'
import { type Role, type Service, type ServiceOptions, startService } from '#server/start.ts'
import { createTestDatabase, type TestDatabase } from './cluster.ts'
import { PATIENCE, PATIENCE_MS, PATIENT, SNAPSHOT_PATIENCE } from './patience.ts'
import { closeEnded, closeOnceEnded, requireBatch, shared } from './shared.ts'

/** Noon UTC of a Sunday in spring; every world begins then. */
export const START = Date.parse('2026-03-15T12:00:00Z')

export type Reply = { status: number; headers: Headers; text: string; body: Record<string, unknown> & Lists }
type Lists = {
  data: Record<string, unknown>[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
  details: { path: string; message: string }[]
}

export const isReplay = ({ headers }: Reply) => headers.get('idempotent-replayed') === 'true'

export type Organization = {
  /** uuid */
  id: string
  /** A key with every scope. */
  key: string
  /** Issues another key. */
  issueKey(options?: {
    scopes?: readonly Scope[]
    requestsPerMinute?: number
    expiresAt?: string
    allowedCidrs?: string[]
  }): Promise<{ key: string; keyId: string }>
  /** Runs `work` in a transaction of the organization, as the product's own commands do. */
  within<T>(work: (context: Context) => Promise<T>): Promise<T>
}

export type World = {
  database: TestDatabase
  pools: Pools
  config: Config
  clock: { now(): number; advance(ms: number): void }
  service: Service
  /** Calls the API; `path` is below /api/v1 unless it begins with it. */
  call(path: string, options?: CallOptions): Promise<Reply>
  organization(options?: {
    name?: string
    plan?: Plan
    timeZone?: string
    isSandbox?: boolean
    hasPartnerAgreement?: boolean
  }): Promise<Organization>
  newId(kind: IdKind): string
  /** Runs a statement as the superuser that owns the database, to whom no policy applies. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A second process's worth of service on the same database. */
  another(overrides?: Partial<Config>, more?: Pick<ServiceOptions, 'twinWaitMs' | 'figuresWaitMs'>): Promise<Service>
  close(): Promise<void>
}

/** The connections for reads that the product opens, for a world whose tests are about many reads at a time. */
export const ALL_READERS = { reads: { connections: 6 } }

const CONFIG: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  environment: 'development',
  databaseUrl: undefined,
  redisUrl: undefined,
  publicUrl: undefined,
  trustProxy: [],
  webhookAllowedCidrs: [],
  metricsToken: undefined,
  rootKey: 'test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  webhookRetrySchedule: undefined,
  mail: undefined,
  twilio: undefined,
  files: { place: { kind: 'folder', path: join(tmpdir(), `gatehouse-files-${process.pid}`) }, limitBytes: 1024 ** 3 },
}

/** The options of a world. Time-outs of the service are long unless a test is about them, because a machine may be busy. */
export type WorldOptions = {
  /** The role of the service: the API alone unless stated; `all` adds a worker, which sends messages and deliveries. */
  role?: Role
  config?: Partial<Config>
  database?: TestDatabase
  twinWaitMs?: number
  poolLimits?: ServiceOptions['poolLimits']
  resolveName?: ServiceOptions['resolveName']
  logger?: ServiceOptions['logger']
}

const NEVER_MS = 2 ** 31 - 1

/**
 * The world of a test file, which is ready when its tests run. Files of one process share a world, because organizations are isolated from each
 * other. A file that moves the clock, stops the service or looks at all organizations requests its `own` world, as does one that states any
 * option other than the role.
 */
export function useWorld({ own = false, ...options }: WorldOptions & { own?: boolean } = {}): World {
  requireBatch()
  const world = {} as World
  const { role = 'api', ...others } = options
  const isOwn = own || Object.keys(others).length > 0
  before(async () => {
    await closeEnded()
    Object.assign(
      world,
      isOwn ? await openWorld(options) : await shared(`world ${role}`, () => openShared(role), closeWorld),
    )
  })
  if (isOwn) after(() => closeOnceEnded(() => world.close?.()))
  return world
}

/** What `open` returns, once the tests of the file run. Its fields are copied, so it has no state of its own. */
export function prepare<Value extends object>(open: () => Promise<Value>): Value {
  const value = {} as Value
  before(async () => void Object.assign(value, await open()))
  return value
}

export function useOrganization(world: World, options?: Parameters<World['organization']>[0]): Organization {
  return prepare(() => world.organization(options))
}

const closeWorld = (world: World) => world.close()

async function openShared(role: Role): Promise<World> {
  const world = await openWorld({ role })
  const refuse = () => {
    throw new Error('This world is shared by several test files: ask for one of your own by useWorld({ own: true })')
  }
  return {
    ...world,
    clock: { ...world.clock, advance: refuse },
    service: { ...world.service, stop: refuse },
    another: refuse,
  }
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await createTestDatabase({ monthsFrom: START }))
  let nowMs = START
  const clock = {
    now: () => nowMs,
    advance(ms: number) {
      nowMs += ms
    },
  }
  const logger = options.logger ?? pino({ level: process.env.TEST_LOG ?? 'silent' })
  const start = (config: Partial<Config> = {}, more: Pick<ServiceOptions, 'twinWaitMs' | 'figuresWaitMs'> = {}) =>
    startService({
      config: { ...CONFIG, ...options.config, ...config },
      connection: database.connection,
      logger,
      role: options.role ?? 'api',
      clock,
      twinWaitMs: options.twinWaitMs ?? PATIENCE_MS,
      ...PATIENT,
      // A test that raises alerts does so itself, at a time of its own.
      alertsEveryMs: NEVER_MS,
      poolLimits: {
        ...PATIENCE,
        // A service opens six connections at once, of which most tests would use one. Each takes 6 ms of processor time.
        ...FEW_READERS,
        ...options.poolLimits,
        queue: { waitMs: PATIENCE_MS, ...options.poolLimits?.queue },
        snapshots: { ...SNAPSHOT_PATIENCE, ...options.poolLimits?.snapshots },
      },
      ...(options.resolveName && { resolveName: options.resolveName }),
      ...more,
    })
  const external = await openExternalServices({ ...CONFIG, ...options.config }, clock)
  const services = [await start()]
  const owner = new pg.Client({ ...clientConfig(database.connection), pipeline: true })
  // A test may kill the database.
  owner.on('error', () => {})
  await owner.connect()
  const service = services[0] as Service
  const { pools } = service
  let organizations = 0

  return {
    database,
    pools,
    config: { ...CONFIG, ...options.config },
    clock,
    service,
    newId: kind => newId(kind, nowMs),
    call: (path, call) => callService(service, path, call),
    async organization(fields = {}) {
      const made = await pools.platformWrites.transaction(null, db =>
        createOrganization(
          { db, actor: 'test', now: nowMs },
          { name: `Organization ${++organizations}`, plan: 'SCALE', timeZone: 'America/Chicago', ...fields },
        ),
      )
      const within: Organization['within'] = work =>
        pools.writes.transaction(made.id, db =>
          work({
            db,
            isSandbox: made.is_sandbox,
            liveChannels: [],
            scopes: SCOPES,
            timeZone: made.time_zone,
            today: todayIn(made.time_zone, nowMs),
            now: nowMs,
            actor: 'test',
            external,
          }),
        )
      const issueKey: Organization['issueKey'] = async ({ scopes = SCOPES, ...rest } = {}) => {
        const issued = await within(context => createKey(context, { name: 'test', scopes, ...rest }))
        return { key: issued.apiKey, keyId: issued.key.id }
      }
      const { key } = await issueKey({ requestsPerMinute: 100_000 })
      return { id: made.id, key, issueKey, within }
    },
    async sql(text, values) {
      return (await owner.query(text, values)).rows
    },
    async another(overrides, more) {
      const other = await start(overrides, more)
      services.push(other)
      return other
    },
    async close() {
      for (const running of services) await running.stop()
      await owner.end()
      await database.drop()
    },
  }
}

export type CallOptions = { key?: string; method?: string; headers?: Record<string, string>; body?: string }

export function callService(service: Service, path: string, options?: CallOptions): Promise<Reply> {
  return fetchReply(`${service.url}${path.startsWith('/api/v1') ? '' : '/api/v1'}${path}`, options)
}

/**
 * The reply to one call, which is neither redirected nor compressed. With `fetch`, a call and its reply take twice the processor time, for web streams
 * among others.
 */
export async function fetchReply(
  url: string,
  { key, method = 'GET', headers = {}, body }: Omit<CallOptions, 'body'> & { body?: string | Uint8Array } = {},
): Promise<Reply> {
  const reply = await request(url, {
    method,
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await reply.body.text()
  const received = new Headers()
  for (const [name, values = []] of Object.entries(reply.headers)) {
    for (const value of [values].flat()) received.append(name, value)
  }
  const isJson = received.get('content-type')?.startsWith('application/json') && text !== ''
  return { status: reply.statusCode, headers: received, text, body: isJson ? JSON.parse(text) : {} }
}
