/** Work orders and leads of every generated portfolio, and how many of each kind there are in a large one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths } from '#server/base/dates.ts'
import { generatePortfolio } from '#server/seed/portfolio.ts'
import type { SeedUnit, SeedWorkOrder } from '#server/seed/records.ts'
import { assertBetween } from './assert-between.ts'
import { type Days, holdsForEveryProperty, holdsForEveryUnit } from './generated.ts'

const TODAY = '2026-07-15'
const MONTHS = 24
const properties = [...generatePortfolio({ units: 3_000, months: MONTHS, seed: 'work', today: TODAY })]
const units = properties.flatMap(property => property.units)
const workOrders = [...properties, ...units].flatMap(place => place.workOrders)
const leads = units.flatMap(unit => unit.leads)

function assertSound(workOrder: SeedWorkOrder, { today, recordsFrom }: Days): void {
  const {
    status,
    created_at,
    completed_at: completedAt,
    scheduled_start: scheduledStart,
    scheduled_end: scheduledEnd,
    cost_cents: costCents,
    source,
    reporter,
  } = workOrder
  const reportedOn = created_at.slice(0, 10)
  assert.ok(reportedOn >= recordsFrom && reportedOn <= today)
  assert.equal(completedAt !== null, status === 'COMPLETED')
  assert.ok(completedAt === null || (completedAt >= created_at && completedAt.slice(0, 10) < today))
  assert.equal(scheduledStart === null, scheduledEnd === null)
  assert.ok(scheduledStart === null || (scheduledStart > created_at && scheduledStart < (scheduledEnd as string)))
  assert.ok(status !== 'SCHEDULED' || (scheduledStart as string).slice(0, 10) > today)
  assert.ok(status !== 'NEW' || workOrder.vendor_name === null)
  assert.ok(costCents === null || (status === 'COMPLETED' && costCents > 0))
  assert.ok(source !== 'RESIDENT' || reporter !== null)
}

test('a work order is reported in the period of the records, and has the dates that its status implies', () => {
  holdsForEveryProperty((property, days) => {
    for (const workOrder of property.workOrders) {
      assertSound(workOrder, days)
      assert.equal(workOrder.reporter, null)
    }
    for (const unit of property.units) for (const workOrder of unit.workOrders) assertSound(workOrder, days)
  })
})

test('the resident who reports a work order lives there that day, and a unit is made ready after a move-out', () => {
  holdsForEveryUnit(({ workOrders, leases }: SeedUnit) => {
    for (const { reporter, created_at, category } of workOrders) {
      const day = created_at.slice(0, 10)
      if (category === 'UNIT_TURN') {
        assert.equal(reporter, null)
        assert.ok(leases.some(lease => lease.move_out_date === addDays(day, -1)))
        continue
      }
      const lease = leases.find(one => one.residents[0]?.external_id === reporter)
      assert.ok(lease && (lease.move_in_date as string) <= day && (lease.move_out_date ?? day) >= day)
    }
  })
})

test('a lead inquired no earlier than a few weeks before the records begin, and one who leased is on the lease', () => {
  holdsForEveryUnit(({ leads, leases, is_listed: isListed }, { today, recordsFrom }) => {
    const names = leases.map(({ residents }) => `${residents[0]?.first_name} ${residents[0]?.last_name}`)
    for (const { created_at, status, first_name: firstName, last_name: lastName } of leads) {
      assert.ok(created_at.slice(0, 10) <= today && created_at.slice(0, 10) >= addDays(recordsFrom, -40))
      if (status === 'LEASED') assert.ok(names.includes(`${firstName} ${lastName}`))
      // The unit is listed, or its resident is on notice.
      if (status === 'NEW') assert.ok(isListed || leases.some(lease => (lease.move_out_date ?? '') >= today))
    }
  })
})

test('there are about 1.2 work orders per unit and year, most of them completed', () => {
  assertBetween(workOrders.length / units.length / (MONTHS / 12), 1.05, 1.35)
  const share = (status: SeedWorkOrder['status']) =>
    workOrders.filter(workOrder => workOrder.status === status).length / workOrders.length
  assertBetween(share('COMPLETED'), 0.9, 0.96)
  assertBetween(share('CANCELLED'), 0.03, 0.05)
  for (const status of ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD'] as const) {
    assertBetween(share(status) * workOrders.length, 5, 120)
  }
})

test('work orders have every category and priority, come mostly from residents, and have realistic costs', () => {
  const kinds = new Set(workOrders.map(workOrder => `${workOrder.category} ${workOrder.priority}`))
  for (const category of ['PLUMBING', 'HVAC', 'ELECTRICAL', 'APPLIANCE', 'LOCKS', 'SAFETY', 'CLEANING', 'UNIT_TURN']) {
    assert.ok(
      [...kinds].some(kind => kind.startsWith(category)),
      category,
    )
  }
  for (const priority of ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY'])
    assert.ok([...kinds].some(kind => kind.endsWith(priority)))
  assertBetween(workOrders.filter(({ source }) => source === 'RESIDENT').length / workOrders.length, 0.4, 0.65)
  const costs = workOrders.flatMap(({ cost_cents: costCents }) => costCents ?? [])
  assertBetween(costs.reduce((sum, cents) => sum + cents, 0) / costs.length, 10_000, 60_000)
})

test('some leads are open today, and most of the others leased or were lost', () => {
  const count = (status: string) => leads.filter(lead => lead.status === status).length
  for (const status of ['NEW', 'CONTACTED', 'TOURED', 'APPLIED']) assertBetween(count(status), 15, 250)
  assertBetween(count('LEASED') / leads.length, 0.3, 0.5)
  assertBetween(count('LOST') / leads.length, 0.4, 0.65)
  const recordsFrom = addMonths(TODAY, -MONTHS)
  const signed = units.flatMap(unit => unit.leases).filter(lease => (lease.signed_at ?? '') >= recordsFrom)
  assertBetween(count('LEASED') / signed.length, 0.7, 0.8)
})
