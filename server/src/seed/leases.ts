/** Turns a tenancy's dates into the lease on record: signature, money and people. */
import { addDays } from '#server/base/dates.ts'
import { drawCharges, type Fees } from './charges.ts'
import { drawHousehold } from './households.ts'
import { instantOn } from './instants.ts'
import type { MarketRent } from './market-rents.ts'
import { tellMoney } from './money/history.ts'
import type { BilledLease, MoneyDays } from './money/invoices.ts'
import type { Random } from './random.ts'
import type { SeedLease } from './records.ts'
import type { Tenancy } from './tenancies.ts'

export type LeaseSetting = { market: MarketRent; fees: Fees; bedrooms: number; areaCode: string; days: MoneyDays }

export function buildLease(random: Random, externalId: string, tenancy: Tenancy, setting: LeaseSetting): SeedLease {
  const { today } = setting.market
  const startDate = tenancy.termStarts[0]
  const charges = drawCharges(random.branch('charges'), tenancy, setting.market, setting.fees)
  const livedUntil = tenancy.moveOutDate !== null && tenancy.moveOutDate < today ? tenancy.moveOutDate : today
  const isMonthToMonth = tenancy.endDate < livedUntil
  const lease: BilledLease = {
    externalId,
    stage: tenancy.stage,
    termType: isMonthToMonth ? 'MONTH_TO_MONTH' : 'FIXED',
    startDate,
    // One month-to-month resident in five signed an agreement without an end; the others outlived the term on file.
    endDate: isMonthToMonth && random.chance(0.2) ? null : tenancy.endDate,
    moveInDate: drawMoveIn(random, startDate, today),
    moveOutDate: tenancy.moveOutDate,
    noticeGivenOn: tenancy.noticeGivenOn,
    evictionFiledOn: tenancy.evictionFiledOn,
    signedAt: tenancy.stage === 'SIGNED' ? drawSignature(random, startDate, today) : null,
    rentDueDay: random.chance(0.94) ? 1 : random.pick([3, 5, 15]),
    // A month's rent mostly; every factor leaves whole cents, because rents are multiples of $5.
    depositCents: charges[0]!.amountCents * random.pick([0.5, 1, 1, 1, 1, 1.5]),
    charges,
    residents: drawHousehold(random.branch('household'), externalId, setting.bedrooms, setting.areaCode),
  }
  return { ...lease, money: tellMoney(random.branch('money'), lease, setting.days) }
}

/** The first day or one soon after it; nobody has moved into a lease that is yet to start. */
function drawMoveIn(random: Random, startDate: string, today: string): string | null {
  const moveIn = addDays(startDate, random.pick([0, 0, 0, 0, 0, 1, 2, 3]))
  if (startDate > today) return null
  return moveIn > today ? startDate : moveIn
}

/** Up to 25 days ahead, when the earlier household's notice is already known, and before today. */
function drawSignature(random: Random, startDate: string, today: string): string {
  const signedOn = addDays(startDate, -random.integer(3, 25))
  const day = signedOn < today ? signedOn : addDays(today, -random.integer(1, 4))
  return instantOn(random, day)
}
