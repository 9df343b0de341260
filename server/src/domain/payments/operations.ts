/** Payments: storing them, and knowing them again. */
import type { Context } from '#server/platform/context.ts'
import { insertPayments, listPaymentsByExternalId } from './queries.ts'
import type { KnownPayment, PaymentRecord } from './records.ts'

/**
 * Stores new payments as they stand; any number at once. Their entries in the ledger are the caller's to post, in the same
 * transaction. Who wants allocation and events calls an operation that does.
 */
export async function savePayments({ db, now }: Context, payments: readonly PaymentRecord[]): Promise<void> {
  const createdAt = new Date(now).toISOString()
  const rows = payments.map(payment => ({ createdAt, ...payment }))
  await db.query(insertPayments, [db.organizationId, JSON.stringify(rows)])
}

/** The payments that bear one of the external ids. */
export function findPaymentsByExternalId({ db }: Context, externalIds: readonly string[]): Promise<KnownPayment[]> {
  return db.query(listPaymentsByExternalId, [db.organizationId, externalIds])
}
