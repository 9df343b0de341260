/** The account of one lease, day by day: open invoices, credit, and the ledger entries that follow. */
import { totalOf } from '#server/domain/invoices/operations.ts'
import type { SeedEntry, SeedInvoice, SeedMoney, SeedPayment } from '../records.ts'

export type Account = {
  readonly money: SeedMoney
  /** The amount due by `dueBy` (by any day if left out) and not paid, less the credit; negative when prepaid. */
  owedCents(dueBy?: string): number
  depositCents(): number
  isOpen(invoice: SeedInvoice): boolean
  /** Issues an invoice; credit is applied to it, oldest payment first. */
  issue(invoice: SeedInvoice): void
  /** Receives a payment and applies it, oldest due date first; the rest is credit. */
  receive(payment: SeedPayment): void
  /** Keeps a payment without ledger entries, because it failed or has not arrived yet. */
  note(payment: SeedPayment): void
  /** Reverses a payment, whatever it was applied to. */
  reverse(payment: SeedPayment, day: string, at: string, reason: string): void
  /** Refunds the unapplied part of a payment, which is all of it if nothing was applied. */
  refund(payment: SeedPayment, day: string, at: string): void
  /** The payments with an unapplied amount. */
  credits(): SeedPayment[]
  /** A security deposit held since before the records begin. */
  bringDeposit(cents: number, day: string, at: string): void
  /** Returns part of the deposit to the resident or, with a payment, withholds it. */
  releaseDeposit(cents: number, day: string, at: string, payment?: SeedPayment): void
}

type OpenInvoice = { index: number; invoice: SeedInvoice; openCents: number; isDeposit: boolean }
type Received = {
  index: number
  payment: SeedPayment
  creditCents: number
  settled: { to: OpenInvoice; cents: number }[]
}

export function openAccount(): Account {
  const money: SeedMoney = { invoices: [], payments: [], entries: [] }
  /** Open invoices by due date, then issue date, then number: the order in which payments are applied. */
  const open: OpenInvoice[] = []
  const received = new Map<SeedPayment, Received>()
  let depositCents = 0
  let creditCents = 0

  const post = (entry: Omit<SeedEntry, 'invoice' | 'payment' | 'due_on'> & Partial<SeedEntry>) =>
    money.entries.push({ invoice: null, payment: null, due_on: null, ...entry })

  /** If `cents` is negative, an allocation is taken back. */
  function postSettled(from: Received, to: OpenInvoice, cents: number, entry: PaymentEntry): void {
    const bears = { invoice: to.index, payment: from.index }
    post({ ...RECEIVABLE, ...entry, ...bears, amount_cents: -cents, due_on: to.invoice.due_date })
    if (to.isDeposit)
      hold(cents, { ...entry, ...bears, description: cents > 0 ? 'Deposit received' : 'Deposit reversed' })
  }

  function postCredit(from: Received, cents: number, entry: PaymentEntry): void {
    post({ ...RECEIVABLE, ...entry, payment: from.index, amount_cents: -cents })
  }

  function hold(cents: number, entry: PaymentEntry & Partial<SeedEntry>): void {
    depositCents += cents
    post({ account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: cents, ...entry })
  }

  function settle(from: Received, availableCents: number, post: (to: OpenInvoice, cents: number) => void): number {
    let leftCents = availableCents
    for (const to of [...open]) {
      const cents = Math.min(leftCents, to.openCents)
      if (cents === 0) continue
      leftCents -= cents
      to.openCents -= cents
      if (to.openCents === 0) open.splice(open.indexOf(to), 1)
      from.settled.push({ to, cents })
      post(to, cents)
    }
    return leftCents
  }

  function applyCredit(day: string, at: string): void {
    if (creditCents === 0) return
    for (const from of received.values()) {
      const entry = { effective_on: day, recorded_at: at, description: 'Credit applied' }
      const leftCents = settle(from, from.creditCents, (to, cents) => {
        postCredit(from, -cents, entry)
        postSettled(from, to, cents, entry)
      })
      setCredit(from, leftCents)
    }
  }

  function setCredit(from: Received, cents: number): void {
    creditCents += cents - from.creditCents
    from.creditCents = cents
  }

  function putOpen(added: OpenInvoice): void {
    const at = open.findIndex(one => comesBefore(added, one))
    open.splice(at === -1 ? open.length : at, 0, added)
  }

  return {
    money,
    depositCents: () => depositCents,
    isOpen: invoice => open.some(one => one.invoice === invoice),
    credits: () => [...received.values()].filter(one => one.creditCents > 0).map(one => one.payment),
    owedCents(dueBy) {
      let cents = -creditCents
      for (const { invoice, openCents } of open)
        if (dueBy === undefined || invoice.due_date <= dueBy) cents += openCents
      return cents
    },
    issue(invoice) {
      const isDeposit = invoice.lines[0]?.charge_code === 'DEPOSIT'
      const added = { index: money.invoices.push(invoice) - 1, invoice, openCents: totalOf(invoice), isDeposit }
      if (added.openCents === 0) return
      putOpen(added)
      applyCredit(invoice.issue_date, invoice.created_at)
    },
    note: payment => void money.payments.push(payment),
    receive(payment) {
      const from: Received = { index: money.payments.push(payment) - 1, payment, creditCents: 0, settled: [] }
      received.set(payment, from)
      const entry = { effective_on: payment.payment_date, recorded_at: payment.created_at, description: 'Payment' }
      setCredit(
        from,
        settle(from, payment.amount_cents, (to, cents) => postSettled(from, to, cents, entry)),
      )
      if (from.creditCents > 0) postCredit(from, from.creditCents, entry)
    },
    reverse(payment, day, at, reason) {
      const from = received.get(payment) as Received
      const entry = { effective_on: day, recorded_at: at, description: 'Payment returned by the bank' }
      for (const { to, cents } of from.settled) {
        postSettled(from, to, -cents, entry)
        if (to.openCents === 0) putOpen(to)
        to.openCents += cents
      }
      if (from.creditCents > 0) postCredit(from, -from.creditCents, entry)
      setCredit(from, 0)
      received.delete(payment)
      Object.assign(payment, { status: 'REVERSED', reversed_at: at, failure_reason: reason })
      applyCredit(day, at)
    },
    refund(payment, day, at) {
      const from = received.get(payment) as Received
      const entry = { effective_on: day, recorded_at: at, description: 'Refund' }
      post({ ...RECEIVABLE, ...entry, code: 'REFUND', payment: from.index, amount_cents: from.creditCents })
      payment.refunded_cents += from.creditCents
      if (payment.refunded_cents === payment.amount_cents) payment.status = 'REFUNDED'
      setCredit(from, 0)
    },
    bringDeposit: (cents, day, at) =>
      hold(cents, { effective_on: day, recorded_at: at, description: 'Deposit received' }),
    releaseDeposit(cents, day, at, payment) {
      const description = payment ? 'Deposit withheld' : 'Deposit returned'
      const from = payment ? (received.get(payment) as Received).index : null
      hold(-cents, { effective_on: day, recorded_at: at, description, payment: from })
    },
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
