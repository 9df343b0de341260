/** Which steps a payment allows, and which entries they post, decided without reading the database. */
import type { PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { later } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Change, LedgerEntry, LedgerPosition, LockedLease, OpenInvoice } from '../ledger/records.ts'
import { allocate, type DatedAllocation, isNeverBelowZero, takeEarliest } from '../ledger/rules.ts'
import type { PaymentRecord, PaymentRow } from './records.ts'

export type Status = (typeof PAYMENT_STATUSES)[number]

/**
 * The statuses that each status can become. A payment that failed is not tried again: the next attempt is a new payment. A payment that was
 * recorded by mistake is voided, which makes it CANCELLED, and only such a payment can be restored.
 */
export const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['PAID', 'FAILED', 'CANCELLED'],
  PAID: ['REVERSED', 'REFUNDED', 'CANCELLED'],
  FAILED: [],
  REVERSED: [],
  REFUNDED: [],
  CANCELLED: ['PAID'],
}

/** The steps of each status. */
const STEPS = {
  PENDING: ['SETTLE', 'FAIL', 'CANCEL'],
  PAID: ['REVERSE', 'REFUND', 'VOID'],
  FAILED: [],
  REVERSED: [],
  REFUNDED: [],
  CANCELLED: ['RESTORE'],
} as const satisfies Record<Status, readonly string[]>

type Step = (typeof STEPS)[Status][number]

/** What a step does to a payment, to say which steps are possible. */
const DONE_BY: Readonly<Record<Step, string>> = {
  SETTLE: 'settled',
  FAIL: 'marked as failed',
  CANCEL: 'canceled',
  REVERSE: 'reversed',
  REFUND: 'refunded',
  VOID: 'voided',
  RESTORE: 'restored',
}

/** What a payment's steps depend on, apart from its status. */
type Marks = Pick<PaymentRow, 'source' | 'refunded_cents'> & { voided_at: string | null }

/** The steps that are possible now. A withheld deposit came from no bank, so it is voided; once a part of it is refunded, the rest can only be reversed. */
export function stepsOf(status: Status, { voided_at, source, refunded_cents }: Marks): Step[] {
  const isWithheldDeposit = source === 'SECURITY_DEPOSIT'
  const isOpen: Partial<Record<Step, boolean>> = {
    REVERSE: !isWithheldDeposit || refunded_cents > 0,
    VOID: refunded_cents === 0,
    RESTORE: voided_at !== null && !isWithheldDeposit,
  }
  return STEPS[status].filter(step => isOpen[step] ?? true)
}

/** Throws conflict if a payment cannot change from one status to another, or if this step makes that change only from the status `since`. */
export function checkTransition(from: Status, to: Status, since: Status = from): void {
  const next = NEXT_STATUSES[from]
  if (next.includes(to) && from === since) return
  const steps = STEPS[from].map(step => DONE_BY[step])
  const can =
    steps.length > 0 ? `It can be ${steps.join(', ').replace(/, (\w+)$/, ' or $1')}.` : 'Record a new payment.'
  const isOtherStep = next.includes(to) && from !== to
  const why = isOtherStep ? 'does not allow this step' : from === to ? 'already has that status' : `cannot become ${to}`
  throw new Refusal('conflict', `A payment that is ${from} ${why}. ${can}`)
}

/** The amount of a payment that is to be applied to an invoice. */
export type Allocation = { invoice_id: string; amount_cents: number }

/** Throws invalid_request if allocations name an invoice twice or add up to more than the payment. */
export function checkAllocations(allocations: readonly Allocation[], amountCents: number): void {
  const seen = new Set<string>()
  let sum = 0
  for (const [index, { invoice_id, amount_cents }] of allocations.entries()) {
    if (seen.has(invoice_id)) throw fieldError(`allocations[${index}].invoice_id`, 'must not name an invoice twice')
    seen.add(invoice_id)
    sum += amount_cents
  }
  if (sum > amountCents) {
    throw fieldError('allocations', `must not add up to more than the payment, ${formatCents(amountCents)}`)
  }
}

/**
 * Allocates a payment as requested, from day `from` on. The invoices are all among `open`. Throws conflict if an allocation is more than the
 * balance of its invoice.
 */
