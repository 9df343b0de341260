/** Payments: storing them. */
import type { Context } from '#server/platform/context.ts'
import { insertPayments } from './queries.ts'
import type { PaymentRecord } from './records.ts'

/**
 * Stores new payments as they stand; any number at once. Their entries in the ledger are the caller's to post, in the same
 * transaction. Who wants allocation and events calls an operation that does.
 */
export async function savePayments({ db, now }: Context, payments: readonly PaymentRecord[]): Promise<void> {
  const createdAt = new Date(now).toISOString()
  const rows = payments.map(payment => ({ createdAt, ...payment }))
  await db.query(insertPayments, [db.organizationId, JSON.stringify(rows)])
}
