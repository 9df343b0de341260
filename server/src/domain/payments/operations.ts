/** Reading payments, and storing payments as given. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { requireOne } from '#server/base/refusal.ts'
import { type ListDefinition, list, type Page } from '#server/db/list.ts'
import { sumList } from '#server/db/list-sums.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Value } from '#server/db/value.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { allocatedBy } from '../ledger/rules.ts'
import { batchExternalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { referencesIn, termsOf } from '../search-words/terms.ts'
import {
  findPayment,
  findPaymentDetail,
  insertPayments,
  listInvoiceNumbers,
  listPaymentsByExternalId,
  listPaymentsById,
  NEW_PAYMENTS,
  paymentList,
  paymentSearchList,
} from './queries.ts'
import type { KnownPayment, PaymentRecord, PaymentRow } from './records.ts'
import { stepsOf } from './rules.ts'
import type { PaymentSort } from './sorts.ts'

export type PaymentDetail = OutputOf<ConsoleContract['getPaymentDetail']>

/** What narrows the list: the filters of version 1, and those of the console. */
type Filters = Omit<InputOf<V1['listPayments']>, 'limit' | 'offset'> & MemberInputOf<ConsoleContract['sumPayments']>

export const listPayments = (
  { db }: Context,
  { limit, offset, sort, ...filters }: Filters & Page<PaymentSort>,
): Promise<OutputOf<ConsoleContract['listPayments']>> =>
  ofListWith(filters, (definition, fixed, given) => list(db, definition, fixed, given, { limit, offset, sort }))

export const sumPayments: ConsoleOperations['sumPayments'] = ({ db }, filters) =>
  ofListWith(filters, (definition, fixed, given) => sumList(db, definition, fixed, given))

/** Reads the list that has the filters that are given. */
function ofListWith<Read>(
  { status, search, ...filters }: Filters,
  read: <Filter extends string>(
    definition: ListDefinition<Filter, PaymentSort>,
    fixed: readonly Value[],
    given: { [Name in Filter]?: Value | undefined },
  ) => Read,
): Read {
  const wanted = status ?? (filters.updated_since === undefined ? 'PAID' : 'ALL')
  const given = { ...filters, ...(wanted === 'PAID' ? { paid: true } : { status: wanted }) }
  if (search === undefined) return read(paymentList, [], given)
  const references = referencesIn(search)
  return read(paymentSearchList, [termsOf(search), references], given)
}

export const getPayment: V1Operations['getPayment'] = async ({ db }, { id }) =>
  requireOne(await db.query(findPayment, [db.organizationId, id]), 'payment')

export const getPaymentDetail: ConsoleOperations['getPaymentDetail'] = async (context, { id }) =>
  detailOf(context, await getPayment(context, { id }))

/** Adds names of its place, the numbers of its invoices, and the steps that are possible now to a payment that was just read. */
export async function detailOf({ db }: Context, payment: PaymentRow): Promise<PaymentDetail> {
  const { payment_id, status, allocations } = payment
  const ids = allocations.map(({ invoice_id }) => invoice_id)
  const [marks, numbers] = await Promise.all([
    db.query(findPaymentDetail, [db.organizationId, payment_id]).then(onlyRow),
    db.query(listInvoiceNumbers, [db.organizationId, ids]),
  ])
  const numberOf = new Map(numbers.map(({ invoice_id, number }) => [invoice_id, number]))
  const invoices = allocations.map(part => ({ ...part, number: numberOf.get(part.invoice_id)! }))
  return { ...payment, ...marks, invoices, allowed_steps: stepsOf(status, { ...payment, ...marks }) }
}

/** Returns the payments that exist, in the order of `ids`. */
export function findPayments({ db }: Context, ids: readonly string[]): Promise<PaymentRow[]> {
  return db.query(listPaymentsById, [db.organizationId, ids])
}

/**
 * Stores any number of new payments as given. The caller has made sure that they are valid: the seed stores 20,000 records a second, so nothing is
 * validated against a schema here, and the constraints of the table have the last word. The caller also posts their entries in the same
 * transaction, preferably before: `posted` has them then, so that a payment is stored with the amount that they allocate. Allocating and emitting
 * events is left to recordPayment.
 */
export async function savePayments(
  { db, now }: Context,
  payments: readonly PaymentRecord[],
  posted: readonly LedgerEntry[] = [],
): Promise<void> {
  if (payments.length === 0) return
  const created_at = new Date(now).toISOString()
  const allocated = allocatedBy(posted, 'payment_id')
  const rows = payments.map(payment => {
    return { created_at, ...payment, allocated_cents: allocated.get(payment.payment_id)?.cents ?? 0 }
  })
  await refusingTaken(db.query(insertPayments, [db.organizationId, ...NEW_PAYMENTS.of(rows)]), {
    payments_by_external_id: batchExternalIdTaken('payment'),
  })
}

/** Finds the payments that have one of the external IDs. */
export function findPaymentsByExternalId({ db }: Context, externalIds: readonly string[]): Promise<KnownPayment[]> {
  return db.query(listPaymentsByExternalId, [db.organizationId, externalIds])
}