export function allocateAsGiven(
  open: readonly OpenInvoice[],
  allocations: readonly Allocation[],
  from: string,
): DatedAllocation[] {
  return allocations.map(({ invoice_id, amount_cents }) => {
    const invoice = open.find(one => one.invoice_id === invoice_id)!
    const { number, balance_cents } = invoice
    if (amount_cents > balance_cents) {
      const balance = `only ${formatCents(balance_cents)} is left to pay of invoice ${number}`
      throw new Refusal('conflict', `${formatCents(amount_cents)} is too much, because ${balance}.`)
    }
    return allocate(invoice, amount_cents, from)
  })
}

type Payer = Pick<PaymentRow, 'payment_id' | 'lease_id'>

/**
 * The entries that reverse what is left of a payment from day `on` on; whatever comes into force later is reversed on its own day. What is refunded
 * on a later day is not taken back by the bank, so until then it stays where the refund would take it from. The part of a withheld deposit that was
 * refunded has been paid out, so it is not held again.
 */
export function entriesOfReversal(
  payment: Payer & Pick<PaymentRow, 'refunded_cents'>,
  positions: readonly LedgerPosition[],
  on: string,
  description: 'Reversal' | 'Void' = 'Reversal',
): LedgerEntry[] {
  const entries = positions
    .filter(({ account, invoice_id }) => account === 'DEPOSIT' && invoice_id === null)
    .map(position =>
      opposite(payment, position, position.cents + payment.refunded_cents, later(on, position.on), description),
    )
  const places = placesOf(positions).map(place => ({ ...place, reversedCents: 0 }))
  for (const day of new Set(positions.map(position => later(on, position.on)).sort())) {
    let left = positions.reduce((sum, position) => sum + (position.on > day ? position.refunded_cents : 0), 0)
    for (const place of places) {
      const { position, deposit, changes } = place
      const heldCents = changes.reduce((sum, change) => sum + (change.on > day ? 0 : change.cents), 0)
      const keptCents = Math.min(left, Math.max(0, heldCents))
      const cents = heldCents - keptCents - place.reversedCents
      left -= keptCents
      place.reversedCents += cents
      entries.push(opposite(payment, position, -cents, day, description))
      if (deposit) entries.push(opposite(payment, deposit, cents, day, description))
    }
  }
  return entries
}

/** Where money of a payment is by day: the credit of the lease, or an invoice, and if that is one of a deposit, the deposit that is held. */
type Place = { position: LedgerPosition; deposit: LedgerPosition | undefined; changes: Change[] }

/** The places of a payment's money, in the order in which a refund takes from them: the credit first, then the invoices that are due last. */
function placesOf(positions: readonly LedgerPosition[]): Place[] {
  const receivable = positions.filter(({ account }) => account === 'RECEIVABLE')
  const { credit = [], invoices = [] } = Object.groupBy(receivable, one => (one.invoice_id ? 'invoices' : 'credit'))
  const byInvoice = [...Map.groupBy(invoices, ({ invoice_id }) => invoice_id).values()].sort(dueLastFirst)
  return [credit, ...byInvoice].flatMap(group => {
    const [position] = group
    if (!position) return []
    const { invoice_id } = position
    const deposit = positions.find(one => one.account === 'DEPOSIT' && one.invoice_id && one.invoice_id === invoice_id)
    return [{ position, deposit, changes: group.map(({ on, cents }) => ({ on, cents: -cents })) }]
  })
}

/** How the amount of a payment that counts changes by day: added when it is received or restored, taken away when it is voided or refunded. */
export function changesOf(positions: readonly LedgerPosition[]): Change[] {
  const receivable = positions.filter(({ account }) => account === 'RECEIVABLE')
  const sum = (ofDay: readonly LedgerPosition[]) => ofDay.reduce((total, { cents }) => total - cents, 0)
  return [...Map.groupBy(receivable, position => position.on)]
    .map(([on, ofDay]) => ({ on, cents: sum(ofDay) }))
    .filter(({ cents }) => cents !== 0)
    .sort((a, b) => (a.on < b.on ? -1 : 1))
}

/**
 * Throws invalid_request if a refund of `cents` on the day would take money that became available only later: the payment was void until it was
 * restored, or the money was applied to an invoice until that invoice was voided. Since then, the money may be credit or be applied to another invoice.
 */
