/** The checks of tables are cheap to run, because PostgreSQL reads them from its catalog for each statement that writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'

const world = useWorld()

type Check = { name: string; definition: string; is_valid: boolean }

test('a check that allows a list of values compares with one constant, and holds for all rows', async () => {
  const lists = await world.sql<Check>(`
    select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as definition, convalidated as is_valid
      from pg_constraint
     where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) like '%::text%]%'`)
  assert.ok(lists.length > 30)
  for (const { name, definition, is_valid } of lists) {
    assert.ok(!definition.includes("'::text]"), `${name}: ${definition}`)
    assert.ok(is_valid, name)
  }
})
