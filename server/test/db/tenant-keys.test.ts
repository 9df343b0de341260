/**
 * Every key of a tenant table contains the organization, so that no key of one organization can collide with, or point to, a row of
 * another.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

/** Keys without the organization, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'console.members members_user_id_fkey': 'a person has one account and may be a member of several organizations',
  'ledger_entries ledger_entries_pkey': 'the service makes the ID of an entry, and no statement looks one up by it',
  'leases leases_do_not_overlap': 'its number of a unit is made from the organization and the unit',
}

/** The kinds of key: primary, unique, exclusion and foreign. A unique index without a constraint is a key as well. */
const KEYS = `
  with tenant as (
    select a.attrelid, a.attnum from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attname = 'organization_id' and c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname in ('public', 'audit', 'console')
  ), keys as (
    select k.conrelid as attrelid, k.conname as name, k.contype::text as kind, k.conkey as columns
      from pg_constraint k where k.contype in ('p', 'u', 'f', 'x')
    union all
    select i.indrelid, i.indexrelid::regclass::text, 'i', i.indkey::int2[] from pg_index i
     where i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
  )
  select keys.attrelid::regclass::text || ' ' || keys.name as key, keys.kind, attnum = any (columns) as holds
    from keys join tenant using (attrelid) order by 1`

type Key = { key: string; kind: string; holds: boolean }

test('every primary, unique, foreign and exclusion key of a tenant table contains organization_id', async () => {
  const keys = await world.sql<Key>(KEYS)
  for (const kind of ['p', 'u', 'f', 'x', 'i'])
    assert.ok(
      keys.some(key => key.kind === kind),
      `no key of kind ${kind}`,
    )
  assert.deepEqual(
    keys.filter(({ holds }) => !holds).map(({ key }) => key),
    Object.keys(EXCEPTIONS).sort(),
  )
})

const PLANTED: Record<string, string> = {
  'a primary key of the id alone': 'create table planted (organization_id uuid, id text primary key)',
  'a unique column': 'create table planted (organization_id uuid, id text, email text unique)',
  'a unique index': 'create table planted (organization_id uuid, email text); create unique index on planted (email)',
  'a foreign key by the id alone':
    'create table planted (organization_id uuid, user_id text references console.users (id))',
  'an exclusion over all organizations':
    'create table planted (organization_id uuid, days daterange, exclude using gist (days with &&))',
}

for (const [violation, table] of Object.entries(PLANTED)) {
  test(`a planted violation is caught: ${violation}`, async () => {
    await world.sql(table)
    const found = (await world.sql<Key>(KEYS)).filter(({ key, holds }) => !holds && key.startsWith('planted '))
    await world.sql('drop table planted')
    assert.equal(found.length, 1)
  })
}
