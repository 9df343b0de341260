/** Security deposits that are held for a lease: they are returned to the resident, or withheld for what the lease owes. */
import { newId } from '#server/base/ids.ts'
import { formatCents } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { entriesOf, getInvoice, saveInvoices } from '../invoices/operations.ts'
import type { InvoiceRecord } from '../invoices/records.ts'
import { checkLines } from '../invoices/rules.ts'
import { getLease, readLease } from '../leases/detail.ts'
import {
  depositAvailable,
  depositReturned,
  lockMoneyOfLease,
  openInvoicesOf,
  postEntries,
} from '../ledger/money-of-leases.ts'
import type { LedgerEntry, LockedLease, OpenInvoice } from '../ledger/records.ts'
import { availableFrom, checkDay, DEPOSIT_RETURN_VOIDED, DEPOSIT_RETURNED } from '../ledger/rules.ts'
import { detailOf, getPayment } from './operations.ts'
import { postPayments } from './record.ts'
import { reapplyCredit } from './reversals.ts'
import { type Allocation, newReceivedPayment } from './rules.ts'

/** Returns the deposit, or a part of it, to the resident. */
export const returnDeposit: ConsoleOperations['returnDeposit'] = async (
  context,
  { lease_id, amount_cents, on = context.today },
) => {
  await lockDeposit(context, lease_id, on)
  checkHeld(amount_cents, on, await depositAvailable(context, lease_id, on))
  await postEntries(context, [entryOf({ lease_id, amount_cents, effective_on: on, description: DEPOSIT_RETURNED })])
  const after = { amount_cents, effective_on: on }
  await logAdministration(context, 'deposit.return', lease_id, { after })
  return getLease(context, { lease_id })
}

/** Undoes the return of a deposit, or of a part of it, that was recorded by mistake: the amount is held again from the day on. */
export const voidDepositReturn: ConsoleOperations['voidDepositReturn'] = async (
  context,
  { lease_id, amount_cents, on = context.today },
) => {
  await lockDeposit(context, lease_id, on)
  const returned = await depositReturned(context, lease_id, on)
  if (amount_cents > returned) throw notReturned(on, returned)
  await postEntries(context, [
    entryOf({ lease_id, amount_cents: -amount_cents, effective_on: on, description: DEPOSIT_RETURN_VOIDED }),
  ])
  await logAdministration(context, 'deposit.void_return', lease_id, { after: { amount_cents, effective_on: on } })
  return getLease(context, { lease_id })
}

function notReturned(on: string, returned: number): Refusal {
  const words = returned === 0 ? `No deposit was returned` : `Only ${formatCents(returned)} of the deposit was returned`
  return new Refusal('conflict', `${words} by ${on}, apart from returns that were voided. Only a return can be voided.`)
}

/**
 * Withholds the deposit, or a part of it: the deductions become an invoice, and the deposit becomes a payment for the lease, which is applied to
 * that invoice and to what was owed before. It never leaves the resident a credit. Deductions beyond the deposit are paid from the credit of
 * the lease. If the payment is reversed, the deposit is held again.
 */
export const withholdDeposit: ConsoleOperations['withholdDeposit'] = async (
  context,
  { lease_id, amount_cents = 0, deductions = [], on = context.today, memo = 'Deposit withheld' },
) => {
  if (amount_cents === 0 && deductions.length === 0)
    throw fieldError('amount_cents', 'is required unless deductions is given')
  const lease = await lockDeposit(context, lease_id, on)
  const owed = (await openInvoicesOf(context, [lease_id])).flatMap(invoice => owedFrom(on, invoice))
  const available = await depositAvailable(context, lease_id, on)
  checkWithheld(amount_cents, { on, available, owed })
  const allocations = inOrder(owed, amount_cents)
  const left = available - amount_cents
  if (deductions.length > 0) {
    const { invoice_id, total_cents } = await chargeDeductions(context, lease, on, deductions)
    if (left > 0) allocations.push({ invoice_id, amount_cents: Math.min(left, total_cents) })
  }
  const withheld = allocations.reduce((sum, part) => sum + part.amount_cents, 0)
  if (withheld === 0) throw noneHeld(on)
  const payment_id = newId('payment', context.now)
  const description = 'Deposit withheld'
  const entry = entryOf({ lease_id, amount_cents: withheld, effective_on: on, description, payment_id })
  const payment = newReceivedPayment(lease, { payment_id, amount_cents: withheld, payment_date: on, memo }, context.now)
  const received = { ...payment, is_withheld_deposit: true, allocations }
  await postPayments(context, [received], { emits: true, more: [entry], toStore: [payment] })
  if (deductions.length > 0) await reapplyCredit(context, lease, on)
  const after = await getPayment(context, { id: payment_id })
  await logAdministration(context, 'deposit.withhold', lease_id, { after })
  return detailOf(context, after)
}

