/** When the residents of a lease pay an invoice, and how much of it. */
import { addDays } from '#server/base/dates.ts'
import { totalOf } from '#server/domain/invoices/rules.ts'
import type { SeedInvoice } from '../records.ts'
import type { MoneyContext } from './money-context.ts'
import { attempt, drawPayment, isElectronic, refused } from './payments.ts'

/** Plans the payments for an invoice; `following` is how many monthly invoices are still to come. */
export function planPayments(context: MoneyContext, invoice: SeedInvoice, following: number): void {
  const { random, lease, payer } = context
  const after = (least: number, most: number) => addDays(invoice.due_date, random.integer(least, most))
  if (payer.strugglesFrom !== null && invoice.due_date >= payer.strugglesFrom) {
    if (!payer.paysNothing && random.chance(0.5)) payPart(context, invoice, after(0, 20), random.between(0.3, 0.7))
  } else if (invoice.issue_date === lease.start_date) {
    // Nobody moves in before the first month is paid.
    pay(context, invoice, invoice.due_date)
  } else if (payer.habit === 'OFTEN_LATE') {
    pay(context, invoice, random.chance(0.35) ? after(4, 24) : after(0, 2))
  } else if (payer.habit === 'IN_PARTS') {
    payPart(context, invoice, after(0, 2), random.between(0.4, 0.7))
    pay(context, invoice, after(7, 24))
  } else if (payer.habit === 'MONTHS_AHEAD') {
    const months = Math.min(random.integer(1, 5), lease.move_out_date === null ? 5 : following)
    pay(context, invoice, after(0, 1), dueCents => dueCents + months * totalOf(invoice))
  } else if (payer.habit === 'ROUNDED_UP') {
    pay(context, invoice, after(0, 2), dueCents => Math.ceil(dueCents / 5_000) * 5_000)
  } else {
    pay(context, invoice, addDays(invoice.due_date, random.pickWeighted(PUNCTUAL_DAYS).days))
  }
}

const PUNCTUAL_DAYS = [
  { days: 0, weight: 80 },
  { days: -1, weight: 5 },
  { days: -3, weight: 4 },
  { days: 1, weight: 6 },
  { days: 2, weight: 3 },
  { days: 3, weight: 2 },
] as const

/** Pays the amount that is due by then, including the invoice, less the credit, or the amount that `amountOf` returns for it. */
export function pay(
  context: MoneyContext,
  invoice: SeedInvoice,
  day: string,
  amountOf = (dueCents: number) => dueCents,
): void {
  const { account, agenda } = context
  agenda.at(day, 'PAYMENT', () => {
    const aheadCents = day < invoice.issue_date ? totalOf(invoice) : 0
    const dueCents = account.owedCents(invoice.due_date) + aheadCents
    if (dueCents > 0) attempt(context, day, amountOf(dueCents), again => pay(context, invoice, again))
  })
}

function payPart(context: MoneyContext, invoice: SeedInvoice, day: string, share: number): void {
  context.agenda.at(day, 'PAYMENT', () => {
    const cents = Math.min(Math.round((totalOf(invoice) * share) / 2_500) * 2_500, context.account.owedCents())
    if (cents > 0) attempt(context, day, cents, () => {})
  })
}

/** Adds the latest payment: some of those who owe something today have a pending payment, and some have just had a failed one. */
export function addLatestPayment({ random, today, account, payer }: MoneyContext): void {
  const owedCents = account.owedCents(addDays(today, -1))
  if (owedCents <= 0) return
  const payment = drawPayment(random, addDays(today, -random.integer(0, 2)), owedCents, payer.drawMeans(random))
  if (!isElectronic(payment)) return
  if (random.chance(0.3)) account.addUnposted({ ...payment, status: 'PENDING', received_at: null })
  else if (random.chance(0.15)) account.addUnposted(refused(payment))
}
