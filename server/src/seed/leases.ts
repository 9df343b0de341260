/** Turns a tenancy's dates into the lease on record: signature, charges, deposit and residents. */
import { addDays, earlier } from '#server/base/dates.ts'
import { drawCharges, type Fees } from './charges.ts'
import { instantOn } from './instants.ts'
import { drawResidents } from './lease-residents.ts'
import type { MarketRent } from './market-rents.ts'
import { generateLeaseMoney } from './money/history.ts'
import type { BilledLease, MoneyDays } from './money/invoices.ts'
import type { Random } from './random.ts'
import type { SeedLease } from './records.ts'
import type { Tenancy } from './tenancies.ts'

type LeaseSetting = { market: MarketRent; fees: Fees; bedrooms: number; areaCode: string; days: MoneyDays }

export function buildLease(random: Random, externalId: string, tenancy: Tenancy, setting: LeaseSetting): SeedLease {
  const { today } = setting.market
  const startDate = tenancy.termStarts[0]
  const charges = drawCharges(random.branch('charges'), tenancy, setting.market, setting.fees)
  const livedUntil = earlier(tenancy.moveOutDate ?? today, today)
  const isMonthToMonth = tenancy.endDate < livedUntil
  const lease: BilledLease = {
    external_id: externalId,
    stage: tenancy.stage,
    term_type: isMonthToMonth ? 'MONTH_TO_MONTH' : 'FIXED',
    start_date: startDate,
    // One month-to-month lease in five was signed without an end; in the others, the residents stayed beyond the term on file.
    end_date: isMonthToMonth && random.chance(0.2) ? null : tenancy.endDate,
    move_in_date: drawMoveIn(random, startDate, today),
    move_out_date: tenancy.moveOutDate,
    notice_given_on: tenancy.noticeGivenOn,
    eviction_filed_on: tenancy.evictionFiledOn,
    signed_at: tenancy.stage === 'SIGNED' ? drawSignature(random, startDate, today) : null,
    rent_due_day: random.chance(0.94) ? 1 : random.pick([3, 5, 15]),
    // Mostly one month's rent. Every factor results in whole cents, because rents are multiples of $5.
    depositCents: charges[0]!.amountCents * random.pick([0.5, 1, 1, 1, 1, 1.5]),
    charges,
    residents: drawResidents(random.branch('household'), externalId, setting.bedrooms, setting.areaCode),
  }
  return { ...lease, money: generateLeaseMoney(random.branch('money'), lease, setting.days) }
}

/** The first day of the lease or a day soon after it; null for a lease that has not started. */
function drawMoveIn(random: Random, startDate: string, today: string): string | null {
  const moveIn = addDays(startDate, random.pick([0, 0, 0, 0, 0, 1, 2, 3]))
  if (startDate > today) return null
  return moveIn > today ? startDate : moveIn
}

/** Up to 25 days before the start, when the previous residents have already given notice, and before today. */
function drawSignature(random: Random, startDate: string, today: string): string {
  const signedOn = addDays(startDate, -random.integer(3, 25))
  const day = signedOn < today ? signedOn : addDays(today, -random.integer(1, 4))
  return instantOn(random, day)
}
