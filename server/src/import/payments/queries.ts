/** Queries of the records that an import of payments compares with a file. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

/**
 * The first day on which the payments of a lease are its own: the day on which a rent roll stated its balance, or the day of its opening balance or
 * deposit.
 */
export const listOpeningDays = statement<{ leaseId: string; openedOn: string }>(
  'list_opening_days_of_leases',
  `select wanted.lease_id as "leaseId", coalesce(min(opening.stated_on), min(e.effective_on)) as "openedOn"
     from unnest($2::text[]) as wanted (lease_id)
     left join lateral (
       select o.stated_on from lease_openings o where o.organization_id = $1 and o.lease_id = wanted.lease_id offset 0
     ) opening on true
     left join lateral (
       select of_lease.effective_on
         from ledger_entries of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id
          and (of_lease.code = 'OPENING_BALANCE'
               or (of_lease.account = 'DEPOSIT' and of_lease.amount_cents > 0 and of_lease.invoice_id is null and of_lease.payment_id is null))
       offset 0
     ) e on true
    where opening.stated_on is not null or e.effective_on is not null
    group by wanted.lease_id`,
)

/** A payment that counts, of the lease `leaseId`. */
type StoredPayment = {
  leaseId: string
  day: string
  cents: number
  reference: string | null
  externalId: string | null
}

/** The payments of the leases `$2` on the days `$3` of the amounts `$4`, which are given together, except those that came to nothing. */
export const listPaymentsAlike = statement<StoredPayment>(
  'list_payments_alike',
  `select wanted.lease_id as "leaseId", p.payment_date as day, p.amount_cents as cents, p.reference, p.external_id as "externalId"
     from (select distinct * from unnest($2::text[], $3::date[], $4::bigint[]) as given (lease_id, day, cents)) wanted
     cross join lateral (
       select of_lease.id, of_lease.payment_date, of_lease.amount_cents, of_lease.reference, of_lease.external_id
         from payments of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id and of_lease.payment_date = wanted.day
          and of_lease.amount_cents = wanted.cents and of_lease.status in ('PENDING', 'PAID')
       offset 0
     ) p
    order by p.id`,
)
