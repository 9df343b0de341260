/** A seed that is interrupted: the data is complete or marked as incomplete, and the next run finishes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Seeded, seedOrganization, type Writer } from '#server/seed/seed-organization.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useWorld } from '../world.ts'

const OPTIONS = { units: 60, months: 2, seed: 'interrupted', today: '2026-03-15' }

const world = useWorld({ own: true })
/** A writer that stores ten units at a time. Transaction number `failsAt`, counted from 1, does its work and is then rolled back. */
function writerOf(org: Organization, failsAt = Number.POSITIVE_INFINITY): Writer & { transactions(): number } {
  let transactions = 0
  return {
    monthsAtOnce: 10 * OPTIONS.months,
    transactions: () => transactions,
    inTransaction: work =>
      org.within(async context => {
        const done = await work(context)
        if (++transactions === failsAt) throw new Error('the power is out')
        return done
      }),
  }
}

async function stateOf(org: Organization) {
  const rows = await world.sql<{ property: string; units: number; is_active: boolean; leases: number; cents: string }>(
    `select p.external_id as property, p.is_active, count(distinct u.id)::int as units, count(distinct l.id)::int as leases,
            coalesce(sum(i.total_cents), 0)::bigint as cents
       from properties p
       join units u on u.organization_id = $1 and u.property_id = p.id
       left join leases l on l.organization_id = $1 and l.unit_id = u.id
       left join invoices i on i.organization_id = $1 and i.lease_id = l.id
      where p.organization_id = $1 group by p.external_id, p.is_active order by p.external_id`,
    [org.id],
  )
  return rows
}

test('a second run completes what an interrupted run began, wherever it stopped', async () => {
  const undisturbed = await world.organization()
  const writer = writerOf(undisturbed)
  const whole = await seedOrganization(OPTIONS, writer)
  const expected = await stateOf(undisturbed)
  assert.ok(writer.transactions() > 4 && expected.every(property => property.is_active))
  assert.ok(Math.max(...expected.map(property => property.units)) > 30, 'a property of several transactions')

  let partial = 0
  for (let failsAt = 1; failsAt <= writer.transactions(); failsAt += repeats(3, 1)) {
    const org = await world.organization()
    await assert.rejects(seedOrganization(OPTIONS, writerOf(org, failsAt)), /the power is out/)
    const before = await stateOf(org)
    for (const property of before) {
      const { units } = expected.find(one => one.property === property.property) as { units: number }
      assert.equal(property.is_active, property.units === units)
    }
    partial += before.filter(property => !property.is_active).length
    const rest = await seedOrganization(OPTIONS, writerOf(org))
    assert.deepEqual(await stateOf(org), expected)
    const there = before.reduce((sum, property) => sum + property.units, 0)
    assert.equal(rest.units, whole.units - there)
    assert.equal(rest.skipped_properties, before.filter(property => property.is_active).length)
    assert.equal(rest.properties, whole.properties - rest.skipped_properties)
  }
  assert.ok(partial > 0, 'some were interrupted half-way through a property')
})

test('seeded records stay as they are, whatever is seeded after them', async () => {
  const org = await world.organization()
  await seedOrganization(OPTIONS, writerOf(org))
  await world.sql('update properties set is_active = false where organization_id = $1', [org.id])
  const before = await stateOf(org)
  for (const options of [OPTIONS, { ...OPTIONS, months: 5, today: '2026-03-20' }, { ...OPTIONS, seed: 'other' }]) {
    const made: Seeded = await seedOrganization(options, writerOf(org))
    assert.deepEqual((await stateOf(org)).slice(0, before.length), before)
    if (options.seed === OPTIONS.seed) assert.equal(made.units, 0)
  }
})
