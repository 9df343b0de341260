/** Bookkeeping for tests of the rent roll: invoices and payments with their ledger entries, in dollars. */
import { entriesOf } from '#server/domain/invoices/operations.ts'
import type { InvoiceLine, InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { invoice, payment } from '../../records.ts'

type Books = {
  invoices: InvoiceRecord[]
  payments: PaymentRecord[]
  ledger: LedgerEntry[]
  /** Issues an invoice; each line is a code and an amount. */
  bill(lease: LeaseRecord, issued: string, due: string, ...lines: [InvoiceLine['charge_code'], number][]): InvoiceRecord
  /**
   * Records a payment that arrives on a day and is applied to invoices. The rest is credit, and an amount applied to a deposit is held from then
   * on.
   */
  pay(lease: LeaseRecord, on: string, dollars: number, ...settled: [InvoiceRecord, number][]): PaymentRecord
  /** Applies the credit of an earlier payment to an invoice. */
  apply(payment: PaymentRecord, on: string, invoice: InvoiceRecord, dollars: number): void
  /** Posts an entry that belongs to neither an invoice nor a payment. */
  enter(lease: LeaseRecord, account: LedgerEntry['account'], on: string, dollars: number): void
}

export function openBooks(): Books {
  const invoices: InvoiceRecord[] = []
  const payments: PaymentRecord[] = []
  const ledger: LedgerEntry[] = []

  function post(leaseId: string, on: string, dollars: number, more: Partial<LedgerEntry> = {}): void {
    const amountCents = cents(dollars)
    const entry = { account: 'RECEIVABLE', code: 'PAYMENT', description: 'Test', ...more } as const
    ledger.push({ lease_id: leaseId, amount_cents: amountCents, effective_on: on, ...entry })
  }

  function settle(
    { payment_id: paymentId, lease_id: leaseId }: PaymentRecord,
    on: string,
    paid: InvoiceRecord,
    dollars: number,
  ): void {
    const day = on > paid.issue_date ? on : paid.issue_date
    post(leaseId, day, -dollars, { payment_id: paymentId, invoice_id: paid.invoice_id, due_on: paid.due_date })
    if (paid.lines.some(line => line.charge_code === 'DEPOSIT')) {
      post(leaseId, day, dollars, {
        account: 'DEPOSIT',
        code: 'DEPOSIT',
        payment_id: paymentId,
        invoice_id: paid.invoice_id,
      })
    }
  }

  return {
    invoices,
    payments,
    ledger,
    bill(lease, issueDate, dueDate, ...lines) {
      const made = invoice(lease, {
        issue_date: issueDate,
        due_date: dueDate,
        period_start: null,
        period_end: null,
        lines: lines.map(([charge_code, dollars]) => ({
          charge_code,
          description: charge_code,
          amount_cents: cents(dollars),
        })),
      })
      invoices.push(made)
      ledger.push(...entriesOf(made))
      return made
    },
    pay(lease, on, dollars, ...settled) {
      const receivedAt = `${on}T15:00:00.000Z`
      const made = payment(lease, { amount_cents: cents(dollars), payment_date: on, received_at: receivedAt })
      payments.push(made)
      for (const [paid, part] of settled) settle(made, on, paid, part)
      const left = settled.reduce((sum, [, part]) => sum - part, dollars)
      if (left > 0) post(lease.id, on, -left, { payment_id: made.payment_id })
      return made
    },
    apply(made, on, paid, dollars) {
      post(made.lease_id, on, dollars, { payment_id: made.payment_id })
      settle(made, on, paid, dollars)
    },
    enter(lease, account, on, dollars) {
      post(lease.id, on, dollars, { account, code: account === 'DEPOSIT' ? 'DEPOSIT' : 'OPENING_BALANCE' })
    },
  }
}

function cents(dollars: number): number {
  return Math.round(dollars * 100)
}
