/** The overview agrees with the rent roll and the lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#client/console.ts'
import { calls } from '../calls.ts'
import { storeRandomPortfolio } from '../domain/rent-roll/random-portfolio.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { draft, storeHome } from '../leasing.ts'
import { lease, rate, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'

const { createLead } = calls

const world = useWorld()

const overviewOf = async (office: Office) => (await office.read('/overview')) as unknown as Overview

/** The totals of the report on receivables, by age. */
async function agingOf(office: Office) {
  const { totals, columns } = (await office.read('/reports/receivables?format=json')) as unknown as {
    totals: number[]
    columns: { id: string }[]
  }
  return ['not_due', 'days_30', 'days_60', 'days_90', 'older'].map(
    column => totals[columns.findIndex(({ id }) => id === column)],
  )
}

test('an empty organization shows zeros everywhere', async () => {
  const { as_of_date, open_work_orders, longest_vacant, aging, most_past_due, ...figures } = await (
    await openOffice(world)
  ).read('/overview')
  assert.equal(as_of_date, '2026-03-15')
  assert.deepEqual([open_work_orders, longest_vacant, most_past_due], [[], [], []])
  assert.ok(Object.values(aging as Record<string, number>).every(cents => cents === 0))
  assert.ok(
    Object.values(figures as object).every(figure => figure === 0),
    JSON.stringify(figures),
  )
})

test('units, occupancy and percentages equal those of the same day’s rent roll', async () => {
  for (let round = 0; round < 4; round++) {
    const office = await openOffice(world)
    await storeRandomPortfolio(office.org, `overview ${round}`)
    const shown = await overviewOf(office)
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
    const inList = async (query: string) => (await office.read(query)).pagination.total
    const leased = (totals.occupied_unit_count ?? 0) + (totals.vacant_rented_unit_count ?? 0)
    for (const [group, figure] of [
      ['OCCUPIED', shown.occupied],
      ['VACANT', shown.vacant],
      ['ON_NOTICE', shown.on_notice],
      ['LEASED', leased],
      ['TO_MAKE_READY', shown.to_make_ready],
    ]) {
      assert.equal(await inList(`/units?group=${group}`), figure, String(group))
    }
    assert.equal(await inList('/leases?ends_by=2026-05-14'), shown.leases_ending)
    const rows = (body.rows as { unit_id: string; status: string; days_vacant: number | null }[])
      .filter(({ status }) => status === 'VACANT_UNRENTED')
      .map(({ unit_id, days_vacant }) => ({ unit_id, days_vacant }))
      .sort((a, b) => (b.days_vacant ?? -1) - (a.days_vacant ?? -1) || (a.unit_id < b.unit_id ? -1 : 1))
    assert.deepEqual(
      shown.longest_vacant.map(({ unit_id, days_vacant }) => ({ unit_id, days_vacant })),
      rows.slice(0, 5),
    )
    assert.equal(await inList('/leases?starts_by=2026-05-14'), shown.move_ins)
  }
})

test('past due, open and upcoming items are counted as the lists count them', async () => {
  const office = await openOffice(world)
  const { maple, charge, pay } = await openTenancy(world, office.org, { end_date: '2026-05-14' })
  await charge(100_000)
  await charge(40_000, { issue_date: '2026-03-15' })
  await pay(30_000)
  // An entry that is dated in the future changes no figure of today, neither here nor in the reports.
  await charge(100_000, { issue_date: '2026-04-01' })
  await pay(10_000, { payment_date: '2026-03-20' })
  const soon = await openTenancy(world, office.org, { end_date: '2026-12-31' })
  await soon.charge(5_000)
  await soon.pay(5_000, { payment_date: '2026-03-20' })
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
  const shown = await overviewOf(office)
  assert.deepEqual([shown.past_due_cents, shown.past_due_current_cents, shown.overdue_invoices], [75_000, 75_000, 1])
  assert.deepEqual(Object.values(shown.aging), await agingOf(office))
  assert.deepEqual(
    shown.most_past_due.map(({ past_due_cents }) => past_due_cents),
    [70_000, 5_000],
  )
  assert.equal((await office.read('/invoices?status=OVERDUE')).pagination.total, 1)
  assert.deepEqual([shown.leases_ending, shown.leases_to_sign, shown.move_ins, shown.new_leads], [2, 1, 1, 1])
  assert.deepEqual(shown.open_work_orders, [
    { status: 'NEW', work_orders: 2 },
    { status: 'ON_HOLD', work_orders: 1 },
  ])
  assert.equal(shown.properties, 3)
})

