/** SQL of opening balances: those that were stated, and those that became credit of their leases. `$1` is the organization. */
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'

/** The payments of the leases `$2` that are prepaid opening balances and count. A payment of which some was refunded stays as it is. */
export const listOpeningPayments = statement<{
  payment_id: string
  lease_id: string
  amount_cents: number
  payment_date: string
}>(
  'list_opening_payments',
  `select p.id as payment_id, p.lease_id, p.amount_cents, p.payment_date
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select * from payments of_lease where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id offset 0
     ) p
    where p.status = 'PAID' and p.refunded_cents = 0 and p.method = 'OTHER'
      and exists (
        select from ledger_entries e where e.organization_id = $1 and e.payment_id = p.id and e.code = 'OPENING_BALANCE'
      )
    order by p.id`,
)

export const OPENINGS = columns({ lease_id: 'text', as_of: 'date', amount_cents: 'bigint' })

/** Stores the balances that were stated. If a lease already has one, the earlier one stays. */
export const insertLeaseOpenings = statement<never>(
  'insert_lease_openings',
  `insert into lease_openings (organization_id, lease_id, stated_on, balance_cents)
   select $1, t.lease_id, t.as_of, t.amount_cents
     from ${OPENINGS.from(2)} t
       on conflict do nothing`,
)
