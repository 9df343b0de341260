/** Generates the money of one lease: its deposit, its monthly invoices, and the payments of its residents. */
import { addDays, earlier } from '#server/base/dates.ts'
import { instantOn, nightOf } from '../instants.ts'
import type { Random } from '../random.ts'
import type { SeedInvoice, SeedMoney } from '../records.ts'
import { Account } from './account.ts'
import { openAgenda } from './agenda.ts'
import { type BilledLease, depositInvoice, type MoneyDays, monthlyInvoices, singleInvoice } from './invoices.ts'
import type { MoneyContext } from './money-context.ts'
import { planFinalAccount } from './move-out.ts'
import { drawPayer } from './payers.ts'
import { addLatestPayment, pay, planPayments } from './paying.ts'
import { drawPayment } from './payments.ts'

/** The grace period in days; a late fee is charged on the day after it. */
const GRACE = 5

export function generateLeaseMoney(random: Random, lease: BilledLease, days: MoneyDays): SeedMoney {
  const account = new Account()
  if (lease.stage !== 'SIGNED') return account.money
  const { today, recordsFrom } = days
  const agenda = openAgenda(today)
  const context: MoneyContext = { random, lease, today, account, agenda, payer: drawPayer(random, lease, today) }
  const lateFeeCents = random.chance(0.75) ? random.pick([5_000, 5_000, 7_500, 10_000]) : 0

  if (lease.start_date < recordsFrom) addOpeningAmounts(context, recordsFrom)
  else takeDeposit(context)
  const invoices = monthlyInvoices(lease, days)
  for (const [index, invoice] of invoices.entries()) {
    agenda.at(invoice.issue_date, 'BILL', () => account.issue(invoice))
    if (lateFeeCents > 0) planLateFee(context, invoice, lateFeeCents)
    planPayments(context, invoice, invoices.length - index - 1)
  }
  const isOver = lease.move_out_date !== null && lease.move_out_date < today
  if (isOver) planFinalAccount(context, lease.move_out_date!)
  agenda.run()
  if (!isOver) addLatestPayment(context)
  return account.money
}

/** Opening amounts of a lease that is older than the records: its deposit and, for a few leases, a balance. */
function addOpeningAmounts(context: MoneyContext, recordsFrom: string): void {
  const { random, lease, account, agenda } = context
  account.addOpeningDeposit(lease.depositCents, lease.start_date, instantOn(random, lease.start_date))
  if (!random.chance(0.04)) return
  const amount_cents = 500 * random.integer(20, 200)
  const line = { charge_code: 'OPENING_BALANCE', description: 'Opening balance', amount_cents } as const
  const invoice = singleInvoice(line, recordsFrom, addDays(recordsFrom, -1), nightOf(recordsFrom))
  agenda.at(recordsFrom, 'BILL', () => account.issue(invoice))
  pay(context, invoice, addDays(recordsFrom, random.integer(3, 25)))
}

/** The security deposit, billed when the lease is signed and paid before move-in. */
function takeDeposit({ random, lease, account, agenda, payer }: MoneyContext): void {
  const invoice = depositInvoice(lease, lease.signed_at!)
  const day = earlier(addDays(invoice.issue_date, random.integer(1, 3)), lease.start_date)
  const means = payer.drawMeans(random)
  agenda.at(invoice.issue_date, 'BILL', () => account.issue(invoice))
  agenda.at(day, 'PAYMENT', () => account.receive(drawPayment(random, day, lease.depositCents, means)))
}

function planLateFee({ lease, account, agenda }: MoneyContext, late: SeedInvoice, amount_cents: number): void {
  const day = addDays(late.due_date, GRACE + 1)
  if (lease.move_out_date !== null && lease.move_out_date < day) return
  const line = { charge_code: 'LATE_FEE', description: 'Late fee', amount_cents } as const
  agenda.at(day, 'BILL', () => {
    if (account.isOpen(late)) account.issue(singleInvoice(line, day, day, nightOf(day)))
  })
}