/**
 * What can be paid of an invoice on a day, if anything. One that is issued later, or that a payment pays until it is reversed, is not owed yet, so the
 * deposit would be credit until then. The invoice of a deposit is left out, because the deposit would be paying for itself.
 */
function owedFrom(
  on: string,
  { invoice_id, is_deposit, issue_date, total_cents, allocated }: OpenInvoice,
): Allocation[] {
  const amount_cents = availableFrom(on, [{ on: issue_date, cents: total_cents }, ...allocated])
  return is_deposit || amount_cents === 0 ? [] : [{ invoice_id, amount_cents }]
}

/** Throws conflict if `cents` is more than the deposit that is held, or more than what the lease owes on the day apart from deposits. */
function checkWithheld(
  cents: number,
  { on, available, owed }: { on: string; available: number; owed: readonly Allocation[] },
): void {
  checkHeld(cents, on, available)
  const total = owed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (cents <= total) return
  const words = total === 0 ? `The lease owes nothing on ${on}` : `The lease owes only ${formatCents(total)} on ${on}`
  throw new Refusal('conflict', `${words}. Itemize what else the deposit is withheld for in deductions.`)
}

/** Allocates `cents` of a deposit to the earliest due invoices first. */
function inOrder(owed: readonly Allocation[], cents: number): Allocation[] {
  let left = cents
  return owed.flatMap(({ invoice_id, amount_cents }) => {
    const part = Math.min(left, amount_cents)
    left -= part
    return part > 0 ? [{ invoice_id, amount_cents: part }] : []
  })
}

/** Issues the invoice of the deductions. Credit of the lease is not applied to it yet, because the deposit pays it first. */
async function chargeDeductions(
  context: Context,
  lease: LockedLease,
  on: string,
  deductions: readonly { description: string; amount_cents: number }[],
): Promise<{ invoice_id: string; total_cents: number }> {
  const lines = deductions.map(deduction => ({ charge_code: 'OTHER' as const, ...deduction }))
  checkLines(lines)
  const invoice_id = newId('invoice', context.now)
  const dates = { issue_date: on, due_date: on, period_start: null, period_end: null, recurring_month: null }
  const invoice: InvoiceRecord = { invoice_id, ...lease, ...dates, is_draft: false, lines, external_id: null }
  await saveInvoices(context, [invoice])
  await postEntries(context, entriesOf(invoice))
  const after = await getInvoice(context, { id: invoice_id })
  await logAdministration(context, 'invoice.create', invoice_id, { after })
  return { invoice_id, total_cents: after.total_cents }
}

/** Locks the money of a lease that a path names, and checks the day on which its deposit changes. */
export async function lockDeposit(context: Context, leaseId: string, on: string): Promise<LockedLease> {
  // The path names the lease, so an unknown lease is a 404 and not a field error.
  await readLease(context, leaseId)
  checkDay('on', on, context.today)
  return lockMoneyOfLease(context, leaseId)
}

/** Throws conflict if `cents` is more than the deposit that is `available` from the day on. */
function checkHeld(cents: number, on: string, available: number): void {
  if (cents <= available) return
  if (available === 0) throw noneHeld(on)
  throw new Refusal(
    'conflict',
    `This is more than the deposit. Only ${formatCents(available)} is held for the lease on ${on} and on every later day.`,
  )
}

function noneHeld(on: string): Refusal {
  return new Refusal(
    'conflict',
    `No deposit is held for the lease on ${on}, or all of it is returned or withheld on a later day.`,
  )
}

/** The entry that takes `amount_cents` out of the deposit. */
function entryOf({
  amount_cents,
  ...fields
}: Pick<LedgerEntry, 'lease_id' | 'amount_cents' | 'effective_on' | 'description' | 'payment_id'>): LedgerEntry {
  return { ...fields, account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: -amount_cents }
}
