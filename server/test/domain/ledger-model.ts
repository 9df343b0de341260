/**
 * An independent model of a lease's money, for tests: it keeps what was done, not what was posted to the ledger, and computes what must
 * then be owed, paid, unapplied and held. It follows the rules of the contract and uses none of the product's code.
 */

export type ModelInvoice = {
  id: string
  number: number
  issue: string
  due: string
  total: number
  isDeposit: boolean
  stage: 'DRAFT' | 'ISSUED' | 'VOID'
  voidedOn?: string
  /** The instant at which it was issued; undefined for a draft. */
  issuedAt?: number
}

export type ModelPayment = {
  id: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  date: string
  /** The instant at which it was received; it may be left out where no invoice is a draft. */
  arrivedAt?: number
  amount: number
  refunds: { on: string; cents: number }[]
  reversedOn?: string
  /** True for a payment made by withholding the deposit: the money leaves the deposit as the payment arrives. */
  isWithheld?: boolean
  /** Cents applied to each invoice, by the invoice's ID. */
  settles: Map<string, number>
}

export class LedgerModel {
  readonly invoices: ModelInvoice[] = []
  readonly payments: ModelPayment[] = []
  readonly #returned: { on: string; cents: number }[] = []
  /** Invoices whose balance has ever reached 0. */
  readonly everPaid = new Set<string>()

  paid(invoice: ModelInvoice): number {
    return this.payments.reduce((sum, { settles }) => sum + (settles.get(invoice.id) ?? 0), 0)
  }

  owed(invoice: ModelInvoice): number {
    return invoice.stage === 'ISSUED' ? invoice.total - this.paid(invoice) : 0
  }

  status(invoice: ModelInvoice): string {
    if (invoice.stage !== 'ISSUED') return invoice.stage
    if (this.owed(invoice) === 0) return 'PAID'
    return this.paid(invoice) > 0 ? 'PARTIALLY_PAID' : 'OPEN'
  }

  unapplied(payment: ModelPayment): number {
    if (payment.status !== 'PAID') return 0
    return payment.amount - this.refunded(payment) - [...payment.settles.values()].reduce((a, b) => a + b, 0)
  }

  refunded({ refunds }: ModelPayment): number {
    return refunds.reduce((sum, { cents }) => sum + cents, 0)
  }

  /** What the lease owes on a day, regardless of allocations. */
  balanceOn(day: string): number {
    let sum = 0
    for (const { stage, issue, total, voidedOn } of this.invoices) {
      if (stage === 'DRAFT' || issue > day || (voidedOn !== undefined && voidedOn <= day)) continue
      if (stage === 'VOID' && voidedOn === undefined) continue
      sum += total
    }
    for (const { status, date, amount, refunds, reversedOn } of this.payments) {
      if (!['PAID', 'REVERSED', 'REFUNDED'].includes(status) || date > day) continue
      const isReversed = reversedOn !== undefined && reversedOn <= day
      // A reversal takes back what was left, so what is refunded afterward counts until then.
      if (!isReversed) sum -= amount
      for (const { on, cents } of refunds) if (on <= day !== isReversed) sum += isReversed ? -cents : cents
    }
    return sum
  }

  /** The security deposit held after everything so far. */
  held(): number {
    const deposits = this.invoices.filter(({ isDeposit }) => isDeposit)
    const withheld = this.payments.filter(({ isWithheld }) => isWithheld)
    return (
      deposits.reduce((sum, invoice) => sum + this.paid(invoice), 0) -
      // What was refunded of a withheld deposit left with the resident, even if the rest is reversed afterward.
      withheld.reduce((sum, one) => sum + (one.status === 'REVERSED' ? this.refunded(one) : one.amount), 0) -
      this.#returned.reduce((sum, { cents }) => sum + cents, 0)
    )
  }

  issue(invoice: ModelInvoice): void {
    this.invoices.push(invoice)
    if (invoice.stage === 'ISSUED') this.applyCredit()
  }

  arrive(payment: ModelPayment, told?: { invoice: ModelInvoice; cents: number }[]): void {
    if (!this.payments.includes(payment)) this.payments.push(payment)
    if (payment.status !== 'PAID') return
    if (told) for (const { invoice, cents } of told) payment.settles.set(invoice.id, cents)
    else this.#settle(payment, () => true)
    this.#notice()
  }

