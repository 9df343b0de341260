/** Whether the migrations made something that the text of a schema (server/src/db/schema-text.ts) cannot show. */
import type pg from 'pg'

const OURS = `n.nspname in ('public', 'audit', 'console')`
const isOwn = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Views, sequences, types, schemas and any other objects that the text leaves out. */
const LEFT_OUT = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and c.relkind not in ('r', 'p', 'i', 'I') and ${isOwn('pg_class', 'c.oid')}
  union all
  select t.oid::regtype::text from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${OURS} and t.typtype not in ('c', 'b') and ${isOwn('pg_type', 't.oid')}
  union all
  select c.oid::regclass || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and (a.attidentity <> '' or a.attgenerated not in ('', 's'))
  union all
  select n.nspname from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and not ${OURS}`

export async function refuseLeftOut(client: pg.Client): Promise<void> {
  const { rows } = await client.query(LEFT_OUT)
  const names = rows.map(({ name }) => name)
  if (names.length > 0) throw new Error(`schema-text.ts does not know how to write ${names.join(', ')}`)
}
