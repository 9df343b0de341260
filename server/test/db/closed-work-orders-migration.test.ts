/** How the migration to the search of closed work orders treats those that were there before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastDatabase } from './past-database.ts'

const ORG = '00000000-0000-7000-8000-000000000001'
const OTHER = '00000000-0000-7000-8000-000000000002'

test('upkeep owes words to the work orders that were completed or canceled before, and to no open one', async () => {
  await using past = await openPastDatabase()
  const { client } = past
  await past.migrateUntil('0520')
  await client.query(`insert into organizations (id, name, plan, time_zone)
    values ('${ORG}', 'Maple', 'GROWTH', 'UTC'), ('${OTHER}', 'Oak', 'GROWTH', 'UTC')`)
  for (const [index, organization] of [ORG, OTHER].entries()) {
    await client.query("select set_config('app.org', $1, false)", [organization])
    await client.query(`
      insert into properties (organization_id, id, name, type, address_line, city, state, postal_code, current_value_cents)
      values ('${organization}', 'prop_${index}', 'Maple Court', 'SINGLE_FAMILY', '1 Elm St', 'Dayton', 'OH', '45402', 0);
      insert into work_orders (organization_id, id, number, title, status, priority, category, source, property_id, entry_permission, completed_at)
      select '${organization}', 'wo_${index}_' || status, place, 'Tap leaks', status, 'NORMAL', 'PLUMBING', 'STAFF', 'prop_${index}', 'YES',
             case when status = 'COMPLETED' then now() end
        from unnest(array['NEW', 'ON_HOLD', 'COMPLETED', 'CANCELLED']) with ordinality known (status, place)`)
  }
  await past.migrateUntil()
  const { rows } = await client.query("select ids from search_words_due where type = 'work_order' order by ids")
  assert.deepEqual(
    rows.map(({ ids }) => ids.toSorted()),
    [
      ['wo_0_CANCELLED', 'wo_0_COMPLETED'],
      ['wo_1_CANCELLED', 'wo_1_COMPLETED'],
    ],
  )
})
