/** The invoices of opening balances: finding them, and voiding them as if they had never been issued. */
import { FIRST_DAY } from '#server/base/dates.ts'
import type { Context } from '#server/platform/context.ts'
import { postEntries } from '../ledger/money-of-leases.ts'
import { entriesOfVoid } from './void-entries.ts'
import { type BilledInvoice, listOpeningInvoices, updateAsVoidMany } from './void-month-queries.ts'

/** The opening-balance invoices of leases, which are locked, that are not void. */
export function openingInvoicesOf({ db }: Context, leaseIds: readonly string[]): Promise<BilledInvoice[]> {
  return db.query(listOpeningInvoices, [db.organizationId, leaseIds])
}

/** Voids invoices as of their issue dates, because none is issued before `FIRST_DAY`. What was applied to them becomes credit on the same days. */
export async function voidOnIssueDate(context: Context, invoices: readonly BilledInvoice[]): Promise<void> {
  if (invoices.length === 0) return
  const { db, now } = context
  await postEntries(
    context,
    invoices.flatMap(invoice => entriesOfVoid(invoice, FIRST_DAY)),
  )
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  await db.query(updateAsVoidMany, [db.organizationId, ids, FIRST_DAY, new Date(now)])
}
