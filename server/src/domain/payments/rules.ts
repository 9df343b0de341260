/** What may be done to a payment, and what that enters in the ledger, decided without looking anything up. */
import { PAYMENT_METHODS, type PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { formatCents } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { LedgerEntry, LedgerPosition, OpenInvoice } from '../ledger/records.ts'
import { allocate, checkAmount, type DatedAllocation, later, takeEarliest } from '../ledger/rules.ts'

export type Status = (typeof PAYMENT_STATUSES)[number]

/** What a payment in a status can become. One that failed is not tried again: the next attempt is a payment of its own. */
export const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['PAID', 'FAILED', 'CANCELLED'],
  PAID: ['REVERSED', 'REFUNDED'],
  FAILED: [],
  REVERSED: [],
  REFUNDED: [],
  CANCELLED: [],
}

/** What makes a payment become each of them. */
const STEPS = { PAID: 'SETTLE', FAILED: 'FAIL', CANCELLED: 'CANCEL', REVERSED: 'REVERSE', REFUNDED: 'REFUND' } as const

/** What can be done to a payment in a status. */
export function stepsOf(status: Status): (typeof STEPS)[keyof typeof STEPS][] {
  return NEXT_STATUSES[status].map(next => STEPS[next as keyof typeof STEPS])
}

/** Refuses a change of status that the table does not have. */
export function checkTransition(from: Status, to: Status): void {
  const next = NEXT_STATUSES[from]
  if (next.includes(to)) return
  const can = next.length > 0 ? `it can become ${next.join(', ')}` : 'it stays so; record a new payment instead'
  throw new Refusal('conflict', `A payment that is ${from} cannot become ${to}; ${can}.`)
}

export type Allocation = { invoiceId: string; amountCents: number }

/** Refuses parts that no payment of this amount has. `path` is where they stand in the input. */
export function checkAllocations(told: readonly Allocation[], amountCents: number, path: string): void {
  const seen = new Set<string>()
  for (const [index, { invoiceId, amountCents: cents }] of told.entries()) {
    checkAmount(`${path}[${index}].amount_cents`, cents)
    if (seen.has(invoiceId)) throw fieldError(`${path}[${index}].invoice_id`, 'names an invoice twice')
    seen.add(invoiceId)
  }
  const sum = told.reduce((total, { amountCents: cents }) => total + cents, 0)
  if (sum > amountCents)
    throw fieldError(path, `must not add up to more than the payment, $${formatCents(amountCents)}`)
}

/** Settles what is told, from day `from` on; refuses more than an invoice's balance. The invoices told are all among `open`. */
export function allocateAsGiven(
  open: readonly OpenInvoice[],
  told: readonly Allocation[],
  from: string,
): DatedAllocation[] {
  return told.map(({ invoiceId, amountCents }) => {
    const invoice = open.find(({ id }) => id === invoiceId) as OpenInvoice
    if (amountCents > invoice.balanceCents) {
      const left = `of invoice ${invoice.number} only $${formatCents(invoice.balanceCents)} is left to pay`
      throw new Refusal('conflict', `$${formatCents(amountCents)} is too much: ${left}.`)
    }
    return allocate(invoice, amountCents, from)
  })
}

export function checkMethod(path: string, method: string): void {
  if (!(PAYMENT_METHODS as readonly string[]).includes(method)) {
    throw fieldError(path, `must be one of ${PAYMENT_METHODS.join(', ')}`)
  }
}

export function checkText(path: string, text: string | null | undefined, maxLength: number): void {
  if (text === undefined || text === null) return
  if (text.length < 1 || text.length > maxLength) throw fieldError(path, `must be 1 to ${maxLength} characters long`)
}

/** Takes everything back that stands of a payment, on day `on`, and what comes in force later on its own day. */
export function entriesOfReversal(payment: Payer, positions: readonly LedgerPosition[], on: string): LedgerEntry[] {
  return positions.map(position => opposite(payment, position, position.cents, later(on, position.on), 'Reversal'))
}

/** Gives `cents` back on day `on`: first what settles nothing, then from the invoices that are due last. */
export function entriesOfRefund(
  payment: Payer,
  positions: readonly LedgerPosition[],
  cents: number,
  on: string,
): LedgerEntry[] {
  const { id: paymentId, leaseId } = payment
  const settling = positions.filter(({ account, invoiceId }) => account === 'RECEIVABLE' && invoiceId !== null)
  const credit = positions.filter(({ account, invoiceId }) => account === 'RECEIVABLE' && invoiceId === null)
  let left = Math.max(0, cents + credit.reduce((sum, entry) => sum + entry.cents, 0))
  const deposits = new Set(positions.filter(({ account }) => account === 'DEPOSIT').map(({ invoiceId }) => invoiceId))
  const byInvoice = [...Map.groupBy(settling, ({ invoiceId }) => invoiceId).values()].sort(dueLastFirst)
  const entries: LedgerEntry[] = [refundEntry({ id: paymentId, leaseId }, cents, on)]
  for (const group of byInvoice) {
    const settled = group.map(position => ({ on: position.on, cents: -position.cents }))
    for (const part of takeEarliest(left, on, settled)) {
      const [position] = group as [LedgerPosition]
      entries.push(opposite(payment, position, -part.cents, part.on, 'Refund'))
      entries.push(opposite(payment, { ...position, invoiceId: null, dueOn: null }, part.cents, part.on, 'Refund'))
      if (deposits.has(position.invoiceId)) {
        entries.push(opposite(payment, { ...position, account: 'DEPOSIT', dueOn: null }, part.cents, part.on, 'Refund'))
      }
      left -= part.cents
    }
  }
  return entries
}

type Payer = { id: string; leaseId: string }

function refundEntry({ id: paymentId, leaseId }: Payer, amountCents: number, effectiveOn: string): LedgerEntry {
  const entry = { leaseId, paymentId, amountCents, effectiveOn }
  return { ...entry, account: 'RECEIVABLE', code: 'REFUND', description: 'Refund' }
}

/** The entry that takes `cents` of what stands away. */
function opposite(
  { id: paymentId, leaseId }: Payer,
  { account, invoiceId, dueOn }: Pick<LedgerPosition, 'account' | 'invoiceId' | 'dueOn'>,
  cents: number,
  effectiveOn: string,
  description: string,
): LedgerEntry {
  const code = account === 'DEPOSIT' ? 'DEPOSIT' : 'PAYMENT'
  return { leaseId, paymentId, account, code, invoiceId, dueOn, amountCents: -cents, effectiveOn, description }
}

function dueLastFirst([a]: readonly LedgerPosition[], [b]: readonly LedgerPosition[]): number {
  const key = (position: LedgerPosition | undefined) => `${position?.dueOn} ${position?.issueDate}`
  if (key(a) !== key(b)) return key(a) < key(b) ? 1 : -1
  return (b?.number as number) - (a?.number as number)
}
