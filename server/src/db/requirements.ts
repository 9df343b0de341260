/**
 * What the service requires of PostgreSQL, stated once. Settings that change what a statement means are set on each connection, because an operator or
 * a provider may have set others for the server, the login or the database. What no session can change is refused before anything is done.
 */
import type pg from 'pg'
import { onlyRow } from './only-row.ts'

/** The number of the oldest version of PostgreSQL that the migrations work on, 15. */
const OLDEST_SUPPORTED = 150_000

/**
 * The settings that statements and migrations depend on. Isolation: what is read after waiting for a lock must show what was committed meanwhile, so
 * a transaction of another isolation would fail. Syntax: a backslash is a character like any other, and `= null` is not `is null`. Row-level
 * security filters, and never fails a statement that it would filter. Formats: the readers of rows know only these, and the text of a constraint is
 * compared by migrations. Search path: the tables are in `public`, and a schema of an operator must not come before it. Time limits: only those that a
 * session states by itself are in effect.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  exit_on_error: 'off',
  'plpgsql.extra_errors': 'none',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
}

/** The list of a `select` that sets them for the session. */
export const SET_REQUIRED = Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .concat(setTransactionTimeout(`'0'`))
  .join(',\n    ')

/**
 * The expression that sets the time limit of transactions, which PostgreSQL 17 and newer have. Whether there is one is not looked up in pg_settings,
 * which makes a row of every setting: that took 1.8 of the 2.4 ms of processor time in which a session began.
 */
export function setTransactionTimeout(value: string): string {
  return `case when current_setting('transaction_timeout', true) is not null then set_config('transaction_timeout', ${value}, false) end`
}

type Unsuitable = { message: string; action: string }
type Server = { number: number; version: string; encoding: string; replicationRole: string }

/** Why the service cannot use a database, or undefined if it can. */
export async function whyUnsuitable(client: pg.ClientBase): Promise<Unsuitable | undefined> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding, current_setting('session_replication_role') as "replicationRole"`,
  )
  const { number, version, encoding, replicationRole } = onlyRow(rows)
  if (number < OLDEST_SUPPORTED) {
    return { message: `PostgreSQL is ${version}, which is too old.`, action: 'Upgrade to PostgreSQL 15 or newer.' }
  }
  if (encoding !== 'UTF8') {
    return {
      message: `The database is encoded in ${encoding}.`,
      // In another encoding, the migrations would fail halfway.
      action: 'Create the database with encoding UTF8.',
    }
  }
  if (replicationRole !== 'origin') {
    return {
      message: `session_replication_role is ${replicationRole} for this login, so no trigger and no foreign key is in effect.`,
      action: 'Run ALTER ROLE … or ALTER DATABASE … RESET session_replication_role.',
    }
  }
  return undefined
}
