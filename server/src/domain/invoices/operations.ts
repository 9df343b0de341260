/** Invoices: storing them and what they say in the ledger. */
import type { Context } from '#server/platform/context.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { insertInvoices, takeNumbers } from './queries.ts'
import type { InvoiceRecord } from './records.ts'

/**
 * Stores new invoices under the organization's next numbers, in their order; any number at once. Their entries in the ledger are the
 * caller's to post, in the same transaction: see entriesOf. Who wants credit applied and events emitted calls an operation that does.
 */
export async function saveInvoices({ db, now }: Context, invoices: readonly InvoiceRecord[]): Promise<void> {
  if (invoices.length === 0) return
  const [taken] = await db.query(takeNumbers, [db.organizationId, invoices.length])
  const first = (taken as { last: number }).last - invoices.length + 1
  const rows = invoices.map((invoice, index) => {
    const totalCents = totalOf(invoice)
    const createdAt = invoice.createdAt ?? new Date(now).toISOString()
    const paidAt = totalCents === 0 && !invoice.isDraft ? createdAt : null
    const isDeposit = invoice.lines.some(line => line.charge_code === 'DEPOSIT')
    return { ...invoice, number: first + index, totalCents, createdAt, paidAt, isDeposit }
  })
  await db.query(insertInvoices, [db.organizationId, JSON.stringify(rows)])
}

/** In cents. */
export function totalOf({ lines }: Pick<InvoiceRecord, 'lines'>): number {
  return lines.reduce((sum, line) => sum + line.amount_cents, 0)
}

/** What an issued invoice says in the ledger on its issue date: one entry a line. */
export function entriesOf(invoice: InvoiceRecord): LedgerEntry[] {
  const { id: invoiceId, leaseId, issueDate: effectiveOn, dueDate: dueOn, createdAt, lines } = invoice
  const recorded = createdAt === undefined ? {} : { recordedAt: createdAt }
  return lines.map(({ charge_code: code, description, amount_cents: amountCents }) => {
    return {
      leaseId,
      invoiceId,
      account: 'RECEIVABLE',
      code,
      description,
      amountCents,
      effectiveOn,
      dueOn,
      ...recorded,
    }
  })
}
