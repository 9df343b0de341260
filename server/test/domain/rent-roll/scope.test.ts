/** What a rent roll covers, and the day it is for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { assertNames, assertRefused } from '../../contract/promises.ts'
import { lease, portfolio, property, store, unit } from '../../records.ts'
import { useOrganization, useWorld } from '../../world.ts'
import { rollOf } from './roll.ts'

const world = useWorld({ own: true })
const org = useOrganization(world, { name: 'Whitfield', timeZone: 'America/Los_Angeles' })

test('the scope of everything is the word portfolio, or the organization’s own ID', async () => {
  const id = idFromUuid('organization', org.id)
  for (const scope of ['portfolio', id]) {
    assert.deepEqual((await rollOf(world, org, scope)).scope, { type: 'ORGANIZATION', id, name: 'Whitfield' })
  }
  const other = await world.organization()
  for (const scope of [idFromUuid('organization', other.id), org.id, 'Portfolio', 'all', id.toUpperCase()]) {
    assertRefused(await world.call(`/rent-roll?scope_id=${scope}`, { key: org.key }), 'not_found')
  }
})

test('a portfolio without properties and a property without units have an empty rent roll', async () => {
  const none = portfolio('None')
  const bare = property()
  await store(org, { portfolios: [none], properties: [bare] })
  for (const { id } of [none, bare]) {
    const roll = await rollOf(world, org, id)
    assert.deepEqual([roll.rows, roll.future_residents, roll.by_unit_type, roll.by_charge_code], [[], [], [], []])
    assert.ok(Object.values(roll.totals).every(figure => figure === 0))
  }
})

test('the day defaults to today in the organization’s time zone', async () => {
  assert.equal((await rollOf(world, org, 'portfolio')).as_of_date, '2026-03-15')
  world.clock.advance(18 * 3_600_000)
  assert.equal((await rollOf(world, org, 'portfolio')).as_of_date, '2026-03-15')
  world.clock.advance(3_600_000)
  const roll = await rollOf(world, org, 'portfolio')
  assert.deepEqual([roll.as_of_date, roll.generated_at], ['2026-03-16', '2026-03-16T07:00:00.000Z'])
})

test('an invalid day is 400, and the scope is required', async () => {
  for (const day of ['2026-02-30', 'today', '2026-3-1', '1899-12-31']) {
    assertNames(await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${day}`, { key: org.key }), 'as_of_date')
  }
  assertNames(await world.call('/rent-roll', { key: org.key }), 'scope_id')
})

test('a lease whose unit left service before it ended has no row, and its balance is listed under former residents', async () => {
  const place = property({ name: 'Gone' })
  const gone = unit(place, { in_service_to: '2025-12-31' })
  const stays = lease(gone)
  await store(org, {
    properties: [place],
    units: [gone],
    leases: [stays],
    ledger: [
      {
        lease_id: stays.id,
        account: 'RECEIVABLE',
        code: 'OPENING_BALANCE',
        amount_cents: 900,
        effective_on: '2025-10-01',
        description: 'Test',
      },
    ],
  })
  const during = await rollOf(world, org, place.id, '2025-12-31')
  assert.deepEqual([during.rows.length, during.totals.balance_cents], [1, 900])
  const afterward = await rollOf(world, org, place.id, '2026-01-01')
  assert.deepEqual([afterward.rows.length, afterward.future_residents.length], [0, 0])
  assert.equal(afterward.totals.former_residents_balance_cents, 900)
})
