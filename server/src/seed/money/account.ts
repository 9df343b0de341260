/** The account of one lease, day by day: open invoices, credit, and the resulting ledger entries. */
import { totalOf } from '#server/domain/invoices/rules.ts'
import { DEPOSIT_RETURNED, OF_DEPOSIT } from '#server/domain/ledger/rules.ts'
import type { SeedEntry, SeedInvoice, SeedMoney, SeedPayment } from '../records.ts'

type OpenInvoice = { index: number; invoice: SeedInvoice; openCents: number; isDeposit: boolean }
type Received = {
  index: number
  payment: SeedPayment
  creditCents: number
  allocations: { to: OpenInvoice; cents: number }[]
}

export class Account {
  readonly money: SeedMoney = { invoices: [], payments: [], entries: [] }
  /** Open invoices by due date, then issue date, then number: the order in which payments are applied. */
  readonly #open: OpenInvoice[] = []
  readonly #received = new Map<SeedPayment, Received>()
  #depositCents = 0
  #creditCents = 0

  get depositCents(): number {
    return this.#depositCents
  }

  /** The amount that is due by `dueBy` (by any day if left out) and not paid, less the credit; negative if prepaid. */
  owedCents(dueBy?: string): number {
    let cents = -this.#creditCents
    for (const { invoice, openCents } of this.#open)
      if (dueBy === undefined || invoice.due_date <= dueBy) cents += openCents
    return cents
  }

  isOpen(invoice: SeedInvoice): boolean {
    return this.#open.some(one => one.invoice === invoice)
  }

  /** The payments with an unapplied amount. */
  credits(): SeedPayment[] {
    return [...this.#received.values()].filter(one => one.creditCents > 0).map(one => one.payment)
  }

  /**
   * Issues an invoice, and applies credit to it, the oldest payment first. Invoices are numbered in the order in which they are created, so it is
   * created no earlier than the one before it, such as the fee for another payment that was returned on the same day.
   */
  issue(invoice: SeedInvoice): void {
    const previous = this.money.invoices.at(-1)
    if (previous && previous.created_at > invoice.created_at) invoice.created_at = previous.created_at
    const isDeposit = invoice.lines[0]?.charge_code === 'DEPOSIT'
    const added = { index: this.money.invoices.push(invoice) - 1, invoice, openCents: totalOf(invoice), isDeposit }
    if (added.openCents === 0) return
    this.#putOpen(added)
    this.#applyCredit(invoice.issue_date, invoice.created_at)
  }

  /** Receives a payment and applies it, the oldest due date first; the rest becomes credit. */
  receive(payment: SeedPayment): void {
    const from: Received = { index: this.money.payments.push(payment) - 1, payment, creditCents: 0, allocations: [] }
    this.#received.set(payment, from)
    const entry = { effective_on: payment.payment_date, recorded_at: payment.created_at, description: 'Payment' }
    const left = this.#allocate(from, payment.amount_cents, (to, cents) => this.#postAllocation(from, to, cents, entry))
    this.#setCredit(from, left)
    if (left > 0) this.#postCredit(from, left, entry)
  }

  /** Adds a payment without ledger entries, because it failed or has not arrived yet. */
  addUnposted(payment: SeedPayment): void {
    this.money.payments.push(payment)
  }

  /** Reverses a payment, whatever it was applied to. */
  reverse(payment: SeedPayment, day: string, at: string, reason: string): void {
    const from = this.#received.get(payment)!
    const entry = { effective_on: day, recorded_at: at, description: 'Payment returned by the bank' }
    for (const { to, cents } of from.allocations) {
      this.#postAllocation(from, to, -cents, entry)
      if (to.openCents === 0) this.#putOpen(to)
      to.openCents += cents
    }
    if (from.creditCents > 0) this.#postCredit(from, -from.creditCents, entry)
    this.#setCredit(from, 0)
    this.#received.delete(payment)
    Object.assign(payment, { status: 'REVERSED', reversed_at: at, failure_reason: reason })
    this.#applyCredit(day, at)
  }

  /** Refunds the unapplied part of a payment, which is all of it if nothing was applied. */
  refund(payment: SeedPayment, day: string, at: string): void {
    const from = this.#received.get(payment)!
    const entry = { effective_on: day, recorded_at: at, description: 'Refund' }
    this.#post({ ...RECEIVABLE, ...entry, code: 'REFUND', payment: from.index, amount_cents: from.creditCents })
    payment.refunded_cents += from.creditCents
    if (payment.refunded_cents === payment.amount_cents) payment.status = 'REFUNDED'
    this.#setCredit(from, 0)
  }

  /** Adds a security deposit that has been held since before the records begin. */
  addOpeningDeposit(cents: number, day: string, at: string): void {
    this.#hold(cents, { effective_on: day, recorded_at: at, description: 'Deposit held before the records begin' })
  }

  /** Returns part of the deposit to the resident or, with a payment, withholds it. */
  releaseDeposit(cents: number, day: string, at: string, payment?: SeedPayment): void {
    const description = payment ? 'Deposit withheld' : DEPOSIT_RETURNED
    const from = payment ? (this.#received.get(payment) as Received).index : null
    this.#hold(-cents, { effective_on: day, recorded_at: at, description, payment: from })
  }

  #post(entry: Omit<SeedEntry, 'invoice' | 'payment' | 'due_on'> & Partial<SeedEntry>): void {
    this.money.entries.push({ invoice: null, payment: null, due_on: null, ...entry })
  }

  /** Posts an allocation; if `cents` is negative, it takes one back. */
  #postAllocation(from: Received, to: OpenInvoice, cents: number, entry: PaymentEntry): void {
    const bears = { invoice: to.index, payment: from.index }
    this.#post({ ...RECEIVABLE, ...entry, ...bears, amount_cents: -cents, due_on: to.invoice.due_date })
    if (to.isDeposit) this.#hold(cents, { ...entry, ...bears, description: OF_DEPOSIT.description })
  }

  #postCredit(from: Received, cents: number, entry: PaymentEntry): void {
    this.#post({ ...RECEIVABLE, ...entry, payment: from.index, amount_cents: -cents })
  }

