/** What an operator should know about the database and its schema when the service starts on it, although the service can work. */
import { typed } from '#server/base/typed-command.ts'
import { readMigrations } from './migration-files.ts'
import { onlyRow } from './only-row.ts'
import { onOwnSession } from './own-connection.ts'
import type { DatabaseConnection } from './session.ts'

const LIMIT_MS = 30_000
/** How many tables a line names. */
const NAMED = 3

type Found = { isStandby: boolean; unprotected: string[]; newest: string | null }

/** The sentences to print at the start; none if the database accepts writes, and its schema is that of this version and keeps organizations apart. */
export async function aboutSchema(connection: DatabaseConnection, folder: string): Promise<string[]> {
  const ours = (await readMigrations(folder)).at(-1)?.version ?? 0
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  const { isStandby, unprotected, newest } = await onOwnSession(
    connection,
    { role: 'none', readOnly: true, ...limits },
    async client => onlyRow((await client.query<Found>(LOOK, [ours])).rows),
  )
  return [...describeStandby(isStandby), ...describeUnprotected(unprotected), ...describeNewer(newest)]
}

/** A table that has policies and does not apply them. */
const LOOK = `
  select pg_is_in_recovery() as "isStandby",
         array(
           select c.oid::regclass::text from pg_class c
            where not c.relrowsecurity and c.relnamespace::regnamespace::text in ('public', 'audit', 'console')
              and exists (select from pg_policy p where p.polrelid = c.oid)
            order by 1
         ) as unprotected,
         (select name from schema_migrations where version > $1 order by version desc limit 1) as newest`

/** A service may start on a standby that is about to be promoted, but it must not look as if it served. */
function describeStandby(isStandby: boolean): string[] {
  if (!isStandby) return []
  return [
    'The database is a standby, which accepts no writes: calls are answered with 503 until it is promoted, or until DATABASE_URL leads to the primary.',
  ]
}

function describeUnprotected(tables: readonly string[]): string[] {
  if (tables.length === 0) return []
  const rest = tables.length > NAMED ? ` and ${tables.length - NAMED} more` : ''
  return [
    `Row-level security is off for ${tables.slice(0, NAMED).join(', ')}${rest}, so PostgreSQL does not keep organizations apart there. ` +
      `Run what ${typed('doctor --sql')} prints.`,
  ]
}

/** Going back to the version before is supported, but it should not happen unnoticed: perhaps only one of several processes was upgraded. */
function describeNewer(name: string | null): string[] {
  if (name === null) return []
  return [
    `A newer version of Gatehouse has migrated this database, up to ${name}. This one works on it, but does not know what is new in it.`,
  ]
}
