/** The composition root: the only file that sees everything. Opens what a process needs, in order, and closes it in reverse. */
import type { Logger } from 'pino'
import { isLoopbackHost } from './base/addresses.ts'
import type { Clock } from './base/clock.ts'
import { Refusal } from './base/refusal.ts'
import type { Config } from './config.ts'
import { logConnectionErrors } from './connection-errors.ts'
import { openPools, type PoolLimits, type Pools, QUEUE } from './database.ts'
import { openDatabaseClock } from './db/database-clock.ts'
import type { DatabaseConnection } from './db/session.ts'
import { statement } from './db/statement.ts'
import { type Close, type Ending, openEnding } from './ending.ts'
import { every } from './every.ts'
import { keepFollowing } from './follow-server.ts'
import { buildApp } from './http/app.ts'
import type { ConnectionLimits } from './http/connections.ts'
import { defaultMemoryLimit, MemoryGuard, type MemoryGuardOptions } from './http/memory-guard.ts'
import { type Metrics, type MetricsReaders, openMetrics, watchAdmission } from './http/metrics.ts'
import { openMetricsServer } from './http/metrics-server.ts'
import type { MinimumPace } from './http/reading-pace.ts'
import type { Services } from './http/services.ts'
import { keepTime } from './keep-time.ts'
import { type Observed, observe } from './observe/observe.ts'
import { oncePerMinute } from './once-per-minute.ts'
import { openConsole } from './open-console.ts'
import {
  type ExternalServicesOptions,
  type OpenedExternalServices,
  openExternalServices,
} from './open-external-services.ts'
import { openQuota } from './open-quota.ts'
import { liveChannels, startDeliveries, startSending } from './open-worker.ts'
import { KeyDirectory } from './platform/api-keys/directory.ts'
import { openKeyUse } from './platform/api-keys/key-use.ts'
import { openKnownSecrets } from './platform/api-keys/known-secrets.ts'
import { AuditLog } from './platform/audit/log.ts'
import { openStreamEnds } from './platform/audit/stream-ends.ts'
import { warnIfUnwritable } from './platform/files/warn-if-unwritable.ts'
import { guessLimit } from './platform/guess-limit.ts'
import { AtMostOnce } from './platform/idempotency/at-most-once.ts'
import type { Quota } from './platform/quota/quota.ts'
import type { RedisLimits } from './platform/quota/redis-client.ts'
import { Turns } from './platform/turns.ts'
import { type Readiness, whyNotReady } from './readiness.ts'
import { maintainTables, startUpkeep } from './upkeep.ts'
import { compareRootKeys } from './webhooks/check-root-keys.ts'
import type { DeliveryWorker } from './webhooks/worker.ts'

export type Role = 'api' | 'worker' | 'all'

export type Service = {
  /** The address at which the process listens; undefined for a worker, which does not listen. */
  url: string | undefined
  /** Reports that the process is no longer ready, asks callers to reconnect, and continues to serve. */
  drain(): void
  /** Lets calls in flight finish, then closes everything except the database itself. */
  stop(): Promise<void>
  /** The worker that sends what is due; undefined if this process has none. */
  deliveries: DeliveryWorker | undefined
  pools: Pools
}

export type ServiceOptions = ExternalServicesOptions & {
  config: Config
  connection: DatabaseConnection
  /** The connection that creates the monthly partitions of tables; `connection` unless given. */
  owner?: DatabaseConnection
  logger: Logger
  role: Role
  /** Tests supply their own, in place of the clock of the database. */
  clock?: Clock
  /** How long a call waits for another one with the same Idempotency-Key. */
  twinWaitMs?: number
  /** How long a caller may read nothing of a streamed reply. */
  stallLimitMs?: number
  minimumPace?: MinimumPace
  poolLimits?: PoolLimits
  redisLimits?: RedisLimits
  /** How the memory of the process is read. */
  memory?: Omit<MemoryGuardOptions, 'limitBytes'>
  /** How long a reply may wait for its audit line to be committed. */
  auditTimeoutMs?: number
  connectionLimits?: ConnectionLimits
  /** How long a request may take to arrive completely. */
  requestTimeoutMs?: number
  /** How often a worker looks for webhooks that fail. */
  alertsEveryMs?: number
  /** How long metrics wait for the figures of the database. */
  figuresWaitMs?: number
}