  #hold(cents: number, entry: PaymentEntry & Partial<SeedEntry>): void {
    this.#depositCents += cents
    this.#post({ account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: cents, ...entry })
  }

  #allocate(from: Received, availableCents: number, post: (to: OpenInvoice, cents: number) => void): number {
    let leftCents = availableCents
    for (const to of [...this.#open]) {
      const cents = Math.min(leftCents, to.openCents)
      if (cents === 0) continue
      leftCents -= cents
      to.openCents -= cents
      if (to.openCents === 0) this.#open.splice(this.#open.indexOf(to), 1)
      from.allocations.push({ to, cents })
      post(to, cents)
    }
    return leftCents
  }

  #applyCredit(day: string, at: string): void {
    if (this.#creditCents === 0) return
    for (const from of this.#received.values()) {
      const entry = { effective_on: day, recorded_at: at, description: 'Credit applied' }
      const leftCents = this.#allocate(from, from.creditCents, (to, cents) => {
        this.#postCredit(from, -cents, entry)
        this.#postAllocation(from, to, cents, entry)
      })
      this.#setCredit(from, leftCents)
    }
  }

  #setCredit(from: Received, cents: number): void {
    this.#creditCents += cents - from.creditCents
    from.creditCents = cents
  }

  #putOpen(added: OpenInvoice): void {
    const at = this.#open.findIndex(one => comesBefore(added, one))
    this.#open.splice(at === -1 ? this.#open.length : at, 0, added)
  }
}

type PaymentEntry = Pick<SeedEntry, 'effective_on' | 'recorded_at' | 'description'>

function comesBefore(a: OpenInvoice, b: OpenInvoice): boolean {
  const [first, second] = [a.invoice, b.invoice]
  if (first.due_date !== second.due_date) return first.due_date < second.due_date
  if (first.issue_date !== second.issue_date) return first.issue_date < second.issue_date
  return a.index < b.index
}

const RECEIVABLE = { account: 'RECEIVABLE', code: 'PAYMENT' } as const