test('what is reversed, refunded or voided on a later day is shown as on the reports until then', async () => {
  const office = await openOffice(world)
  const { charge, pay, within } = await openTenancy(world, office.org)
  const on = '2026-04-20'
  const reversed = await charge(70_000)
  const check = await pay(70_000, { allocations: [{ invoice_id: reversed.invoice_id, amount_cents: 70_000 }] })
  const credit = await pay(20_000)
  const voided = await openTenancy(world, office.org)
  const mistake = await voided.charge(30_000)
  const voidToday = await voided.charge(9_000)
  const refunded = await openTenancy(world, office.org)
  await refunded.charge(40_000, { issue_date: '2026-01-05' })
  const paid = await refunded.pay(40_000)
  await within(async context => {
    await calls.reversePayment(context, { id: check.payment_id, on })
    await calls.voidInvoice(context, { id: mistake.invoice_id, on })
    await calls.voidInvoice(context, { id: voidToday.invoice_id })
    await calls.refundPayment(context, { id: paid.payment_id, amount_cents: 15_000, on })
  })
  const { unapplied_cents } = await within(context => calls.getPaymentDetail(context, { id: credit.payment_id }))
  assert.equal(unapplied_cents, 0, 'the credit pays the rent from the day of the reversal')
  const shown = await overviewOf(office)
  assert.deepEqual(Object.values(shown.aging), await agingOf(office))
  assert.deepEqual(Object.values(shown.aging), [0, 30_000, 0, 0, 0])
  assert.equal(shown.past_due_cents, 30_000)
  assert.deepEqual(
    shown.most_past_due.map(({ lease_id, past_due_cents }) => [lease_id, past_due_cents]),
    [[voided.leaseId, 30_000]],
  )
})

test('a lease with as much credit as open invoices owes nothing, as on the report', async () => {
  const office = await openOffice(world)
  const { charge, pay } = await openTenancy(world, office.org)
  const { invoice_id } = await charge(100_000)
  await pay(100_000, { allocations: [{ invoice_id, amount_cents: 40_000 }] })
  const owing = await openTenancy(world, office.org)
  await owing.charge(7_000)
  const shown = await overviewOf(office)
  assert.deepEqual(Object.values(shown.aging), await agingOf(office))
  assert.deepEqual(
    shown.most_past_due.map(({ past_due_cents }) => past_due_cents),
    [7_000],
  )
  assert.equal(shown.past_due_cents, 7_000)
})

test('the leases that are most past due are those of the delinquency report, less their credit', async () => {
  const office = await openOffice(world)
  const prepaid = await openTenancy(world, office.org)
  const { invoice_id } = await prepaid.charge(100_000)
  await prepaid.pay(130_000, { allocations: [{ invoice_id, amount_cents: 10_000 }] })
  const half = await openTenancy(world, office.org)
  const rent = await half.charge(90_000)
  await half.charge(20_000, { issue_date: '2026-03-10', due_date: '2026-03-31' })
  await half.pay(60_000, { allocations: [{ invoice_id: rent.invoice_id, amount_cents: 10_000 }] })
  const owing = await openTenancy(world, office.org)
  await owing.charge(50_000)
  const shown = await overviewOf(office)
  const { rows, columns } = (await office.read('/reports/delinquency?format=json')) as unknown as {
    rows: { id: string; cells: unknown[] }[]
    columns: { id: string }[]
  }
  const column = columns.findIndex(({ id }) => id === 'past_due')
  const most = shown.most_past_due.map(({ lease_id, past_due_cents }) => [lease_id, past_due_cents])
  assert.deepEqual(most, [
    [owing.leaseId, 50_000],
    [half.leaseId, 30_000],
  ])
  assert.deepEqual(
    most,
    rows.map(({ id, cells }) => [id, cells[column]]),
  )
  assert.equal(shown.past_due_cents, 80_000)
})

test('a unit has to be made ready from the move-out until its turn is completed or it is listed', async () => {
  const office = await openOffice(world)
  const { maple } = await openTenancy(world, office.org, {})
  const [vacated, neverLeased] = [unit(maple, { is_listed: false }), unit(maple, { is_listed: false })]
  const left = { start_date: '2025-03-01', end_date: '2026-02-28', move_out_date: '2026-02-28' }
  const rated = [vacated, neverLeased].map(one => rate(one))
  await store(office.org, { units: [vacated, neverLeased], rates: rated, leases: [lease(vacated, left)] })
  const shown = async () => {
    const { to_make_ready } = await overviewOf(office)
    const listed = (await office.rows('/units?group=TO_MAKE_READY')).map(({ unit_id }) => unit_id)
    assert.equal(to_make_ready, listed.length)
    return listed
  }
  assert.deepEqual(await shown(), [vacated.id], 'nobody has turned it')
  await office.write('POST', `/units/${vacated.id}/list`)
  assert.deepEqual(await shown(), [], 'it is listed')
  const turn = { title: 'Make ready', category: 'UNIT_TURN', property_id: maple.id, unit_id: vacated.id }
  const { work_order_id } = await office.write('POST', '/work-orders', turn)
  assert.deepEqual(await shown(), [vacated.id], 'its turn is open')
  await office.write('POST', `/units/${vacated.id}/unlist`)
  await office.write('PATCH', `/work-orders/${work_order_id}`, { status: 'COMPLETED' })
  assert.deepEqual(await shown(), [], 'it was turned since')
})
