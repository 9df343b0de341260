/** The overview says what the rent roll and the lists say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { storeRandomPortfolio } from '../domain/rent-roll/random-portfolio.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { draft, storeHome } from '../leasing.ts'
import { lease, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const { createLead } = calls

const world = useWorld()
test('an organization that has nothing yet is all zeros', async () => {
  const { as_of_date, open_work_orders, ...figures } = await (await openOffice(world)).read('/overview')
  assert.equal(as_of_date, '2026-03-15')
  assert.deepEqual(open_work_orders, [])
  assert.ok(
    Object.values(figures).every(figure => figure === 0),
    JSON.stringify(figures),
  )
})

test('units, occupancy and percentages are those of the rent roll of the same day', async () => {
  for (let round = 0; round < 4; round++) {
    const office = await openOffice(world)
    await storeRandomPortfolio(office.org, `overview ${round}`)
    const shown = await office.read('/overview')
    const { body } = await world.call('/rent-roll?scope_id=portfolio&as_of_date=2026-03-15', { key: office.org.key })
    const totals = body.totals as Record<string, number>
    assert.deepEqual(
      [shown.units, shown.occupied, shown.vacant, shown.offline, shown.vacant_rented, shown.evictions],
      [
        ...[totals.unit_count, totals.occupied_unit_count, totals.vacant_unit_count, totals.offline_unit_count],
        ...[totals.vacant_rented_unit_count, totals.evict_unit_count],
      ],
    )
    assert.equal(shown.on_notice, (totals.notice_rented_unit_count ?? 0) + (totals.notice_unrented_unit_count ?? 0))
    assert.deepEqual([shown.occupancy_pct, shown.leased_pct], [totals.occupancy_pct, totals.leased_pct])
  }
})

test('what is past due, open and coming is counted as the lists count it', async () => {
  const office = await openOffice(world)
  const { maple, charge, pay } = await openTenancy(world, office.org, { end_date: '2026-05-14' })
  await charge(100_000)
  await charge(40_000, { issue_date: '2026-03-15' })
  await pay(30_000)
  const [near, far, leaving] = [unit(maple), unit(maple), unit(maple)]
  await store(office.org, {
    units: [near, far, leaving],
    leases: [
      lease(near, { start_date: '2026-05-14', end_date: null, term_type: 'MONTH_TO_MONTH', move_in_date: null }),
      lease(far, { start_date: '2026-05-15', end_date: null, term_type: 'MONTH_TO_MONTH', move_in_date: null }),
      lease(leaving, { move_out_date: '2026-03-31', notice_given_on: '2026-03-01' }),
    ],
  })
  const home = await storeHome(office.org)
  const drawn = await draft(office.org, home, { start_date: '2026-09-01', end_date: '2027-08-31', move_in_date: null })
  await office.write('POST', `/leases/${drawn.lease_id}/send`)
  await office.org.within(context => createLead(context, { last_name: 'Ash', source: 'Website' }))
  for (const [title, status] of [
    ['Tap', 'NEW'],
    ['Door', 'ON_HOLD'],
    ['Lamp', 'NEW'],
    ['Roof', 'COMPLETED'],
  ]) {
    await office.write('POST', '/work-orders', { title, status, property_id: maple.id })
  }
  const shown = await office.read('/overview')
  assert.deepEqual([shown.past_due_cents, shown.overdue_invoices], [70_000, 1])
  assert.equal((await office.read('/invoices?status=OVERDUE')).pagination.total, 1)
  assert.deepEqual([shown.leases_ending, shown.leases_to_sign, shown.move_ins, shown.new_leads], [2, 1, 1, 1])
  assert.deepEqual(shown.open_work_orders, [
    { status: 'NEW', work_orders: 2 },
    { status: 'ON_HOLD', work_orders: 1 },
  ])
  assert.equal(shown.properties, 2)
})
