/** The first statistics of tables, which an import has just filled. */
import { onOwnSession } from './own-connection.ts'
import type { ReadPool } from './read-pool.ts'
import type { DatabaseConnection } from './session.ts'
import { statement } from './statement.ts'

/** The limit is many times as long as the largest table takes. */
const LIMIT_MS = 600_000
/** How many rows make statistics worthwhile. With fewer, every plan is fast. */
const MIN_ROWS = 1_000

/** The tables that hold rows and that nobody has analyzed, with their schema and quoted. */
export const listUnanalyzed = statement<{ name: string }>(
  'list_tables_without_statistics',
  `select format('%I.%I', t.schemaname, t.relname) as name
     from pg_stat_user_tables t
    where t.schemaname = 'public' and t.last_analyze is null and t.last_autoanalyze is null and t.n_mod_since_analyze >= $1::int
    order by t.relid`,
)

/**
 * Analyzes tables that were filled for the first time, as the owner of the tables, because before PostgreSQL 17 no other role can be permitted to.
 * PostgreSQL would do so within a minute by itself, and until then plans a table as if it had a few rows. A table that another process analyzes is
 * left to it.
 */
export async function analyzeNewTables(
  { platformReads }: { platformReads: ReadPool },
  owner: DatabaseConnection,
): Promise<void> {
  const tables = await platformReads.query(null, listUnanalyzed, [MIN_ROWS])
  if (tables.length === 0) return
  const names = tables.map(({ name }) => name).join(', ')
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  await onOwnSession(owner, { role: 'none', readOnly: false, ...limits }, client =>
    client.query(`analyze (skip_locked) ${names}`),
  )
}
