/** Recording payments, one or many, and settling invoices with them. */
import { newId } from '#server/base/ids.ts'
import { fieldError } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events.ts'
import { invoiceStatesOf } from '../invoices/operations.ts'
import { emitPaid } from '../invoices/paid.ts'
import { checkOwed } from '../invoices/rules.ts'
import { checkOnLeases, lockMoney, openInvoicesOf, postEntries } from '../ledger/operations.ts'
import type { LedgerEntry, LockedLease } from '../ledger/records.ts'
import {
  allocateOldestFirst,
  checkAmount,
  checkDay,
  entriesOfPayment,
  groupByLease,
  newlyPaid,
} from '../ledger/rules.ts'
import { findPayments, getPayment, savePayments } from './operations.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentRecord } from './records.ts'
import { type Allocation, allocateAsGiven, checkAllocations, checkMethod, checkText } from './rules.ts'

export type NewPayment = {
  leaseId: string
  residentId?: string | null
  /** PAID, when left out. What is not PAID settles nothing. */
  status?: 'PAID' | 'PENDING' | 'FAILED' | 'CANCELLED'
  method: PaymentRecord['method']
  amountCents: number
  /** Today, when left out. */
  paymentDate?: string
  /** RFC 3339; of a PAID one now, when left out. */
  receivedAt?: string
  reference?: string | null
  memo?: string | null
  failureReason?: string | null
  externalId?: string | null
  /** What it settles, of a PAID one; oldest due first, when left out. The rest is credit of the lease. */
  allocations?: readonly Allocation[]
}

/** Records a payment that has arrived or is on its way. */
export async function recordPayment(
  context: Context,
  input: NewPayment & { status?: 'PAID' | 'PENDING' },
): Promise<PaymentRow> {
  const id = (await recordNew(context, [input], true))[0] as string
  const recorded = await getPayment(context, { id })
  await logAdministration(context, context.organizationId, 'payment.record', id, { after: recorded })
  return recorded
}

/** Records any number of payments in a few statements, in the order in which they were made. Returns their ids, in the given order. */
export async function recordPayments(
  context: Context,
  inputs: readonly NewPayment[],
  { emits = false }: { emits?: boolean } = {},
): Promise<string[]> {
  if (inputs.length === 0) return []
  const ids = await recordNew(context, inputs, emits)
  const amount_cents = inputs.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const after = { payments: inputs.length, amount_cents }
  await logAdministration(context, context.organizationId, 'payment.record_many', ids[0] as string, { after })
  return ids
}

async function recordNew(context: Context, inputs: readonly NewPayment[], emits: boolean): Promise<string[]> {
  const { now, today } = context
  for (const [index, input] of inputs.entries()) {
    check(input, today, inputs.length === 1 ? '' : `payments[${index}].`)
  }
  const leases = await lockMoney(
    context,
    inputs.map(({ leaseId }) => leaseId),
  )
  const payments = inputs.map(({ allocations, ...input }) => {
    const { propertyId, unitId } = leases.get(input.leaseId) as LockedLease
    const { status = 'PAID', paymentDate = today, receivedAt = new Date(now).toISOString() } = input
    const rest = { reference: null, memo: null, failureReason: null, externalId: null, residentId: null }
    const id = newId('payment', now)
    const changed = { refundedCents: 0, reversedAt: null, receivedAt: status === 'PAID' ? receivedAt : null }
    return { ...rest, ...input, id, propertyId, unitId, status, paymentDate, ...changed, allocations }
  })
  await checkOnLeases(context, payments)
  const paid = payments.filter(({ status }) => status === 'PAID')
  await postPayments(context, paid, { emits, toStore: payments })
  return payments.map(({ id }) => id)
}

export type ReceivedPayment = Pick<PaymentRecord, 'id' | 'leaseId' | 'amountCents' | 'paymentDate'> & {
  allocations?: readonly Allocation[] | undefined
  /** A deposit that is withheld is not money that came in, and it does not pay the invoice of a deposit: that would be paying itself. */
  isWithheldDeposit?: boolean
}

/**
 * Enters payments that are PAID in the ledger, the earliest first, with `more` that belongs to them; the leases are locked. Payments that are
 * new, `toStore`, are stored behind their entries, and so with what of them is allocated already. Emits that money was received, and which
 * invoices are thereby paid for the first time.
 */
export async function postPayments(
  context: Context,
  payments: readonly ReceivedPayment[],
  {
    emits,
    more = [],
    toStore = [],
  }: { emits: boolean; more?: readonly LedgerEntry[]; toStore?: readonly PaymentRecord[] },
): Promise<void> {
  if (payments.length === 0) return savePayments(context, toStore)
  await checkAllPayable(context, payments)
  const open = groupByLease(await openInvoicesOf(context, [...new Set(payments.map(({ leaseId }) => leaseId))]))
  const entries: LedgerEntry[] = [...more]
  for (const payment of payments.toSorted(earliestFirst)) {
    const { leaseId, amountCents, paymentDate, allocations, isWithheldDeposit } = payment
    const invoices = (open.get(leaseId) ?? []).filter(({ isDeposit }) => !(isDeposit && isWithheldDeposit))
    const applied = allocations
      ? allocateAsGiven(invoices, allocations, paymentDate)
      : allocateOldestFirst(invoices, amountCents, paymentDate)
    entries.push(...entriesOfPayment(payment, applied))
  }
  await postEntries(context, entries)
  await savePayments(context, toStore)
  if (!emits) return
  const received = payments.filter(({ isWithheldDeposit }) => !isWithheldDeposit).map(({ id }) => id)
  await emitAll(
    context,
    'payment.received',
    (await findPayments(context, received)).map(payment => ({ payment })),
  )
  await emitPaid(context, newlyPaid([...open.values()].flat()))
}

/** Refuses what a payment is told to settle and cannot, with the reason. */
async function checkAllPayable(context: Context, payments: readonly ReceivedPayment[]): Promise<void> {
  const told = payments.flatMap(({ leaseId, allocations = [] }) =>
    allocations.map(({ invoiceId }, index) => ({ leaseId, invoiceId, path: `allocations[${index}].invoice_id` })),
  )
  if (told.length === 0) return
  const ids = told.map(({ invoiceId }) => invoiceId)
  const found = await invoiceStatesOf(context, ids)
  for (const { leaseId, invoiceId, path } of told) {
    const invoice = found.get(invoiceId)
    if (!invoice) throw fieldError(path, 'names no invoice of this organization')
    if (invoice.leaseId !== leaseId) throw fieldError(path, 'names an invoice of another lease')
    checkOwed(invoice.status)
  }
}

function earliestFirst(a: ReceivedPayment, b: ReceivedPayment): number {
  return a.paymentDate === b.paymentDate ? 0 : a.paymentDate < b.paymentDate ? -1 : 1
}

function check(input: NewPayment, today: string, at: string): void {
  const { method, amountCents, paymentDate = today, status = 'PAID', allocations } = input
  checkMethod(`${at}method`, method)
  checkAmount(`${at}amount_cents`, amountCents)
  checkDay(`${at}payment_date`, paymentDate, today)
  checkText(`${at}reference`, input.reference, 200)
  checkText(`${at}memo`, input.memo, 1_000)
  checkText(`${at}failure_reason`, input.failureReason, 500)
  if (input.failureReason && status !== 'FAILED') throw fieldError(`${at}failure_reason`, 'is for a FAILED payment')
  if (!allocations) return
  if (status !== 'PAID')
    throw fieldError(`${at}allocations`, 'can be told of a PAID payment only; tell them as it is settled')
  checkAllocations(allocations, amountCents, `${at}allocations`)
}
