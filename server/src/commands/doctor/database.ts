/** The doctor's checks of PostgreSQL itself: version, clock, connections, migrations and monthly partitions. */
import type pg from 'pg'
import { asError } from '../../base/as-error.ts'
import { DAY_MS } from '../../base/instants.ts'
import { Refusal } from '../../base/refusal.ts'
import { typed } from '../../base/typed-command.ts'
import { CONNECTIONS_PER_PROCESS, type Database, MIGRATIONS } from '../../database.ts'
import { describeLostPages } from '../../db/lost-pages.ts'
import { namedMigrations, pendingMigrations } from '../../db/migrate.ts'
import { findDetachedMonths, findMissingMonths, type MonthlyTable } from '../../db/monthly-partitions.ts'
import { onlyRow } from '../../db/only-row.ts'
import { onOwnSession } from '../../db/own-connection.ts'
import { whyUnsuitable } from '../../db/requirements.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { AUDIT_CALLS } from '../../platform/audit/partitions.ts'
import { DELIVERY_TABLES } from '../../webhooks/retention.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MONTHLY_TABLES: readonly MonthlyTable[] = [AUDIT_CALLS, ...DELIVERY_TABLES]
const LIMIT_MS = 30_000
/** How far the clocks may differ. The service goes by the clock of the database, and a difference means that either clock may be wrong. */
const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 10_000
/** Connections for the command line, backups and an administrator, in addition to the service's own. */
const SPARE_CONNECTIONS = 5
const FULL = 0.8
/** How many days ahead the expiration of a password is reported, as that of a certificate is. */
const WARNING_DAYS = 14

/** Runs `work` on a separate connection that may only read, as `role`, or as the login itself for `none`. */
export function asReader<T>(
  connection: DatabaseConnection,
  role: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  return onOwnSession(connection, { role, readOnly: true, ...limits }, work)
}

export async function checkServer(client: pg.Client, nowMs: number): Promise<Finding[]> {
  const unsuitable = await whyUnsuitable(client)
  if (unsuitable) return [problem('postgresql', unsuitable.message, unsuitable.action)]
  const { rows } = await client.query<{ version: string; is_standby: boolean }>(
    `select current_setting('server_version') as version, pg_is_in_recovery() as is_standby`,
  )
  const { version, is_standby: isStandby } = onlyRow(rows)
  if (isStandby) {
    return [
      problem(
        'postgresql',
        'DATABASE_URL refers to a standby, which accepts no writes.',
        'Set DATABASE_URL to the primary.',
      ),
    ]
  }
  const found = await checkDefaults(client, nowMs)
  return found.length > 0 ? found : [ok('postgresql', `PostgreSQL ${version} answers.`)]
}

type Defaults = { knows_letters: boolean; is_read_only: boolean; password_expires_ms: number | null }

/** What is wrong with the defaults of the login and the database. */
async function checkDefaults(client: pg.Client, nowMs: number): Promise<Finding[]> {
  const { rows } = await client.query<Defaults>(
    `select lower('É') = 'é' as knows_letters,
            (select reset_val = 'on' from pg_settings where name = 'default_transaction_read_only') as is_read_only,
            (select extract(epoch from rolvaliduntil)::float8 * 1000 from pg_roles
              where rolname = session_user and isfinite(rolvaliduntil)) as password_expires_ms`,
  )
  const { knows_letters: knowsLetters, is_read_only: isReadOnly, password_expires_ms: expiresMs } = onlyRow(rows)
  const found: Finding[] = []
  if (isReadOnly) {
    found.push(
      problem(
        'postgresql',
        'Transactions of this login are read-only by default, so migrations and upkeep fail.',
        'Run ALTER ROLE … RESET default_transaction_read_only or ALTER DATABASE … RESET default_transaction_read_only, or change it in postgresql.conf. A managed server may set it when its disk is nearly full.',
      ),
    )
  }
  if (!knowsLetters) {
    found.push(
      warning(
        'postgresql',
        'The locale of the database knows no letters beyond A to Z, so filters that ignore case do not find José as JOSÉ.',
        'Create a database with a locale such as C.UTF-8 or en_US.UTF-8, and move the data into it with pg_dump and pg_restore.',
      ),
    )
  }
  return [...found, ...expiringPassword(expiresMs, nowMs)]
}

