/** Generated portfolios for checks that apply everywhere: small ones of every kind, and a large one for rare cases. */
import fc from 'fast-check'
import { addDays, addMonths } from '#server/base/dates.ts'
import { generatePortfolio, type PortfolioOptions } from '#server/seed/portfolio.ts'
import type { SeedLease, SeedProperty, SeedUnit } from '#server/seed/records.ts'
import { repeats } from '../sizes.ts'

export type Days = { today: string; recordsFrom: string }

const someOptions = fc.record({
  units: fc.integer({ min: 1, max: 90 }),
  months: fc.integer({ min: 1, max: 96 }),
  seed: fc.oneof(fc.string(), fc.integer()),
  today: fc.oneof(
    fc.integer({ min: 0, max: 15_000 }).map(days => addDays('2004-01-01', days)),
    fc.constantFrom('2024-02-29', '2025-02-28', '2026-01-01', '2026-12-31', '2027-03-31'),
  ),
})

/** Two payments of one lease are returned by the bank on one day. */
const TWO_RETURNED = { units: 60, months: 90, seed: 2_147_483_631, today: '2026-01-01' }
const LARGE = { units: repeats(1_000, 4_000), months: 18, seed: 'rare', today: '2026-07-15' }

/** The portfolios are generated once, because each check looks at all of them and generating them takes longer than most checks. */
let portfolios: { options: PortfolioOptions; properties: SeedProperty[] }[] | undefined

export function holdsForEveryProperty(check: (property: SeedProperty, days: Days) => void): void {
  portfolios ??= [LARGE, TWO_RETURNED, ...fc.sample(someOptions, repeats(12, 40))].map(options => {
    return { options, properties: [...generatePortfolio(options)] }
  })
  for (const { options, properties } of portfolios) {
    const days = { today: options.today, recordsFrom: addMonths(options.today, -options.months) }
    try {
      for (const property of properties) check(property, days)
    } catch (error) {
      throw new Error(`Of the portfolio ${JSON.stringify(options)}`, { cause: error })
    }
  }
}

export function holdsForEveryUnit(check: (unit: SeedUnit, days: Days) => void): void {
  holdsForEveryProperty((property, days) => {
    for (const unit of property.units) check(unit, days)
  })
}

export function holdsForEveryLease(check: (lease: SeedLease, days: Days, unit: SeedUnit) => void): void {
  holdsForEveryUnit((unit, days) => {
    for (const lease of unit.leases) check(lease, days, unit)
  })
}
