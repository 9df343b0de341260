/**
 * Brings a database to the schema of this program: numbered files, forward only, each in its own transaction. A file that works in batches runs
 * repeatedly, each time in its own transaction, until its last statement returns null as its `progress`. The next run finds the progress in the
 * setting `gatehouse.progress`, which is empty at first, even after the process was interrupted.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { sqlState } from './failure.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { onlyRow } from './only-row.ts'
import { onOwnConnection } from './own-connection.ts'
import { whyUnsuitable } from './requirements.ts'
import { type DatabaseConnection, SILENCE_MARGIN_MS, timed } from './session.ts'

/** The key of the lock: the letters "gate". Any number works, as long as nobody else in the database locks it. */
const MIGRATION_LOCK = 0x67617465

/** How long to wait for another migrator, and for the locks of a migration or of one of its batches. */
const LOCK_TIMEOUT_MS = 60_000
/**
 * How long a migration waits for a lock at a time. Everyone who reads the table waits behind it, so it gives way and tries again: while somebody
 * dumped the database, a migration that kept waiting made every reader wait for a minute.
 */
const LOCK_TRY_MS = 1_000
const GIVE_WAY_MS = 2_000
/** A migration may take any time. Any other statement that stays unanswered for longer than a lock is waited for was sent on a dead connection. */
const MIGRATION_LIMIT_MS = 86_400_000
const SILENCE_LIMIT_MS = LOCK_TIMEOUT_MS + SILENCE_MARGIN_MS
const LOCK_NOT_AVAILABLE = '55P03'
const AS_RELEASED = 'Restore the released files of server/migrations, and put what should change into a new migration.'

type Applied = { version: number; name: string; sha256: string; oldestCode: number | null }

/** Applies the migrations that are missing and returns their names; several callers at once take turns. Connects as the owner of the schema. */
export async function migrate(options: {
  connection: DatabaseConnection
  /** Holds `NNNN-name.sql` and nothing else that ends in `.sql`. */
  folder: string
  log: (message: string) => void
  /** How long the server may stay silent, except during a migration. */
  silenceLimitMs?: number
}): Promise<string[]> {
  const migrations = await readMigrations(options.folder)
  return withClient(options, async client => {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await lock(client)
    await client.query(`
      create table if not exists schema_migrations (
        version int primary key,
        name text not null,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`)
    if (!(await hasOldestCode(client))) await client.query('alter table schema_migrations add column oldest_code int')
    await client.query(
      `create table if not exists schema_migrations_under_way (version int primary key, progress text not null)`,
    )
    const pending = pendingAmong(migrations, await findApplied(client))
    await client.query(`set lock_timeout = ${LOCK_TRY_MS}`)
    for (const migration of pending) {
      options.log(`applying migration ${migration.name}`)
      await apply(client, migration, options.log)
    }
    return pending.map(({ name }) => name)
  })
}

/** The names of the migrations that have not been applied; throws where `migrate` would refuse. */
export async function pendingMigrations(options: {
  connection: DatabaseConnection
  folder: string
}): Promise<string[]> {
  const migrations = await readMigrations(options.folder)
  return withClient(options, async client => {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('schema_migrations') is not null as exists`,
    )
    const applied = onlyRow(rows).exists ? await findApplied(client) : []
    return pendingAmong(migrations, applied).map(({ name }) => name)
  })
}

const MAX_NAMED = 5

/** Names migrations in a message. If there are many, as for an empty database, it names the first and counts the rest. */
export function namedMigrations(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(', ')
  return `${names[0]} and the ${names.length - 1} migrations after it`
}

type Connecting = { connection: DatabaseConnection; silenceLimitMs?: number }

async function withClient<T>(
  { connection, silenceLimitMs: silenceMs = SILENCE_LIMIT_MS }: Connecting,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The end of the connection also releases the lock and ends any open transaction.
  return onOwnConnection(connection, { silenceMs }, async client => {
    const unsuitable = await whyUnsuitable(client)
    if (unsuitable) throw new Refusal('conflict', `${unsuitable.message} ${unsuitable.action}`)
    return work(client)
  })
}

async function lock(client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new Refusal(
      'unavailable',
      `Another process has been migrating this database for ${LOCK_TIMEOUT_MS / 1000} s. Run the command again when that process is done.`,
    )
  }
}

async function findApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    // Read through JSON, because the column is missing until the first migration of a version that knows it.
    `select version, name, sha256, (to_jsonb(m) ->> 'oldest_code')::int as "oldestCode" from schema_migrations m order by version`,
  )
  return rows
}

async function hasOldestCode(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_code' and not attisdropped`,
  )
  return rows.length > 0
}

function pendingAmong(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map(migration => [migration.version, migration]))
  const newest = migrations.at(-1)?.version ?? 0
  for (const { version, name, sha256, oldestCode } of applied) {
    // The next version has already migrated, and may be running at the same time or have been rolled back to this one.
    if (version > newest && newest >= (oldestCode ?? 0)) continue
    if (version > newest) {
      throw new Refusal(
        'conflict',
        `The database is too new for this program: after migration ${name}, only a program that has migration ${oldestCode} may use it. Install the newer version again, or restore the backup from before the upgrade.`,
      )
    }
    const file = known.get(version)
    if (!file) throw new Refusal('conflict', `Migration ${name} was applied, but its file is missing. ${AS_RELEASED}`)
    if (file.sha256 !== sha256)
      throw new Refusal('conflict', `Migration ${file.name} was changed after it was applied. ${AS_RELEASED}`)
  }
  const newestApplied = applied.at(-1)?.version ?? 0
  const appliedVersions = new Set(applied.map(({ version }) => version))
  const pending = migrations.filter(({ version }) => !appliedVersions.has(version))
  const late = pending.find(({ version }) => version <= newestApplied)
  if (late)
    throw new Refusal(
      'conflict',
      `Migration ${late.name} comes before migrations that have already been applied. Give it a higher number.`,
    )
  return pending
}

