/** The database of a configuration, which is the embedded one in the data folder or the operator's own: it is migrated, or refused. */
import { fileURLToPath } from 'node:url'
import { Refusal } from '#server/base/refusal.ts'
import type { SchedulerLimits } from '#server/base/turn-scheduler.ts'
import { typed } from '#server/base/typed-command.ts'
import type { Config } from './config.ts'
import { type Channel, listenTo } from './db/announcements.ts'
import { openLogins } from './db/embedded/logins.ts'
import { openEmbedded } from './db/embedded/open-embedded.ts'
import { migrate, namedMigrations, pendingMigrations } from './db/migrate.ts'
import { refuseTransactionPooling } from './db/pooler.ts'
import { ReadPool, type ReadPoolOptions } from './db/read-pool.ts'
import { adoptRestoredDump } from './db/restored-dump.ts'
import type { DatabaseConnection } from './db/session.ts'
import { SnapshotPool, type SnapshotPoolOptions } from './db/snapshot-pool.ts'
import { WritePool, type WritePoolOptions } from './db/write-pool.ts'

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** What the migrations make, all together. */
export const SCHEMA = fileURLToPath(new URL('../schema.sql', import.meta.url))

export type Database = {
  /** The user as which the service logs in: it may take the roles of the service and has no rights of its own. */
  connection: DatabaseConnection
  /** The user that changes the schema. On the operator's own database, both are the user of DATABASE_URL. */
  owner: DatabaseConnection
  /** The folder of the embedded database's sockets; undefined for the operator's own database. */
  socketDir: string | undefined
  stop(): Promise<void>
}

