/** What people order payments by. `$1` is the organization. */
import type { listPayments } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'

export type PaymentSort = ColumnOf<typeof listPayments>

/** What of the payment `p` settles nothing yet. */
export const UNAPPLIED = `case when p.status = 'PAID' then p.amount_cents - p.allocated_cents - p.refunded_cents else 0 end`

const PAYMENT = 'join payments p on p.organization_id = $1 and p.id = matching.id'

export const paymentSorts: Record<PaymentSort, SortDefinition> = {
  payment_date: { by: ['matching.payment_date'], known: 1 },
  status: { by: [placeIn(PAYMENT_STATUSES, 'p.status')], joins: PAYMENT, known: 1 },
  resident_name: {
    by: [`trim(r.first_name || ' ' || r.last_name)`],
    joins: `${PAYMENT}
      left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = p.lease_id and lr.is_primary
      left join residents r on r.organization_id = $1 and r.id = coalesce(p.resident_id, lr.resident_id)`,
  },
  property_name: {
    by: ['place.name', 'u.label'],
    joins: `${PAYMENT}
      join properties place on place.organization_id = $1 and place.id = p.property_id
      join units u on u.organization_id = $1 and u.id = p.unit_id`,
    known: 2,
  },
  method: { by: [placeIn(PAYMENT_METHODS, 'p.method')], joins: PAYMENT, known: 1 },
  reference: { by: ['p.reference collate "C"'], joins: PAYMENT },
  unapplied_cents: { by: [UNAPPLIED], joins: PAYMENT, known: 1 },
  amount_cents: { by: ['p.amount_cents'], joins: PAYMENT, known: 1 },
}