export function checkRefundable(payment: Payer, positions: readonly LedgerPosition[], cents: number, on: string): void {
  const counted = changesOf(positions)
  const credit = changesOf(positions.filter(({ invoice_id }) => invoice_id === null))
  const wasReceived = (day: string) => isNeverBelowZero([...counted, { on: day, cents: -cents }])
  const isCredit = (day: string) => isNeverBelowZero([...credit, ...creditTaken(payment, positions, cents, day)])
  const days = [on, ...positions.map(position => later(on, position.on)).sort()]
  const from = days.find(day => wasReceived(day) && isCredit(day))!
  if (from === on) return
  const why = wasReceived(on)
    ? 'its credit was applied to an invoice that was voided on that day'
    : 'the payment was void'
  throw fieldError('on', `must not be before ${from}, because until then ${why}`)
}

/** What a refund takes from the credit of the payment, less what it takes from invoices for that, by day. */
function creditTaken(payment: Payer, positions: readonly LedgerPosition[], cents: number, on: string): Change[] {
  return entriesOfRefund(payment, positions, cents, on)
    .filter(({ account, invoice_id }) => account === 'RECEIVABLE' && !invoice_id)
    .map(({ effective_on, amount_cents }) => ({ on: effective_on, cents: -amount_cents }))
}

/** The entries that refund `cents` on day `on`: from credit first, then from the invoices that are due last. */
export function entriesOfRefund(
  payment: Payer,
  positions: readonly LedgerPosition[],
  cents: number,
  on: string,
): LedgerEntry[] {
  const { payment_id, lease_id } = payment
  const refund = { account: 'RECEIVABLE', code: 'REFUND', description: 'Refund' } as const
  const entries: LedgerEntry[] = [{ lease_id, payment_id, ...refund, amount_cents: cents, effective_on: on }]
  const { credit = [], invoices = [] } = Object.groupBy(placesOf(positions), ({ position }) =>
    position.invoice_id === null ? 'credit' : 'invoices',
  )
  const creditCents = credit.flatMap(({ changes }) => changes).reduce((sum, change) => sum + change.cents, 0)
  let left = Math.max(0, cents - creditCents)
  for (const { position, deposit, changes } of invoices) {
    for (const part of takeEarliest(left, on, changes)) {
      entries.push(opposite(payment, position, -part.cents, part.on, 'Refund'))
      entries.push(opposite(payment, { ...position, invoice_id: null, due_on: null }, part.cents, part.on, 'Refund'))
      if (deposit) entries.push(opposite(payment, deposit, part.cents, part.on, 'Refund'))
      left -= part.cents
    }
  }
  return entries
}

/** The entry that takes `cents` away from a position. */
function opposite(
  { payment_id, lease_id }: Payer,
  { account, invoice_id, due_on }: Pick<LedgerPosition, 'account' | 'invoice_id' | 'due_on'>,
  cents: number,
  effective_on: string,
  description: string,
): LedgerEntry {
  const code = account === 'DEPOSIT' ? 'DEPOSIT' : 'PAYMENT'
  return { lease_id, payment_id, account, code, invoice_id, due_on, amount_cents: -cents, effective_on, description }
}

function dueLastFirst([a]: readonly LedgerPosition[], [b]: readonly LedgerPosition[]): number {
  const key = (position: LedgerPosition | undefined) => `${position?.due_on} ${position?.issue_date}`
  if (key(a) !== key(b)) return key(a) < key(b) ? 1 : -1
  return (b?.number ?? 0) - (a?.number ?? 0)
}

/** A PAID payment without a transfer of money, such as a withheld deposit; it is received at the instant `now`. */
export function newReceivedPayment(
  { lease_id, property_id, unit_id, resident_id }: LockedLease,
  fields: Pick<PaymentRecord, 'payment_id' | 'amount_cents' | 'payment_date' | 'memo'>,
  now: number,
): PaymentRecord {
  const absent = { refunded_cents: 0, reversed_at: null, reference: null, failure_reason: null, external_id: null }
  const received = { status: 'PAID', method: 'OTHER', received_at: new Date(now).toISOString() } as const
  return { lease_id, property_id, unit_id, resident_id, ...absent, ...received, ...fields }
}