type Opened = ServiceOptions & { clock: Clock; external: OpenedExternalServices }
type Running = Opened & {
  observed: Observed
  readiness: Readiness
  /** Logs each failure of one reason once per minute. */
  throttledLogger: Logger
}

const KEY_USE_EVERY_MS = 5_000
const STALL_LIMIT_MS = 30_000
/**
 * About 35 KB per second. Below that, a socket whose send buffer is 4 MiB stalls for 30 s anyway (decisions/0008), so this applies the same rule to
 * all.
 */
const MINIMUM_PACE: MinimumPace = { length: 1024 * 1024, ms: 30_000 }

/** The login of a connection, whatever role it has taken. */
export const findLogin = statement<{ is_superuser: boolean }>(
  'find_login',
  'select rolsuper as is_superuser from pg_roles where rolname = session_user',
)

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, connection, owner = connection, logger, role } = options
  const ofDatabase = openDatabaseClock()
  const clock = options.clock ?? ofDatabase
  // This comes before anything else is opened, because in production it may refuse.
  const external = await openExternalServices(config, clock, options)
  const ending = openEnding(logger)
  const { takers, closers, stop } = ending
  closers.push(() => external.sender.close())
  try {
    const background = { ...options, clock, external, logger: oncePerMinute(logger, clock) }
    const pools = openPools(connection, logConnectionErrors(background.logger), options.poolLimits)
    closers.push(() => pools.close())
    if (!options.clock) closers.push(await keepTime(ofDatabase, pools, logger))
    if (config.databaseUrl !== undefined) closers.push(keepFollowing(connection, pools, logger))
    await lookOver({ ...options, owner, clock, external }, pools)
    const observed = await observe({ ...options, clock }, pools, closers)
    if (role !== 'api') takers.push(...startUpkeep({ ...background, owner }, pools))
    if (role !== 'api') takers.push(...startSending(background, pools))
    const deliveries = role === 'api' ? undefined : startDeliveries(background, pools, takers)
    const readiness = { isDraining: false }
    const opened = { ...options, clock, external, observed, readiness, throttledLogger: background.logger }
    const url = role === 'worker' ? undefined : await startApi(opened, pools, ending)
    if (role === 'worker') await serveWorkerMetrics(opened, pools, closers)
    const drain = () => {
      readiness.isDraining = true
    }
    return { url, drain, stop, deliveries, pools }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What a process does with a database before it serves. */
async function lookOver(options: Opened & { owner: DatabaseConnection }, pools: Pools): Promise<void> {
  const { clock, logger } = options
  // Until then, lines find room in the default partition.
  await maintainTables(options, clock.now(), logger).catch(error =>
    logger.warn({ err: error }, 'upkeep failed; it will be tried again'),
  )
  await checkRootKeys(options, pools)
  await warnOfSuperuser(options, pools)
  await warnIfUnwritable(options.config.files.place, logger)
}

/**
 * Checks the root keys. Production does not start with a key that is missing or wrong, because nothing that was signed before could be signed
 * again.
 */
async function checkRootKeys(
  { config, logger, clock, external }: Opened,
  { platformReads, reads }: Pools,
): Promise<void> {
  const { rootKeys } = external
  const { wrong } = await compareRootKeys({ platformReads, reads, rootKeys, nowMs: clock.now() })
  if (wrong.length === 0) return
  if (config.environment === 'production') throw new Refusal('conflict', wrong.join(' '))
  for (const reason of wrong) logger.error({ reason }, 'some webhooks cannot be signed')
}

/** Warns about a superuser. The login is the operator's choice, but a superuser's statements bypass every policy of the database. */
async function warnOfSuperuser({ config, logger }: ServiceOptions, { platformReads }: Pools): Promise<void> {
  if (config.environment !== 'production') return
  const [login] = await platformReads.query(null, findLogin, [])
  if (login?.is_superuser) logger.warn('the user of DATABASE_URL is a superuser: give the service one that is not')
}

async function startApi(options: Running, pools: Pools, { takers, closers }: Ending): Promise<string> {
  const { config, logger, clock, observed } = options
  const { quota, isDegraded } = await openQuota(config, pools, clock, logger, options.redisLimits)
  closers.push(() => quota.close())
  const metrics = openMetrics(observed.registry, { isQuotaDegraded: isDegraded })
  const memory = new MemoryGuard({ ...options.memory, limitBytes: config.memoryLimitBytes ?? defaultMemoryLimit() })
  closers.push(() => memory.close())
  const services = openServices(options, pools, { quota, metrics, memory }, closers)
  watchAdmission(observed.registry, services)
  const listening: { url?: string } = {}
  const consoleUrl = () => listening.url
  const { console, close } = await openConsole({ ...options, pools, turns: services.turns, url: consoleUrl })
  closers.push(close)
  const app = await buildApp({
    console,
    services,
    metrics,
    logger,
    throttledLogger: options.throttledLogger,
    trustProxy: config.trustProxy,
    connectionLimits: options.connectionLimits,
    requestTimeoutMs: options.requestTimeoutMs,
    metricsReaders: metricsReaders(config),
    watch: observed.traces?.watch,
    origin: () => config.publicUrl ?? (isForOneMachine(config) ? listening.url : undefined),
    whyNotReady: () => whyNotReady(options.readiness, pools, memory),
    isDraining: () => options.readiness.isDraining,
  })
  takers.push(() => app.close())
  listening.url = await app.listen({ port: config.port, host: config.host })
  return listening.url
}

/** Serves metrics and health checks of a worker on a separate port, if one is configured. */
async function serveWorkerMetrics(
  { config, logger, observed, readiness }: Running,
  pools: Pools,
  closers: Close[],
): Promise<void> {
  if (config.metricsPort === undefined) return
  const app = await openMetricsServer({
    registry: observed.registry,
    readers: metricsReaders(config),
    whyNotReady: () => whyNotReady(readiness, pools),
    logger,
  })
  closers.push(() => app.close())
  await app.listen({ port: config.metricsPort, host: config.host })
}

function metricsReaders({ metricsToken, environment }: Config): MetricsReaders {
  return { token: metricsToken, withoutToken: environment === 'development' ? 'LOOPBACK' : 'NOBODY' }
}

/** Opens what the pipeline uses. What must be closed is added to `closers`. */
function openServices(
  options: Running,
  pools: Pools,
  { quota, metrics, memory }: { quota: Quota; metrics: Metrics; memory: MemoryGuard },
  closers: Close[],
): Services {
  const { config, connection, throttledLogger, clock, external, twinWaitMs, auditTimeoutMs: commitTimeoutMs } = options
  const { stallLimitMs = STALL_LIMIT_MS, minimumPace = MINIMUM_PACE } = options
  const { reads, writes, platformReads, platformWrites, snapshots } = pools
  const platform = platformReads.for(null)
  const audit = new AuditLog({ connection, commitTimeoutMs })
  const known = openKnownSecrets({ platform })
  const keys = new KeyDirectory({ platform, clock, guesses: guessLimit({ clock }), known })
  const keyUse = openKeyUse({ write: (use, values) => platformWrites.transaction(null, tx => tx.query(use, values)) })
  const streamEnds = openStreamEnds({
    write: (record, values) => platformWrites.transaction(null, tx => tx.query(record, values)),
    onError: error => throttledLogger.warn({ err: error }, 'the end of a streamed reply was not recorded'),
  })
  pools.renewWith(audit)
  closers.push(
    () => audit.close(),
    pools.listen('gatehouse_keys', () => keys.forget()),
    keyUse.flush,
    every(KEY_USE_EVERY_MS, keyUse.flush, throttledLogger, 'recording when keys were used'),
    streamEnds.flush,
  )
  return {
    clock,
    keys,
    keyUse,
    quota,
    audit,
    memory,
    turns: new Turns({ ...QUEUE, ...options.poolLimits?.queue, ...options.poolLimits?.turns }),
    reads,
    writes,
    external,
    snapshots,
    streamEnds,
    stallLimitMs,
    minimumPace,
    atMostOnce: new AtMostOnce({ reads, writes, clock, twinWaitMs }),
    liveChannels: liveChannels(config),
    onAuditLineLost(error) {
      metrics.auditLinesLost.inc()
      throttledLogger.error({ err: error }, 'an audit line was not committed')
    },
  }
}

/** Whether only this machine can reach the service, so that there cannot be a proxy in front of it. */
function isForOneMachine({ environment, host }: Config): boolean {
  return environment === 'development' && isLoopbackHost(host)
}
