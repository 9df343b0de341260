/** An invoice as the back office opens it. */
import type { Context } from '#server/platform/context.ts'
import { findMoreOfInvoice, type MoreOfInvoice } from './back-office-queries.ts'
import type { InvoiceRow } from './queries.ts'
import { stepsOf } from './rules.ts'

/** An invoice that was just read, with where it belongs, what settles it, and what can be done to it. */
export async function inFull({ db }: Context, invoice: InvoiceRow) {
  const [more] = await db.query(findMoreOfInvoice, [db.organizationId, invoice.invoice_id])
  return { ...invoice, ...(more as MoreOfInvoice), allowed_steps: stepsOf(invoice.status) }
}
