/** How the residents of a lease pay: their habit, their usual method, and whether they have run out of money. */
import { addDays } from '#server/base/dates.ts'
import type { Random } from '../random.ts'
import type { SeedPayment } from '../records.ts'
import type { BilledLease } from './invoices.ts'

export type Payer = {
  habit: (typeof HABITS)[number]['habit']
  /** From this day on, little or nothing of the amount due is paid. */
  strugglesFrom: string | null
  paysNothing: boolean
  /** The method of the next payment. */
  drawMeans(random: Random): Pick<SeedPayment, 'method' | 'reference'>
}

/** Shares of leases by habit. They result in about one lease in twenty that owes something in the middle of a month, and three in a hundred that are prepaid. */
const HABITS = [
  { habit: 'PUNCTUAL', weight: 86 },
  { habit: 'OFTEN_LATE', weight: 8 },
  { habit: 'IN_PARTS', weight: 2.5 },
  { habit: 'MONTHS_AHEAD', weight: 2 },
  { habit: 'ROUNDED_UP', weight: 1.5 },
] as const

const METHODS = [
  { method: 'ACH', weight: 62 },
  { method: 'CARD', weight: 14 },
  { method: 'CHECK', weight: 14 },
  { method: 'MONEY_ORDER', weight: 6 },
  { method: 'CASH', weight: 4 },
] as const

export function drawPayer(random: Random, lease: BilledLease, today: string): Payer {
  const usual = random.pickWeighted(METHODS).method
  let checkNumber = random.integer(101, 4_800)
  return {
    habit: random.pickWeighted(HABITS).habit,
    strugglesFrom: drawStruggle(random, lease, today),
    paysNothing: lease.eviction_filed_on !== null,
    drawMeans(random) {
      const method = random.chance(0.92) ? usual : random.pickWeighted(METHODS).method
      if (method === 'CHECK') checkNumber += random.integer(1, 4)
      return { method, reference: method === 'CHECK' ? String(checkNumber) : referenceOf(random, method) }
    },
  }
}

/**
 * The day from which the residents pay little or nothing, if there is one. An eviction is filed over unpaid rent. A few of the residents who stay
 * are behind today, and a few of those who leave are behind at the end.
 */
function drawStruggle(random: Random, lease: BilledLease, today: string): string | null {
  if (lease.eviction_filed_on !== null) return addDays(lease.eviction_filed_on, -random.integer(40, 80))
  const isOver = lease.move_out_date !== null && lease.move_out_date < today
  if (isOver) return random.chance(0.03) ? addDays(lease.move_out_date!, -random.integer(10, 45)) : null
  return random.chance(0.014) ? addDays(today, -random.integer(12, 75)) : null
}

function referenceOf(random: Random, method: SeedPayment['method']): string {
  const digits = (count: number) => String(random.integer(10 ** (count - 1), 10 ** count - 1))
  switch (method) {
    case 'ACH':
      return `ACH ${digits(9)}`
    case 'CARD':
      return `Card ending ${String(random.integer(0, 9_999)).padStart(4, '0')}`
    case 'CASH':
      return `Receipt ${digits(5)}`
    default:
      return digits(11)
  }
}
