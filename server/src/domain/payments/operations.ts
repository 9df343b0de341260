/** Payments: reading them, storing them, and knowing them again. */
import type { Implementations, InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import { list, type Page } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { insertPayments, listPaymentsByExternalId, listPaymentsById, type PaymentRow, paymentList } from './queries.ts'
import type { KnownPayment, PaymentRecord } from './records.ts'
import type { PaymentSort } from './sorts.ts'

type Payments = Implementations<Pick<V1, 'getPayment'>, Context>

export const listPayments = (
  { db }: Context,
  { limit, offset, sort, status, ...filters }: InputOf<V1['listPayments']> & Page<PaymentSort>,
): Promise<OutputOf<V1['listPayments']>> => {
  const asked = status === 'ALL' ? {} : status === 'PAID' ? { paid: true } : { status }
  return list(db, paymentList, [], { ...filters, ...asked }, { limit, offset, sort })
}

export const getPayment: Payments['getPayment'] = async (context, { id }) => {
  const [found] = await findPayments(context, [id])
  if (!found) throw new Refusal('not_found', 'There is no such payment.')
  return found
}

/** Those that are there, in the order of `ids`. */
export function findPayments({ db }: Context, ids: readonly string[]): Promise<PaymentRow[]> {
  return db.query(listPaymentsById, [db.organizationId, ids])
}

const UNIQUE_VIOLATION = '23505'

/**
 * Stores new payments as they stand; any number at once. Their entries in the ledger are the caller's to post, in the same
 * transaction, and better before: what they allocate is then stored with the payment. Who wants allocation and events calls an operation
 * that does.
 */
export async function savePayments({ db, now }: Context, payments: readonly PaymentRecord[]): Promise<void> {
  if (payments.length === 0) return
  const createdAt = new Date(now).toISOString()
  const rows = payments.map(payment => ({ createdAt, ...payment }))
  try {
    await db.query(insertPayments, [db.organizationId, JSON.stringify(rows)])
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Refusal('conflict', 'A payment is there already with that external id.')
  }
}

/** The payments that bear one of the external ids. */
export function findPaymentsByExternalId({ db }: Context, externalIds: readonly string[]): Promise<KnownPayment[]> {
  return db.query(listPaymentsByExternalId, [db.organizationId, externalIds])
}
