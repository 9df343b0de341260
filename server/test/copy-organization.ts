/** Copies one organization many times, in SQL: thousands of small organizations within a minute, with everything that belongs to one. */
import type pg from 'pg'

/** Makes the copies as a superuser. Triggers and foreign keys are off for that time, because the original rows satisfied them. */
export async function copyOrganization(owner: pg.Client, organizationId: string, copies: number): Promise<void> {
  await owner.query(
    'create temporary table copies as select gen_random_uuid() as id from generate_series(1, $1::int)',
    [copies],
  )
  await owner.query(`set session_replication_role = 'replica'`)
  await copyTable(owner, { schema: 'public', name: 'organizations', key: 'id' }, organizationId)
  for (const table of await tenantTables(owner)) await copyTable(owner, table, organizationId)
  await owner.query(`set session_replication_role = 'origin'`)
  await owner.query('drop table copies')
}

type Table = { schema: string; name: string; key: string }

/** Tables whose rows belong to an organization; API keys are left out, because their hashes are unique across organizations. */
async function tenantTables(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select n.nspname as schema, c.relname as name, a.attname as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'organization_id' and not a.attisdropped
        and n.nspname = 'public' and c.relname not in ('api_keys', 'organizations')`,
  )
  return rows
}

async function copyTable(owner: pg.Client, { schema, name, key }: Table, organizationId: string): Promise<void> {
  const { rows } = await owner.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [`${schema}.${name}`],
  )
  const columns = rows.map(({ column }) => column)
  const values = columns.map(column => {
    if (column === key) return 'copies.id'
    // The key of a ledger entry is its ID alone, and nothing refers to one.
    return name === 'ledger_entries' && column === 'id' ? 'gen_random_uuid()' : `t.${column}`
  })
  await owner.query(
    `insert into ${schema}.${name} (${columns.join(', ')}) overriding system value
      select ${values.join(', ')} from ${schema}.${name} t, copies where t.${key} = $1`,
    [organizationId],
  )
}
