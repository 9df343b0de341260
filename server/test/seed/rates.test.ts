/** The figures that a property manager would look at are close to those of a real portfolio. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, daysBetween } from '#server/base/dates.ts'
import type { Situation } from '#server/seed/occupancy.ts'
import { generatePortfolio } from '#server/seed/portfolio.ts'
import type { SeedUnit } from '#server/seed/records.ts'
import { repeats } from '../sizes.ts'
import { assertBetween } from './assert-between.ts'
import { leaseToday, signedLeases, situationToday } from './situation-today.ts'

const TODAY = '2026-07-15'
const MONTHS = 36
const UNITS = repeats(4_000, 10_000)
const NO_MONEY = { invoices: [], payments: [], entries: [] }
const units: SeedUnit[] = []
for (const property of generatePortfolio({ units: UNITS, months: MONTHS, seed: 'rates', today: TODAY })) {
  // Dropped here, because these are a million values and other tests check them.
  for (const unit of property.units) for (const lease of unit.leases) lease.money = NO_MONEY
  units.push(...property.units)
}

function countBySituation(among: SeedUnit[]): Record<Situation, number> {
  const counts = {
    CURRENT: 0,
    NOTICE_RENTED: 0,
    NOTICE_UNRENTED: 0,
    EVICT: 0,
    VACANT_RENTED: 0,
    VACANT_UNRENTED: 0,
    OFFLINE: 0,
  }
  for (const unit of among) counts[situationToday(unit, TODAY)]++
  return counts
}

const counts = countBySituation(units)
const onNotice = counts.NOTICE_RENTED + counts.NOTICE_UNRENTED
const occupied = counts.CURRENT + counts.EVICT + onNotice
const vacant = counts.VACANT_RENTED + counts.VACANT_UNRENTED

test('94% of the units are occupied, 5% of these are on notice, a few face eviction, and a few more are offline', () => {
  assertBetween(occupied / units.length, 0.935, 0.945)
  assertBetween(onNotice / occupied, 0.045, 0.055)
  assertBetween(counts.NOTICE_RENTED / onNotice, 0.3, 0.5)
  assertBetween(counts.EVICT / occupied, 0.003, 0.007)
  assertBetween(counts.OFFLINE / units.length, 0.003, 0.007)
})

test('the occupancy is within a point of 94% from 500 units on, whatever the seed', () => {
  for (const size of [500, 550, 599, 777]) {
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const some = [...generatePortfolio({ units: size, months: 1, seed, today: TODAY })].flatMap(
        property => property.units,
      )
      const found = countBySituation(some)
      const lived = size - found.VACANT_RENTED - found.VACANT_UNRENTED - found.OFFLINE
      assertBetween(lived / size, 0.93, 0.95)
    }
  }
})

test('a quarter of the vacant units are preleased, and most of the others are listed', () => {
  assertBetween(counts.VACANT_RENTED / vacant, 0.2, 0.3)
  assertBetween(units.filter(unit => unit.is_listed).length / counts.VACANT_UNRENTED, 0.85, 0.97)
})

test('12% of the leases are month to month', () => {
  const current = units.map(unit => leaseToday(unit, TODAY)).filter(lease => lease !== undefined)
  assertBetween(current.filter(lease => lease.term_type === 'MONTH_TO_MONTH').length / current.length, 0.1, 0.14)
})

test('45% of the units turn over in a year', () => {
  const from = addMonths(TODAY, -MONTHS)
  const moveOuts = units
    .flatMap(signedLeases)
    .filter(({ move_out_date: moveOutDate }) => moveOutDate && moveOutDate >= from && moveOutDate < TODAY)
  assertBetween(moveOuts.length / units.length / (MONTHS / 12), 0.42, 0.48)
})

test('rents are about 3% below market, and many leases have had an increase', () => {
  let market = 0
  let rent = 0
  let raised = 0
  for (const unit of units) {
    const rents = leaseToday(unit, TODAY)?.charges.filter(charge => charge.code === 'RENT')
    if (!rents) continue
    market += unit.marketRents.at(-1)!.amountCents
    rent += rents.at(-1)!.amountCents
    if (rents.length > 1) raised++
  }
  assertBetween((market - rent) / market, 0.025, 0.035)
  assertBetween(raised / occupied, 0.4, 0.65)
})

test('some leases wait for a signature and some are drafts', () => {
  const stages = units.flatMap(unit => unit.leases.map(lease => lease.stage))
  assertBetween(stages.filter(stage => stage === 'PENDING_SIGNATURE').length / UNITS, 0.004, 0.015)
  assertBetween(stages.filter(stage => stage === 'DRAFT').length / UNITS, 0.001, 0.008)
})

test('a larger home costs more, and rents are typical of American cities', () => {
  const average = (bedrooms: number) => {
    const rents = units.filter(unit => unit.bedrooms === bedrooms).map(unit => unit.marketRents.at(-1)!.amountCents)
    return rents.reduce((sum, cents) => sum + cents, 0) / rents.length
  }
  const averages = [0, 1, 2, 3].map(average)
  assert.deepEqual(
    averages,
    averages.toSorted((a, b) => a - b),
  )
  for (const unit of units) assertBetween(unit.marketRents.at(-1)!.amountCents, 50_000, 700_000)
})

test('a tenancy lasts two years on average', () => {
  const ended = units.flatMap(signedLeases).filter(lease => lease.move_out_date && lease.move_out_date < TODAY)
  const days = ended.map(lease => daysBetween(lease.start_date, lease.move_out_date!))
  assertBetween(days.reduce((sum, length) => sum + length, 0) / days.length / 365, 1.8, 2.5)
})
