/** Payments into the ledger: each settles the open invoices of its lease, oldest due first, and the rest is credit. */
import { postEntries } from '#server/domain/ledger/operations.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { savePayments } from '#server/domain/payments/operations.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import type { Context } from '#server/platform/context.ts'
import { listOpenInvoices, lockLeases, type OpenInvoice } from './queries.ts'

/** A payment that came back did so on a day; of any other there is none. */
export type BookedPayment = PaymentRecord & { returnedOn: string | null }

/** In the order given, which is that of their days. Emits no events. */
export async function bookPayments(context: Context, payments: readonly BookedPayment[]): Promise<void> {
  if (payments.length === 0) return
  const { db } = context
  const leaseIds = [...new Set(payments.map(({ leaseId }) => leaseId))]
  await db.query(lockLeases, [db.organizationId, leaseIds])
  const open = Map.groupBy(await db.query(listOpenInvoices, [db.organizationId, leaseIds]), ({ leaseId }) => leaseId)
  await savePayments(context, payments)
  await postEntries(
    context,
    payments.flatMap(payment => entriesOf(payment, open.get(payment.leaseId) ?? [])),
  )
}

/** Lowers the balances of the invoices it settles. */
function entriesOf(payment: BookedPayment, open: readonly OpenInvoice[]): LedgerEntry[] {
  const { status, amountCents, paymentDate, returnedOn } = payment
  const receive = (cents: number, day = paymentDate) => receivable(payment, 'Payment', -cents, day)
  switch (status) {
    case 'PAID':
      return settle(payment, open)
    case 'REVERSED':
      return [receive(amountCents), receivable(payment, 'Payment returned', amountCents, returnedOn ?? paymentDate)]
    case 'REFUNDED':
      return [receive(amountCents), { ...receivable(payment, 'Refund', amountCents, paymentDate), code: 'REFUND' }]
    default:
      return []
  }
}

function settle(payment: BookedPayment, open: readonly OpenInvoice[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let rest = payment.amountCents
  for (const invoice of open) {
    const cents = Math.min(rest, invoice.balanceCents)
    if (cents === 0) continue
    rest -= cents
    invoice.balanceCents -= cents
    const { id: invoiceId, issueDate, dueDate: dueOn, isDeposit } = invoice
    const { paymentDate } = payment
    const day = issueDate > paymentDate ? issueDate : paymentDate
    if (day > paymentDate) {
      // Until the invoice was issued the money stood as credit.
      entries.push(
        receivable(payment, 'Payment', -cents, paymentDate),
        receivable(payment, 'Credit applied', cents, day),
      )
    }
    entries.push({ ...receivable(payment, 'Payment', -cents, day), invoiceId, dueOn })
    if (isDeposit) {
      const held = { account: 'DEPOSIT', code: 'DEPOSIT', description: 'Deposit paid', amountCents: cents } as const
      entries.push({ ...receivable(payment, '', 0, day), ...held, invoiceId })
    }
  }
  return rest > 0 ? [...entries, receivable(payment, 'Payment', -rest, payment.paymentDate)] : entries
}

function receivable({ leaseId, id }: BookedPayment, description: string, cents: number, day: string): LedgerEntry {
  return {
    leaseId,
    paymentId: id,
    account: 'RECEIVABLE',
    code: 'PAYMENT',
    description,
    amountCents: cents,
    effectiveOn: day,
  }
}
