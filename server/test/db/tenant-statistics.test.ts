/** PostgreSQL plans for the largest organization: the column that holds the organization says so in every table, as migration 0094 explains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

const findTables = () =>
  world.sql<{ name: string; settings: string[] | null; isMonth: boolean; kind: string }>(
    `select c.oid::regclass::text as name, a.attoptions as settings, c.relispartition and c.relname ~ '_\\d{4}_\\d{2}$' as "isMonth",
            case when c.relkind = 'r' and not c.relispartition then 'table' else 'partitioned' end as kind
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attname = 'organization_id' and c.relkind in ('r', 'p') and n.nspname in ('public', 'audit', 'console')`,
  )

/** The tables for which PostgreSQL would plan as for an organization of average size. */
const findForgotten = async () =>
  (await findTables()).filter(({ settings }) => settings?.join() !== 'n_distinct=1').map(({ name }) => name)

test('every table of organizations is planned for the largest, and so is every month of a partitioned one', async () => {
  const tables = await findTables()
  assert.ok(tables.length > 50)
  assert.ok(tables.some(({ isMonth }) => isMonth))
  assert.deepEqual(await findForgotten(), [])
})

test('a table without the setting is noticed', async () => {
  await world.sql('create table planted (organization_id uuid)')
  assert.deepEqual(await findForgotten(), ['planted'])
  await world.sql('drop table planted')
})

/** The tables that, while they are empty, have no statistics that say the same. */
const findUnknown = async () => {
  const known = await world.sql<{ name: string }>(
    `select s.starelid::regclass::text as name
       from pg_statistic s
       join pg_attribute a on a.attrelid = s.starelid and a.attnum = s.staattnum
      where a.attname = 'organization_id' and s.stadistinct = 1`,
  )
  const names = new Set(known.map(({ name }) => name))
  return (await findTables()).filter(({ name, kind }) => kind === 'table' && !names.has(name)).map(({ name }) => name)
}

test('every table of organizations is planned so from the start, before PostgreSQL has statistics of its own', async () => {
  assert.deepEqual(await findUnknown(), [])
  await world.sql('create table planted (organization_id uuid)')
  assert.deepEqual(await findUnknown(), ['planted'])
  await world.sql('drop table planted')
})

/** The tables whose primary key is an organization and an ID, and that have no statistics that say that no ID occurs twice while they are empty. */
const findRepeated = () =>
  world.sql<{ name: string }>(
    `select c.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'text'::regtype
       join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 2 and i.indkey[1] = a.attnum
      where c.relkind = 'r' and not c.relispartition and n.nspname = 'public'
        and not exists (select from pg_statistic s where s.starelid = c.oid and s.staattnum = a.attnum and s.stadistinct = -1)`,
  )

test('every ID is expected to name one row from the start', async () => {
  assert.deepEqual(await findRepeated(), [])
  await world.sql('create table planted (organization_id uuid, id text, primary key (organization_id, id))')
  assert.deepEqual(await findRepeated(), [{ name: 'planted' }])
  await world.sql('drop table planted')
})
