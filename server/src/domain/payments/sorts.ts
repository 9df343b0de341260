/** The columns by which payments can be sorted. `$1` is the organization. */
import type { listPayments } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { placeOf } from '../ledger/place-names.ts'
import { residentOnLeaseOf } from '../ledger/walks.ts'

export type PaymentSort = ColumnOf<typeof listPayments>

/** The unapplied amount of the payment `p`, which is credit of its lease. */
export const UNAPPLIED = `case when p.status = 'PAID' then p.amount_cents - p.allocated_cents - p.refunded_cents else 0 end`

const PAYMENT = 'join payments p on p.organization_id = $1 and p.id = matching.id'

export const paymentSorts: Record<PaymentSort, SortDefinition> = {
  payment_date: { by: ['matching.payment_date'], known: 1 },
  status: { by: [placeIn(PAYMENT_STATUSES, 'p.status')], joins: PAYMENT, known: 1 },
  resident_name: {
    by: ['resident.full_name collate "C"'],
    joins: `${PAYMENT}
     ${residentOnLeaseOf('p')}`,
  },
  property_name: {
    by: ['place.name', 'u.label'],
    joins: `${PAYMENT}
     ${placeOf('p')}`,
    known: 2,
  },
  method: { by: [placeIn(PAYMENT_METHODS, 'p.method')], joins: PAYMENT, known: 1 },
  reference: { by: ['p.reference collate "C"'], joins: PAYMENT },
  unapplied_cents: { by: [UNAPPLIED], joins: PAYMENT, known: 1 },
  amount_cents: { by: ['p.amount_cents'], joins: PAYMENT, known: 1 },
}