  /**
   * A deposit is withheld for what is owed on its own day, which an invoice is not before its issue, nor while money pays it that is taken back later. The
   * model does not know for how long money has paid an invoice, so where some is taken back later, it accepts any invoices that are owed.
   */
  withhold(payment: ModelPayment, told: { invoice: ModelInvoice; cents: number }[]): void {
    this.payments.push(payment)
    const isOwed = ({ isDeposit, issue }: ModelInvoice) => !isDeposit && issue <= payment.date
    if (this.#isTakenBackAfter(payment.date)) {
      for (const { invoice, cents } of told)
        if (isOwed(invoice) && cents <= this.owed(invoice)) payment.settles.set(invoice.id, cents)
    } else this.#settle(payment, isOwed)
    this.#notice()
  }

  #isTakenBackAfter(day: string): boolean {
    return this.payments.some(
      ({ reversedOn, refunds }) => (reversedOn !== undefined && reversedOn > day) || refunds.some(({ on }) => on > day),
    )
  }

  reverse(payment: ModelPayment, on: string): void {
    payment.status = 'REVERSED'
    payment.reversedOn = on
    payment.settles.clear()
    this.applyCredit()
  }

  refund(payment: ModelPayment, cents: number, on: string): void {
    let left = Math.max(0, cents - this.unapplied(payment))
    payment.refunds.push({ on, cents })
    for (const invoice of this.#inOrder().reverse()) {
      const part = Math.min(left, payment.settles.get(invoice.id) ?? 0)
      if (part === 0) continue
      payment.settles.set(invoice.id, (payment.settles.get(invoice.id) as number) - part)
      left -= part
    }
    if (this.refunded(payment) === payment.amount) payment.status = 'REFUNDED'
    this.applyCredit()
  }

  /**
   * Whether a payment that was recorded after the invoice, and not before it was issued, is applied to it. IDs sort by the instant of recording.
   */
  isPaidSince({ id, issuedAt = 0 }: ModelInvoice): boolean {
    return this.payments.some(
      ({ id: paymentId, arrivedAt = issuedAt, settles }) =>
        paymentId.slice(4) > id.slice(4) && arrivedAt >= issuedAt && (settles.get(id) ?? 0) > 0,
    )
  }

  /** What was applied to an invoice that is void now is credit, which is applied to what else is open. If nothing was, no other credit is applied either. */
  release(invoice: ModelInvoice): void {
    if (this.paid(invoice) === 0) return
    for (const { settles } of this.payments) settles.delete(invoice.id)
    this.applyCredit()
  }

  giveDepositBack(cents: number, on: string): void {
    this.#returned.push({ on, cents })
  }

  /** What was returned by a day and not voided, on that day and on every later one. */
  returnedBy(day: string): number {
    const sumBy = (last: string) => this.#returned.reduce((sum, { on, cents }) => sum + (on <= last ? cents : 0), 0)
    return Math.min(...[day, ...this.#returned.map(({ on }) => on).filter(on => on > day)].map(sumBy))
  }

  applyCredit(): void {
    const byAge = this.payments.toSorted((a, b) => (`${a.date}${a.id}` < `${b.date}${b.id}` ? -1 : 1))
    for (const payment of byAge) this.#settle(payment, () => true)
    this.#notice()
  }

  #settle(payment: ModelPayment, takes: (invoice: ModelInvoice) => boolean): void {
    for (const invoice of this.#inOrder().filter(takes)) {
      const part = Math.min(this.unapplied(payment), this.owed(invoice))
      if (part > 0) payment.settles.set(invoice.id, (payment.settles.get(invoice.id) ?? 0) + part)
    }
  }

  #notice(): void {
    for (const invoice of this.invoices)
      if (invoice.total > 0 && this.status(invoice) === 'PAID') this.everPaid.add(invoice.id)
  }

  #inOrder(): ModelInvoice[] {
    const key = ({ due, issue, number }: ModelInvoice) => `${due} ${issue} ${String(number).padStart(9, '0')}`
    return this.invoices.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  }
}
