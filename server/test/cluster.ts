/** The PostgreSQL server of a test run, and a database for each test file, cloned from one migrated template. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientConfig, type DatabaseConnection } from '#server/db/session.ts'

export type TestDatabase = { connection: DatabaseConnection; drop(): Promise<void> }
type Parts = Exclude<DatabaseConnection, string>

/**
 * Settings that trade safety from power failure for speed, because no data outlives the run. Tables are analyzed only by a test that does so itself:
 * autovacuum would do it a minute after a test began, on a busy machine only.
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
}
/** A generous limit, so that a busy machine does not count as an outage. */
const CONNECT_TIMEOUT_MS = 60_000
const TEMPLATE_LOCK = 7_418_529

export async function openTestCluster(dataDir: string) {
  const cluster = await openEmbedded({ dataDir, settings: SETTINGS })
  return { ...cluster, connection: { ...cluster.connection, connectTimeoutMs: CONNECT_TIMEOUT_MS } }
}

/** An empty database with the current schema, in the run's PostgreSQL, or in a new one if a test file runs alone. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = process.env.GATEHOUSE_TEST_DATA_DIR ?? ownDataDir()
  const cluster = await openTestCluster(dataDir)
  const database = await cloneTemplate(cluster.connection)
  return {
    connection: database.connection,
    async drop() {
      await database.drop()
      await cluster.stop()
    },
  }
}

/** An empty database with the current schema, on any server on which `connection` may create databases. */
export async function cloneTemplate(connection: Parts): Promise<TestDatabase> {
  const template = `template_${schemaHash()}`
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(connection, async client => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rows.length === 0) await makeTemplate(client, connection, template)
    // Copying the files takes half the processor time of writing every page to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    connection: { ...connection, database: name },
    drop: () => withClient(connection, async client => void (await client.query(`drop database ${name} with (force)`))),
  }
}

async function makeTemplate(client: pg.Client, connection: Parts, template: string): Promise<void> {
  await client.query(`create database ${template}_new`)
  await migrate({ connection: { ...connection, database: `${template}_new` }, folder: MIGRATIONS, log: () => {} })
  await client.query(`alter database ${template}_new rename to ${template}`)
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

function schemaHash(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 12)
}

let own: string | undefined
function ownDataDir(): string {
  own ??= mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  return own
}
