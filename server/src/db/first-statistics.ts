/** Statistics of tables that were just filled, or that have grown a lot. */
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
  await onOwnSession(owner, OF_OWNER, client => client.query(analyzing(tables)))
}

/**
 * The quoted names, with their schema, of the tables that have grown by a tenth since they were analyzed or were never analyzed. Growth is measured in
 * pages, whose number is current; the rows that a session changed are counted up to 10 s later.
 */
export const listGrown = statement<{ name: string }>(
  'list_tables_that_have_grown',
  `select format('%I.%I', t.schemaname, t.relname) as name
     from pg_stat_user_tables t
     join pg_class c on c.oid = t.relid
    where c.relkind = 'r'
      and pg_relation_size(c.oid) > case when coalesce(t.last_analyze, t.last_autoanalyze) is null then 0
                                         else 1.1 * c.relpages * current_setting('block_size')::int end
    order by t.relid`,
)

/**
 * Analyzes the tables that a command has filled or enlarged. PostgreSQL would do so within a minute by itself, but would plan badly until then. With
 * 5,000 organizations in the database, analyzing every table took 35 s on a busy machine, twice per `seed` of 20 units.
 */
export async function analyzeGrownTables(owner: DatabaseConnection): Promise<void> {
  await onOwnSession(owner, OF_OWNER, async client => {
    const { rows } = await client.query<{ name: string }>(listGrown.text)
    if (rows.length > 0) await client.query(analyzing(rows))
  })
}

const OF_OWNER = { role: 'none', readOnly: false, statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }

function analyzing(tables: readonly { name: string }[]): string {
  return `analyze (skip_locked) ${tables.map(({ name }) => name).join(', ')}`
}
