/** The PostgreSQL server of a test run, and a database for each test file, cloned from one migrated template. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { adoptRestoredDump } from '#server/db/restored-dump.ts'
import { clientConfig, type DatabaseConnection } from '#server/db/session.ts'
import { maintainTables } from '#server/upkeep.ts'
import { closeLast } from './shared.ts'

export type TestDatabase = { connection: DatabaseConnection; drop(): Promise<void> }
type Parts = Exclude<DatabaseConnection, string>

/**
 * Settings that trade safety from power failure for speed, because no data outlives the run. Tables are analyzed only by a test that does so itself:
 * autovacuum would do it a minute after a test began, on a busy machine only. Tests that wait until a statement waits for a lock find it by its text, of
 * which PostgreSQL would show only the first 1,024 bytes.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  io_method: 'sync',
  max_connections: '300',
  track_activity_query_size: '16384',
}
/** A generous limit, so that a busy machine does not count as an outage. */
const CONNECT_TIMEOUT_MS = 60_000
const TEMPLATE_LOCK = 7_418_529

export async function openTestCluster(dataDir: string) {
  const cluster = await openEmbedded({ dataDir, settings: SETTINGS })
  return { ...cluster, connection: { ...cluster.connection, connectTimeoutMs: CONNECT_TIMEOUT_MS } }
}

/**
 * An empty database with the current schema, in the run's PostgreSQL, or in a new one if a test file runs alone. If `monthsFrom` is given, it has
 * the monthly partitions that a service creates at that time, which take longer than everything else that it does to start.
 */
export async function createTestDatabase({ monthsFrom }: { monthsFrom?: number } = {}): Promise<TestDatabase> {
  const { connection, client, leave } = await enterServer()
  const database = await cloneWith(client, connection, monthsFrom)
  return {
    connection: database.connection,
    async drop() {
      await database.drop()
      await leave()
    },
  }
}

/** An empty database with the current schema, on any server on which `connection` may create databases. */
export async function cloneTemplate(connection: Parts, monthsFrom?: number): Promise<TestDatabase> {
  const copy = await withClient(connection, client => cloneWith(client, connection, monthsFrom))
  return {
    ...copy,
    drop: () => withClient(connection, async client => void (await client.query(dropStatement(copy.connection)))),
  }
}

type Copy = { connection: Parts; drop(): Promise<void> }

async function cloneWith(client: pg.Client, connection: Parts, monthsFrom?: number): Promise<Copy> {
  const copy = { ...connection, database: `test_${randomBytes(6).toString('hex')}` }
  await copyDatabase(client, await oneByOne(() => templateFor(client, connection, monthsFrom)), copy.database)
  // A copy is adopted here like a restored dump. Otherwise the first command that a test runs would adopt it, and print that.
  await adoptRestoredDump(copy)
  return { connection: copy, drop: async () => void (await client.query(dropStatement(copy))) }
}

const dropStatement = ({ database }: Parts) => `drop database ${database} with (force)`

/** The name of the template, which the first process that asks for it creates. A process asks for one at a time, because its connection has the lock. */
async function templateFor(client: pg.Client, connection: Parts, monthsFrom?: number): Promise<string> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const empty = await templateOf(client, '', async database => {
      await client.query(`create database ${database}`)
      await migrate({ connection: { ...connection, database }, folder: MIGRATIONS, log: () => {} })
    })
    if (!monthsFrom) return empty
    return await templateOf(client, `_${monthsFrom}`, async database => {
      await copyDatabase(client, empty, database)
      const own = { ...connection, database }
      await maintainTables({ connection: own, owner: own }, monthsFrom, STRICT)
    })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

let previous: Promise<unknown> = Promise.resolve()
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const result = previous.then(work)
  previous = result.catch(() => {})
  return result
}

/** The name of a template of the current schema, which is made first if there is none. */
async function templateOf(client: pg.Client, kind: string, make: (database: string) => Promise<void>): Promise<string> {
  const name = `template_${schemaHash()}${kind}`
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rows.length === 0) {
    await make(`${name}_new`)
    await client.query(`alter database ${name}_new rename to ${name}`)
  }
  return name
}

/** Copying the files takes half the processor time of writing every page to the log. */
const copyDatabase = (client: pg.Client, template: string, name: string) =>
  client.query(`create database ${name} template ${template} strategy file_copy`)

/** The log of a template: what goes wrong there ends the test. */
const STRICT = {
  error: (_about: object, what: string) => assert.fail(what),
  warn: (_about: object, what: string) => assert.fail(what),
}

type Server = { connection: Parts; client: pg.Client; close(): Promise<void> }
let server: Promise<Server> | undefined
let users = 0
let isKept = false

/**
 * The server, which this process joins once, and the connection on which its databases are created and dropped. Joining it for each world, with a
 * connection for each creation and each drop, took 24 ms of processor time.
 */
async function enterServer(): Promise<Server & { leave(): Promise<void> }> {
  users += 1
  server ??= openServer()
  return {
    ...(await server),
    async leave() {
      users -= 1
      await closeUnused()
    },
  }
}

async function openServer(): Promise<Server> {
  const { connection, stop } = await openTestCluster(process.env.GATEHOUSE_TEST_DATA_DIR ?? ownDataDir())
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  isKept = closeLast(() => {
    isKept = false
    return closeUnused()
  })
  return {
    connection,
    client,
    async close() {
      await client.end()
      await stop()
    },
  }
}

async function closeUnused(): Promise<void> {
  if (isKept || users > 0 || !server) return
  const closing = server
  server = undefined
  await (await closing).close()
}

async function withClient<T>(connection: DatabaseConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

let hashed: string | undefined
function schemaHash(): string {
  if (hashed) return hashed
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, file)))
  hashed = hash.digest('hex').slice(0, 12)
  return hashed
}

let own: string | undefined
function ownDataDir(): string {
  own ??= mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  return own
}
