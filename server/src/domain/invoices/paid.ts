/** The event of invoices that are paid. */
import type { Context } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events.ts'
import { listPaidInvoices } from './queries.ts'

/** Emits `invoice.paid`, once per invoice, when its balance first reaches 0: the caller passes invoices that were never paid before. */
export async function emitPaid(context: Context, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const { db } = context
  const paid = await db.query(listPaidInvoices, [db.organizationId, invoiceIds])
  await emitAll(
    context,
    'invoice.paid',
    paid.map(({ payment_ids, ...invoice }) => ({ invoice, payment_ids })),
  )
}
