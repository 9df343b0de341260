/** Bookkeeping for tests of the rent roll: invoices and payments with the ledger entries that make them, in whole dollars or cents. */
import { entriesOf } from '#server/domain/invoices/operations.ts'
import type { InvoiceLine, InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { invoice, payment } from '../../records.ts'

export type Books = {
  invoices: InvoiceRecord[]
  payments: PaymentRecord[]
  ledger: LedgerEntry[]
  /** Issues an invoice; each line is a code and an amount. */
  bill(lease: LeaseRecord, issued: string, due: string, ...lines: [InvoiceLine['charge_code'], number][]): InvoiceRecord
  /** A payment that arrives on a day and settles invoices; what is left is credit, and whatever settles a deposit is held from then on. */
  pay(lease: LeaseRecord, on: string, dollars: number, ...settled: [InvoiceRecord, number][]): PaymentRecord
  /** Settles an invoice from the credit of an earlier payment. */
  apply(payment: PaymentRecord, on: string, invoice: InvoiceRecord, dollars: number): void
  /** An entry of neither invoice nor payment. */
  enter(lease: LeaseRecord, account: LedgerEntry['account'], on: string, dollars: number): void
}

export function openBooks(): Books {
  const invoices: InvoiceRecord[] = []
  const payments: PaymentRecord[] = []
  const ledger: LedgerEntry[] = []

  function post(leaseId: string, on: string, dollars: number, more: Partial<LedgerEntry> = {}): void {
    const amountCents = cents(dollars)
    const entry = { account: 'RECEIVABLE', code: 'PAYMENT', description: 'Test', ...more } as const
    ledger.push({ leaseId, amountCents, effectiveOn: on, ...entry })
  }

  function settle({ id: paymentId, leaseId }: PaymentRecord, on: string, paid: InvoiceRecord, dollars: number): void {
    const day = on > paid.issueDate ? on : paid.issueDate
    post(leaseId, day, -dollars, { paymentId, invoiceId: paid.id, dueOn: paid.dueDate })
    if (paid.lines.some(line => line.charge_code === 'DEPOSIT')) {
      post(leaseId, day, dollars, { account: 'DEPOSIT', code: 'DEPOSIT', paymentId, invoiceId: paid.id })
    }
  }

  return {
    invoices,
    payments,
    ledger,
    bill(lease, issueDate, dueDate, ...lines) {
      const made = invoice(lease, {
        issueDate,
        dueDate,
        periodStart: null,
        periodEnd: null,
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
      const made = payment(lease, { amountCents: cents(dollars), paymentDate: on, receivedAt })
      payments.push(made)
      for (const [paid, part] of settled) settle(made, on, paid, part)
      const left = settled.reduce((sum, [, part]) => sum - part, dollars)
      if (left > 0) post(lease.id, on, -left, { paymentId: made.id })
      return made
    },
    apply(made, on, paid, dollars) {
      post(made.leaseId, on, dollars, { paymentId: made.id })
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