function expiringPassword(expiresMs: number | null, nowMs: number): Finding[] {
  if (expiresMs === null || expiresMs - nowMs >= WARNING_DAYS * DAY_MS) return []
  return [
    warning(
      'postgresql',
      `The password of the user of DATABASE_URL is valid until ${new Date(expiresMs).toISOString().slice(0, 10)} (VALID UNTIL). PostgreSQL accepts no connection with it after that.`,
      'Run ALTER ROLE … VALID UNTIL with a later day, or with infinity.',
    ),
  ]
}

/** Whether the limits that the service sets on a connection are in effect there; a pooler in between may drop them. */
export async function checkTimeouts(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting <> $1`,
    [String(LIMIT_MS)],
  )
  return rows.length === 0
    ? [ok('time-outs', 'The time-outs that the service sets are in effect on its connections.')]
    : rows.map(({ name }) =>
        problem(
          'time-outs',
          `${name} was set but is not in effect.`,
          'A connection pooler switches servers between statements: use session pooling, or connect directly.',
        ),
      )
}

export async function checkClock(client: pg.Client, now: () => number): Promise<Finding[]> {
  const before = now()
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const after = now()
  // The true difference lies within half of the time that the query took.
  const apart = Math.max(0, Math.abs(onlyRow(rows).ms - (before + after) / 2) - (after - before) / 2)
  const message = `The clocks of this machine and the database differ by ${(apart / 1000).toFixed(1)} s`
  const action =
    'Set both with NTP (timedatectl set-ntp true). The service goes by the clock of the database: receivers refuse webhooks if it is wrong by minutes.'
  if (apart >= CLOCK_PROBLEM_MS) return [problem('clock', `${message}.`, action)]
  if (apart >= CLOCK_WARNING_MS) return [warning('clock', `${message}.`, action)]
  return [ok('clock', 'This machine and the database agree on the time.')]
}

type Connections = { used: number; usable: number; of_login: number | null; of_database: number | null }

/** Whether `processes` of the service can connect, in addition to the connections of others. */
export async function checkConnections(client: pg.Client, processes: number): Promise<Finding[]> {
  // Of the connections of other logins, everything but the database and the user is hidden from one that is not a superuser.
  const { rows } = await client.query<Connections>(
    `select (select count(*) from pg_stat_activity
              where usesysid is not null and datid is not null and coalesce(backend_type, 'client backend') = 'client backend')::int as used,
            (select sum(case name when 'max_connections' then setting::int else -setting::int end) from pg_settings
              where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int as usable,
            (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user and not rolsuper) as of_login,
            (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as of_database`,
  )
  const { used, usable, of_login: ofLogin, of_database: ofDatabase } = onlyRow(rows)
  const needed = processes * CONNECTIONS_PER_PROCESS + SPARE_CONNECTIONS
  const limits: [limit: number | null, of: string, statement: string][] = [
    [ofLogin, 'the login of DATABASE_URL', 'ALTER ROLE'],
    [ofDatabase, 'the database', 'ALTER DATABASE'],
  ]
  const tooLow = limits.filter(([limit]) => limit !== null && limit < needed)
  if (tooLow.length > 0) {
    return tooLow.map(([limit, of, statement]) =>
      problem(
        'connections',
        `Up to ${needed} connections are needed, and ${of} may have ${limit}.`,
        `Run ${statement} … CONNECTION LIMIT -1, or a higher limit.`,
      ),
    )
  }
  const action = 'Raise max_connections, or run fewer processes.'
  if (needed > usable) {
    const wanting = `${processes === 1 ? 'A process needs' : `${processes} processes need`} up to ${needed} connections`
    return [problem('connections', `${wanting}, and max_connections leaves ${usable}.`, action)]
  }
  if (used > usable * FULL) return [warning('connections', `${used} of ${usable} connections are in use.`, action)]
  return [ok('connections', `${used} of ${usable} connections are in use; ${needed} may be needed.`)]
}

export async function checkMigrations({ owner }: Database): Promise<Finding[]> {
  const action = `Run ${typed('migrate')} with the version that you want to run.`
  try {
    const pending = await pendingMigrations({ connection: owner, folder: MIGRATIONS })
    if (pending.length === 0) return [ok('migrations', 'Every migration of this version has been applied.')]
    return [problem('migrations', `The database lacks ${namedMigrations(pending)}.`, action)]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [
      problem('migrations', error.message, 'Do what this message says. Until then, no command uses the database.'),
    ]
  }
}

/** Whether tables and indexes have the pages that PostgreSQL counted in them, apart from a few that may hold nothing. */
export async function checkPages(client: pg.Client): Promise<Finding[]> {
  const lost = await describeLostPages(client)
  return lost === undefined
    ? [ok('pages', 'No table or index lacks the pages that PostgreSQL counted in it.')]
    : [
        problem(
          'pages',
          lost,
          'Stop the service and restore a backup (docs/backup.md): the records on these pages are lost.',
        ),
      ]
}

/** Whether PostgreSQL knows the time zone of every organization. Its own may be those of the operating system, and an upgrade of that may drop some. */
export async function checkTimeZones(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ zone: string; count: number }>(
    `select time_zone as zone, count(*)::int as count from organizations group by time_zone
     having not exists (select from pg_timezone_names where name = time_zone) order by time_zone limit 20`,
  )
  return rows.length === 0
    ? [ok('time zones', 'PostgreSQL knows the time zone of every organization.')]
    : rows.map(({ zone, count }) =>
        problem(
          'time zones',
          `PostgreSQL does not know ${zone}, the time zone of ${count === 1 ? 'an organization' : `${count} organizations`}, so the days of no organization are recorded.`,
          'Install the time zones that it lacks (the package tzdata-legacy of Debian and Ubuntu has old names), and restart PostgreSQL.',
        ),
      )
}

/** Whether this month and the next ones have their partitions, whether any is detached, and whether there are rows in the partitions for rows of no month. */
export async function checkPartitions(client: pg.Client, nowMs: number): Promise<Finding[]> {
  const action =
    'Start a worker (`serve --role worker`): its upkeep creates them and moves the rows. Its log says why if it cannot.'
  const found: Finding[] = []
  for (const table of MONTHLY_TABLES) {
    const name = `${table.schema}.${table.name}`
    const missing = await findMissingMonths(client, table, nowMs)
    if (missing.length > 0)
      found.push(problem('partitions', `The partitions ${missing.join(', ')} are missing.`, action))
    found.push(...(await findDetachedMonths(client, table)).map(describeDetached))
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (select from ${name}_default limit 1000) stray`,
    )
    if (onlyRow(rows).count > 0)
      found.push(warning('partitions', `${name}_default holds rows that belong in monthly partitions.`, action))
  }
  return found.length > 0
    ? found
    : [ok('partitions', `${MONTHLY_TABLES.length} tables have the monthly partitions they need.`)]
}

/** Whether the owner of the schema may create a table, which upkeep does every month: an event trigger may refuse it, or a right be missing. */
export async function checkCreating(owner: DatabaseConnection): Promise<Finding[]> {
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  try {
    await onOwnSession(owner, { role: 'none', readOnly: false, ...limits }, async client => {
      await client.query('begin')
      await client.query('create table audit.created_by_doctor ()')
      await client.query('rollback')
    })
    return []
  } catch (error) {
    return [
      problem(
        'partitions',
        `PostgreSQL refuses to create a table: ${asError(error).message}. So upkeep cannot create the partitions of the coming months, and migrations fail.`,
        'If the message is that of an event trigger (\\dy in psql lists them), have it let the user of DATABASE_URL create tables. Otherwise give that user the right that the message names.',
      ),
    ]
  }
}

function describeDetached({ month, attach }: { month: string; attach: string }): Finding {
  return problem(
    'partitions',
    `The partition ${month} is detached, so nothing finds the rows in it, and upkeep never deletes them.`,
    `If it is of this month or a later one, start a worker: its upkeep attaches it. Otherwise run ${attach} as the owner of that table, or drop it if its rows are not needed.`,
  )
}
