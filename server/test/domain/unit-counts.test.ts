/** The number of units of a property that are in service, on any day, whatever changes its units. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNext } from '#server/domain/history.ts'
import { listProperties } from '#server/domain/properties/operations.ts'
import { unitCounts } from '#server/domain/units/unit-counts.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { property, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()

/** Compares the units of each property on each day, in its list and among its units themselves. */
async function assertCounted(org: Organization, days: readonly string[]): Promise<void> {
  for (const today of days) {
    const counted = await org.within(context => listProperties({ ...context, today }, { limit: 100, offset: 0 }))
    const found = await world.sql<{ id: string; count: number }>(
      `select p.id, count(u.id)::int as count
         from properties p
         left join units u on u.property_id = p.id and $2 between u.in_service_from and coalesce(u.in_service_to, 'infinity')
        where p.organization_id = $1 group by p.id`,
      [org.id, today],
    )
    assert.deepEqual(
      new Map(counted.data.map(({ property_id, unit_count }) => [property_id, unit_count])),
      new Map(found.map(({ id, count }) => [id, count])),
      today,
    )
  }
  const { differences } = await org.within(context => compareNext(unitCounts, context, '', 100))
  assert.deepEqual(differences, [])
}

const DAYS = [
  '2020-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-15',
  '2026-03-16',
  '2026-06-30',
  '2026-07-01',
  '2031-01-01',
]

test('units count from their first to their last day in service, even when many are stored at once or stored again', async () => {
  const org = await world.organization()
  const [oak, elm] = [property(), property()]
  const units = [oak, oak, elm].flatMap((home, place) => [
    unit(home, { in_service_from: '2026-03-01' }),
    unit(home, { in_service_from: '2026-03-16', in_service_to: '2026-06-30' }),
    unit(home, { in_service_to: place === 2 ? '2026-02-28' : null }),
  ])
  await store(org, { properties: [oak, elm], units })
  await assertCounted(org, DAYS)
  await store(org, { units: units.map(one => ({ ...one, in_service_to: '2026-06-30' })) })
  await assertCounted(org, DAYS)
  await store(org, { units: units.map(one => ({ ...one, in_service_from: '2026-02-28', in_service_to: null })) })
  await assertCounted(org, DAYS)
})

test('no change is lost if several transactions change units of one property at the same time', async () => {
  const org = await world.organization()
  const home = property()
  const units = Array.from({ length: 6 }, () => unit(home))
  await store(org, { properties: [home], units })
  const retire =
    ({ id }: { id: string }) =>
    (context: Context) =>
      calls.updateUnit(context, { unit_id: id, in_service_to: '2026-03-15' })
  const create = (label: string) => (context: Context) =>
    calls.createUnit(context, { property_id: home.id, label, in_service_from: '2026-03-01' })
  const changes = [...units.map(retire), ...['N1', 'N2', 'N3'].map(create)]
  await Promise.all(changes.map(change => org.within(change)))
  await assertCounted(org, DAYS)
})

test('a transaction that is rolled back changes no count', async () => {
  const org = await world.organization()
  const home = property()
  await store(org, { properties: [home], units: [unit(home)] })
  const undone = new Error('undone')
  const undo = org.within(async context => {
    await calls.createUnit(context, { property_id: home.id, label: 'N1' })
    throw undone
  })
  await assert.rejects(undo, undone)
  await assertCounted(org, DAYS)
})