async function apply(client: pg.Client, migration: Migration, log: (message: string) => void): Promise<void> {
  try {
    while ((await untilUnlocked(client, () => applyBatch(client, migration), onWait)) !== null);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${asError(error).message}`, { cause: error })
  }

  async function onWait(isOver: boolean): Promise<void> {
    const what = isOver
      ? 'gives up, because another transaction holds a lock'
      : 'waits for a lock that another transaction holds'
    const limit = `for ${isOver ? '' : 'up to '}${LOCK_TIMEOUT_MS / 1_000} s`
    log(`migration ${migration.name} ${what}, ${limit}${await describeOldest(client)}`)
  }
}

/**
 * Describes the session with the oldest transaction that holds locks on tables, by the columns of `pg_stat_activity` that every user may read. Only its own user
 * and superusers can read when it began.
 */
async function describeOldest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; login: string; seconds: number | null }>(
    `select pid, application_name as program, usename as login, floor(extract(epoch from now() - xact_start))::int as seconds
       from pg_stat_activity
      where pid <> pg_backend_pid() and usename is not null and pid in (
        select pid from pg_locks where locktype = 'relation' and granted
           and database = (select oid from pg_database where datname = current_database()))
      order by xact_start nulls first limit 1`,
  )
  const [oldest] = rows
  if (!oldest) return ''
  const { pid, program, login, seconds } = oldest
  const since = seconds === null ? '' : `, which began ${seconds} s ago`
  return `. The oldest transaction with locks now: process ${pid}, user ${login}, program ${program || 'without a name'}${since}`
}

/** Runs `work` in a transaction, again while a lock that it needs is held by somebody else. */
async function untilUnlocked<T>(
  client: pg.Client,
  work: () => Promise<T>,
  onWait: (isOver: boolean) => Promise<void>,
): Promise<T> {
  const began = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      await client.query('rollback')
      const isOver = performance.now() - began > LOCK_TIMEOUT_MS
      if (isOver || tries === 0) await onWait(isOver)
      if (isOver) throw error
      await pause(GIVE_WAY_MS)
    }
  }
}

/** Applies a batch and returns the progress of the migration; null once it is done and recorded. */
async function applyBatch(
  client: pg.Client,
  { version, name, sql, sha256, isInBatches, oldestCode }: Migration,
): Promise<string | null> {
  await client.query('begin')
  await client.query(
    `select set_config('gatehouse.progress', coalesce((select progress from schema_migrations_under_way where version = $1), ''), true)`,
    [version],
  )
  const results: pg.QueryResult | pg.QueryResult[] = await client.query(patient(sql))
  if (client.getTransactionStatus() !== 'T') throw new Error('it ends its own transaction')
  const progress: string | null = isInBatches ? [results].flat().at(-1)?.rows[0].progress : null
  await client.query('delete from schema_migrations_under_way where version = $1', [version])
  if (progress === null) {
    await client.query('insert into schema_migrations (version, name, sha256, oldest_code) values ($1, $2, $3, $4)', [
      version,
      name,
      sha256,
      oldestCode,
    ])
  } else {
    await client.query('insert into schema_migrations_under_way (version, progress) values ($1, $2)', [
      version,
      progress,
    ])
  }
  await client.query(patient('commit'))
  return progress
}

const patient = (text: string) => timed(text, MIGRATION_LIMIT_MS)
