/**
 * Takes over a database that was restored from a dump. Rows of the change feed and of recoveries hold the number of the transaction that wrote them,
 * and a dump restores these numbers into a server that counts from elsewhere: if they are ahead of its own, nobody could read those changes, and
 * such a recovery would not continue, until the server has had as many transactions (decisions/0017).
 */
import type pg from 'pg'
import { onOwnSession } from './own-connection.ts'
import type { DatabaseConnection } from './session.ts'

/**
 * SQL of where a row `identity` of `database_identity` is: a restored dump is in another server, in another database, or in a table that was created
 * again. It differs from the `home` of the row until the dump is taken over.
 */
export const homeOf = (identity: string) => `concat_ws(
  '/',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  ${identity}.tableoid
)`
const HAS_MOVED = `i.home is distinct from ${homeOf('i')}`
/** Many times as long as the largest database takes. */
const LIMIT_MS = 600_000

/**
 * Keeps the latest change of each record, under the number of this transaction. The policies apply to an owner who is not a superuser,
 * so they are lifted from the owner until the transaction ends; nobody else reaches the tables in the meantime.
 */
const NUMBER_AGAIN = `
  alter table record_changes no force row level security;
  alter table webhook_recoveries no force row level security;
  delete from record_changes older using record_changes later
   where later.organization_id = older.organization_id and later.type = older.type and later.id = older.id and later.xid > older.xid;
  update record_changes set xid = pg_current_xact_id();
  update webhook_recoveries set asked_in = pg_current_xact_id() where status = 'RUNNING';
  alter table record_changes force row level security;
  alter table webhook_recoveries force row level security`

/**
 * If the database is a restored dump, gives it another identity, so that cursors from before expire, and numbers again what depends on transactions.
 * Resolves with whether it was one. Connects as the owner of the schema.
 */
export function adoptRestoredDump(connection: DatabaseConnection): Promise<boolean> {
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  return onOwnSession(connection, { role: 'none', readOnly: false, ...limits }, async client => {
    const { rows } = await client.query(`select from database_identity i where ${HAS_MOVED}`)
    return rows.length > 0 && adopt(client)
  })
}

async function adopt(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  // Of several processes that start, the others wait here and then find nothing to do.
  const { rowCount } = await client.query(
    `update database_identity i set id = gen_random_uuid(), home = ${homeOf('i')} where ${HAS_MOVED}`,
  )
  const isRestored = rowCount !== 0
  if (isRestored) await client.query(NUMBER_AGAIN)
  await client.query('commit')
  return isRestored
}
