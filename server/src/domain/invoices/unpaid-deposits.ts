/** The invoices of security deposits that are not paid in full: finding them, and voiding them. */
import type { Context } from '#server/platform/context.ts'
import { type BilledInvoice, listUnpaidDeposits, updateAsVoidMany } from './void-month-queries.ts'

export type UnpaidDeposit = BilledInvoice & { paid_cents: number }

/** The open deposit invoices of a lease, which is locked. */
export function unpaidDepositsOf({ db }: Context, leaseId: string): Promise<UnpaidDeposit[]> {
  return db.query(listUnpaidDeposits, [db.organizationId, leaseId])
}

/** Voids deposit invoices from a day on. Nothing is applied to them anymore, and the opposite of their entries is posted. */
export async function voidDeposits(
  { db, now }: Context,
  deposits: readonly UnpaidDeposit[],
  on: string,
): Promise<void> {
  const ids = deposits.map(({ invoice_id }) => invoice_id)
  await db.query(updateAsVoidMany, [db.organizationId, ids, on, new Date(now)])
}