/** Opens the database without checking its schema. Refuses DATABASE_URL if it leads to a pooler that would mix up sessions. */
export async function openDatabase(config: Config, onNotice: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const connection = config.databaseUrl
    await refuseTransactionPooling(connection)
    return { connection, owner: connection, socketDir: undefined, stop: async () => {} }
  }
  const embedded = await openEmbedded({ dataDir: config.dataDir, onNotice })
  try {
    const { owner, service } = await openLogins(embedded.connection)
    return { connection: service, owner, socketDir: service.host, stop: embedded.stop }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Brings the schema up to date, and takes over a restored dump. */
export async function prepareSchema(database: Database, config: Config, log: (line: string) => void): Promise<void> {
  await bringUpToDate(database, config, log)
  if (await adoptRestoredDump(database.owner)) {
    log(
      'The database has moved to another server or was restored from a dump. Copies that are kept with GET /changes must start again with an export.',
    )
  }
}

/** In production an operator migrates, at a time of their choosing. */
async function bringUpToDate(
  { owner: connection }: Database,
  config: Config,
  log: (line: string) => void,
): Promise<void> {
  if (config.environment === 'development' || config.databaseUrl === undefined) {
    await migrate({ connection, folder: MIGRATIONS, log })
    return
  }
  const pending = await pendingMigrations({ connection, folder: MIGRATIONS })
  if (pending.length > 0) {
    throw new Refusal('unavailable', `The database lacks ${namedMigrations(pending)}: run ${typed('migrate')} first.`)
  }
}

type Renewable = { renew(): void }

/** The pools of a process: those for one organization at a time, and those for the platform across organizations. */
export type Pools = {
  reads: ReadPool
  writes: WritePool
  snapshots: SnapshotPool
  platformReads: ReadPool
  platformWrites: WritePool
  /** For people and their memberships, as gatehouse_console. */
  memberReads: ReadPool
  memberWrites: WritePool
  /** Listens for announcements as `listenTo` does, and returns the function that stops this. */
  listen(channel: Channel, onAnnouncement: () => void): () => Promise<void>
  /** Has `one` open its connection again whenever the pools open theirs. */
  renewWith(one: Renewable): void
  /** Opens the connections again, because the address leads to another server. Transactions and streams that are open end where they are. */
  renew(): void
  close(): Promise<void>
}

/** The most connections that one process opens; a test adds them up. */
export const CONNECTIONS_PER_PROCESS = 40

const STATEMENT_TIMEOUT_MS = 10_000
const TRANSACTION_TIMEOUT_MS = 30_000

/** Limits of the calls that wait for a connection. A caller that has waited is told before it gives up, and no organization fills the queue. */
export const QUEUE = { maxWaiting: 2_000, maxWaitingPerCustomer: 800, waitMs: 5_000 }
/**
 * Statements that are sent to PostgreSQL at a time. A few per connection keep it busy without waiting for this process; any more would only wait
 * there, where they cannot take turns.
 */
const READS = { inAll: 48, perCustomer: 12, reserved: 12 }
const WRITES = { perCustomer: 6, reserved: 1 }
/** Pools with two connections, of which one organization may have both, because everything that is read and written there is small. */
const FEW_READS = { inAll: 64, perCustomer: 64, reserved: 0 }
const FEW_WRITES = { perCustomer: 2, reserved: 0 }

/**
 * The longest a transaction of an import may last. On a slow machine it can be given longer than other transactions, but less than the 60 s by
 * which readers of `updated_since` overlap, because everything that an import stores has the time at which its transaction began.
 */
export function importTimeoutMs({ importSeconds }: Pick<Config, 'importSeconds'>): number {
  return importSeconds === undefined ? TRANSACTION_TIMEOUT_MS : importSeconds * 1_000
}

/** The pool of one import, in its thread: one connection for what it writes, and one to report its progress. */
export function importPool(
  connection: DatabaseConnection,
  { transactionTimeoutMs = TRANSACTION_TIMEOUT_MS, queue }: PoolLimits,
): Omit<WritePoolOptions, 'onConnectionError'> {
  const limits = { statementTimeoutMs: transactionTimeoutMs, transactionTimeoutMs }
  return {
    connection,
    role: 'gatehouse_app',
    connections: 2,
    isBulk: true,
    ...FEW_WRITES,
    ...QUEUE,
    ...queue,
    ...limits,
  }
}

/** Limits of streamed replies: one customer never has all the connections, and a caller that has waited is told before it gives up. */
export const SNAPSHOTS = {
  connections: 4,
  perCustomer: 2,
  reserved: 1,
  maxWaiting: 100,
  maxWaitingPerCustomer: 10,
  waitMs: 5_000,
  statementTimeoutMs: 120_000,
  lifetimeMs: 300_000,
}

export type PoolLimits = {
  /** The longest that one statement of a read may run, and that one transaction of a write may last. */
  statementTimeoutMs?: number
  transactionTimeoutMs?: number
  /** How many calls may wait for a connection of a pool, and for how long. */
  queue?: Partial<typeof QUEUE>
  reads?: Pick<ReadPoolOptions, 'connections'>
  snapshots?: Partial<SnapshotPoolOptions>
  /** How long an import waits for those of other organizations. */
  importWaitMs?: number
  /** What may be in progress before a call reaches any pool. */
  turns?: Partial<SchedulerLimits>
}

/** The limits of a command, which reads one thing after another and leaves the connections of the server to the service. */
export const FEW_READERS: PoolLimits = { reads: { connections: 2 } }

export function openPools(
  connection: DatabaseConnection,
  onConnectionError: (error: Error) => void,
  limits: PoolLimits = {},
): Pools {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, transactionTimeoutMs = TRANSACTION_TIMEOUT_MS } = limits
  const shared = { connection, onConnectionError, statementTimeoutMs, ...QUEUE, ...limits.queue }
  const application = { ...shared, role: 'gatehouse_app' }
  const platform = { ...shared, role: 'gatehouse_platform' }
  const console = { ...shared, role: 'gatehouse_console' }
  const reads = whenUsed(() => new ReadPool({ ...application, ...READS, connections: 6, ...limits.reads }))
  const platformReads = whenUsed(() => new ReadPool({ ...platform, ...FEW_READS, connections: 2 }))
  const writing = { statementTimeoutMs: transactionTimeoutMs, transactionTimeoutMs }
  const writes = whenUsed(() => new WritePool({ ...application, ...writing, ...WRITES, connections: 8 }))
  const platformWrites = whenUsed(() => new WritePool({ ...platform, ...writing, ...FEW_WRITES, connections: 2 }))
  const memberReads = whenUsed(() => new ReadPool({ ...console, ...FEW_READS, connections: 2 }))
  const memberWrites = whenUsed(() => new WritePool({ ...console, ...writing, ...FEW_WRITES, connections: 2 }))
  const snapshots = whenUsed(
    () => new SnapshotPool({ connection, onConnectionError, ...SNAPSHOTS, ...limits.snapshots }),
  )
  const followers = [reads, platformReads, writes, platformWrites, memberReads, memberWrites]
  const all = [...followers, snapshots]
  const renewed: Renewable[] = [...followers]
  return {
    get reads() {
      return reads.pool()
    },
    get writes() {
      return writes.pool()
    },
    get snapshots() {
      return snapshots.pool()
    },
    get platformReads() {
      return platformReads.pool()
    },
    get platformWrites() {
      return platformWrites.pool()
    },
    get memberReads() {
      return memberReads.pool()
    },
    get memberWrites() {
      return memberWrites.pool()
    },
    listen(channel, onAnnouncement) {
      const listener = listenTo(connection, channel, onAnnouncement)
      renewed.push(listener)
      return listener.stop
    },
    renewWith: one => void renewed.push(one),
    renew: () => {
      for (const one of renewed) one.renew()
    },
    close: async () => void (await Promise.all(all.map(one => one.close()))),
  }
}

/** A pool that opens when it is first used: a command uses few of them, and a service without a console none for members. */
function whenUsed<Pool extends { close(): Promise<void>; renew?(): void }>(open: () => Pool) {
  let opened: Pool | undefined
  let isClosed = false
  return {
    pool(): Pool {
      if (opened) return opened
      opened = open()
      // It refuses what comes too late, as any pool that was closed does.
      if (isClosed) void opened.close()
      return opened
    },
    renew: () => opened?.renew?.(),
    async close(): Promise<void> {
      isClosed = true
      await opened?.close()
    },
  }
}
