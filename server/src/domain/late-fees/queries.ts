/** SQL of late fees. `$1` is the organization. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { ALLOCATIONS_AHEAD } from '../ledger/ahead.ts'
import { PLACE_NAMES } from '../ledger/place-names.ts'

export type LateFeePolicy = OutputOf<ConsoleContract['getLateFeePolicy']>
type Proposed = OutputOf<ConsoleContract['listProposedLateFees']>['data'][number]
export type LateInvoice = Omit<Proposed, 'fee_cents'> & {
  /** The month that the invoice bills, if it was generated. */
  recurring_month: string | null
}

export const findPolicy = statement<LateFeePolicy>(
  'find_late_fee_policy',
  'select grace_days, flat_cents, percent_basis_points from late_fee_policies where organization_id = $1',
)

export const savePolicy = statement<never>(
  'save_late_fee_policy',
  `insert into late_fee_policies (organization_id, grace_days, flat_cents, percent_basis_points) values ($1, $2, $3, $4)
   on conflict (organization_id) do update set
     grace_days = excluded.grace_days, flat_cents = excluded.flat_cents, percent_basis_points = excluded.percent_basis_points`,
)

/**
 * The condition that the invoice `i` bills a month for which its lease has had a fee already. A fixed fee is charged once for a month, although the
 * month may be billed in parts; a percentage applies to each part. If an invoice had a fee before it was voided, what bills the same days again has
 * none.
 */
const HAD_FEE_FOR_MONTH = `exists (
        select
          from invoices other
          ${lookup('late_fees', 'other.id', 'f', 'invoice_id')}
          ${lookup('invoices', 'f.fee_invoice_id', 'fee')}
         where other.organization_id = $1 and other.lease_id = i.lease_id and other.id <> i.id
           and coalesce(other.recurring_month, other.released_month) = i.recurring_month and fee.voided_on is null
           and ($4::boolean or other.voided_on is not null and other.period_start <= i.period_end and other.period_end >= i.period_start)
        offset 0
      )`

/**
 * Rent invoices that on the day `$2` are overdue by more than `$3` days and have had no fee; `$4` is whether the fee is a fixed amount. An invoice
 * that is paid is among them if that happens on a later day, and one that was paid until a payment is reversed on a later day is not: what is overdue
 * is what is open on the day, as in the reports. Everything else is looked up for one invoice after the other. Otherwise, PostgreSQL
 * without statistics compares each invoice that is owed with all invoices and all fees of the organization: 6 s for 2,400.
 */
const LATE = `select i.id as invoice_id, i.number, i.lease_id, ${PLACE_NAMES}, i.due_date, $2::date - i.due_date as days_late,
          open_today.cents as balance_cents, i.recurring_month
     from (
       select either.id, sum(either.cents)::bigint as ahead_cents
         from (
           select open.id, 0 as cents
             from invoices open
            where open.organization_id = $1 and open.status in ('OPEN', 'PARTIALLY_PAID') and open.due_date < $2::date - $3::int
            union all
           select later.invoice_id, later.amount_cents from ${ALLOCATIONS_AHEAD} later
         ) either
        group by either.id
     ) owed
     ${lookup('invoices', 'owed.id', 'i')}
     cross join lateral (select i.total_cents - i.paid_cents - owed.ahead_cents as cents) open_today
     ${lookup('properties', 'i.property_id', 'place')}
     ${lookup('units', 'i.unit_id', 'u')}
     left join lateral (
       select r.full_name
         from residents r
        where r.organization_id = $1 and r.id = coalesce(i.resident_id, (
                select lr.resident_id from lease_residents lr where lr.organization_id = $1 and lr.lease_id = i.lease_id and lr.is_primary
              ))
       offset 0
     ) resident on true
    where i.voided_on is null and open_today.cents > 0 and i.due_date < $2::date - $3::int
      and i.lines @> '[{"charge_code": "RENT"}]'
      and not exists (select from late_fees f where f.organization_id = $1 and f.invoice_id = i.id offset 0) and not ${HAD_FEE_FOR_MONTH}`

/** These invoices for the property `$5` or for all. */
export const listLateInvoices = statement<LateInvoice>(
  'list_late_invoices',
  `${LATE} and ($5::text is null or i.property_id = $5::text)
    order by i.due_date, i.number
    limit $6::int`,
)

/** Those of them that are among the invoices `$5`. */
export const listLateInvoicesById = statement<LateInvoice>(
  'list_late_invoices_by_id',
  `${LATE} and owed.id = any($5::text[])
    order by i.due_date, i.number`,
)

/** Stores which invoice in `$3` charges the fee for which late invoice in `$2`. */
export const insertLateFees = statement<never>(
  'insert_late_fees',
  `insert into late_fees (organization_id, invoice_id, fee_invoice_id)
   select $1, fee.invoice_id, fee.fee_invoice_id from unnest($2::text[], $3::text[]) as fee (invoice_id, fee_invoice_id)`,
)

/** The leases of the invoices `$2`. */
export const listLeasesOfInvoices = statement<{ lease_id: string }>(
  'list_leases_of_invoices',
  'select distinct i.lease_id from invoices i where i.organization_id = $1 and i.id = any($2::text[])',
)
