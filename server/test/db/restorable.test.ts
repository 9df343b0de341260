/**
 * A dump of the database can be restored: PostgreSQL accepts every trigger for the table as it is now, and not only for the table as it was when a
 * migration created the trigger.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

before(() =>
  world.sql(`create function refused_triggers() returns setof text language plpgsql as $$
    declare
      one record;
    begin
      for one in select tgname, tgrelid::regclass as place, pg_get_triggerdef(oid) as definition
                   from pg_trigger where not tgisinternal and tgparentid = 0 loop
        begin
          execute format('drop trigger %I on %s', one.tgname, one.place);
          execute one.definition;
        exception when others then
          return next format('%s on %s: %s', one.tgname, one.place, sqlerrm);
        end;
      end loop;
    end
    $$`),
)

const refused = async () =>
  (await world.sql<{ said: string }>('select refused_triggers() as said')).map(({ said }) => said)

test('every trigger can be created again', async () => {
  const [row] = await world.sql<{ count: number }>(
    'select count(*)::int as count from pg_trigger where not tgisinternal and tgparentid = 0',
  )
  assert.ok((row?.count ?? 0) > 20)
  assert.deepEqual(await refused(), [])
})

test('the trigger that dates changes of residents compares every column that is not generated', async () => {
  assert.deepEqual(
    await world.sql(`
      select a.attrelid::regclass::text as "table", t.tgname as trigger, a.attname as "column"
        from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
       where t.tgname = 'touch' and t.tgrelid = 'residents'::regclass and a.attgenerated = ''
         and pg_get_triggerdef(t.oid) !~ ('old\\.' || a.attname || '\\M.*new\\.' || a.attname || '\\M')`),
    [],
  )
})

test('the check finds a trigger that a dump could not create', async () => {
  await world.sql('create table planted (a int, updated_at timestamptz)')
  await world.sql(
    'create trigger touch before update on planted for each row when (old.* is distinct from new.*) execute function touch_updated_at()',
  )
  assert.deepEqual(await refused(), [])
  await world.sql('alter table planted add b int generated always as (a + 1) stored')
  assert.match((await refused()).join(), /^touch on planted: BEFORE trigger/)
})
