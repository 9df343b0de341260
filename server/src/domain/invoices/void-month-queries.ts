/** SQL that voids invoices, most of it the monthly charges of a month, whose first day is `$2`. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import { INVOICES_OF_LEASE, IS_ALLOCATION, IS_OPEN, IS_PAID_SINCE, IS_PAID_SINCE_ISSUED } from '../ledger/conditions.ts'
import type { InvoiceRow } from './records.ts'

/**
 * The invoices that bill the month for the leases of the property `$4` or of all, and are not void. They are issued within the month, whose last day is
 * `$3`, except those that took the place of an invoice that was voided later.
 */
const OF_MONTH = `(
       select within.id, within.lease_id, within.property_id, within.paid_cents
         from invoices within
        where within.organization_id = $1 and within.issue_date between $2::date and $3::date and within.recurring_month = $2::date
          and within.voided_on is null
        union all
       select after.id, after.lease_id, after.property_id, after.paid_cents
         from invoices after
        where after.organization_id = $1 and after.recurring_month = $2::date and after.voided_on is null
          and after.issue_date >= after.recurring_month + interval '1 month'
     )`

/** How many of these invoices have been paid by a later payment. */
export const countPaidOfMonth = statement<{ count: number }>(
  'count_paid_of_month',
  `select count(*)::int as count
     from ${OF_MONTH} i
    where ($4::text is null or i.property_id = $4::text) and ${IS_PAID_SINCE}`,
)

/** The next `$6` leases that have such an invoice, after the ID `$5`. */
export const listLeasesBilled = statement<{ lease_id: string }>(
  'list_leases_billed',
  `select distinct i.lease_id
     from ${OF_MONTH} i
    where ($4::text is null or i.property_id = $4::text) and i.lease_id > $5
    order by i.lease_id
    limit $6::int`,
)

export type BilledInvoice = Pick<
  InvoiceRow,
  'invoice_id' | 'lease_id' | 'issue_date' | 'due_date' | 'lines' | 'total_cents'
> & {
  /** What is applied to the invoice, by payment and day. */
  applied: { payment_id: string; on: string; cents: number }[]
}

/** Joins `allocated`, one row: what is applied to the invoice `i`, by payment and day. */
const APPLIED = `cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('payment_id', part.payment_id, 'on', part.effective_on, 'cents', part.cents)), '[]') as applied
         from (
           select e.payment_id, e.effective_on, -sum(e.amount_cents) as cents
             from ledger_entries e
            where e.organization_id = $1 and e.invoice_id = i.id and ${IS_ALLOCATION}
            group by e.payment_id, e.effective_on
           having sum(e.amount_cents) <> 0
         ) part
     ) allocated`

/** The invoices for the month of the leases `$3`, which are locked. */
export const listInvoicesOfMonth = statement<BilledInvoice & { is_paid_since: boolean }>(
  'list_invoices_of_month',
  `select i.id as invoice_id, i.lease_id, i.issue_date, i.due_date, i.lines, i.total_cents, allocated.applied, ${IS_PAID_SINCE} as is_paid_since
     from unnest($3::text[]) as wanted (lease_id)
     cross join lateral (
       select *
         from invoices of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id and of_lease.recurring_month = $2::date
       offset 0
     ) i
     ${APPLIED}
    where i.voided_on is null
    order by i.number`,
)

/** What is applied to the invoice `$2`, whose lease is locked. */
export const findApplied = statement<Pick<BilledInvoice, 'applied'> & { is_paid_since: boolean }>(
  'find_applied',
  `select allocated.applied, ${IS_PAID_SINCE_ISSUED} as is_paid_since
     from invoices i
     ${APPLIED}
    where i.organization_id = $1 and i.id = $2`,
)

/**
 * Voids the invoices `$2` at the instant `$4`, each from `$3` or its issue date on, whichever is later. Their leases can then be billed for the
 * month again.
 */
export const updateAsVoidMany = statement<never>(
  'void_invoices',
  `update invoices i
      set voided_on = greatest(i.issue_date, $3::date), voided_at = $4, paid_at = null, recurring_month = null,
          released_month = coalesce(i.recurring_month, i.released_month)
     from unnest($2::text[]) as wanted (id)
    where i.organization_id = $1 and i.id = wanted.id`,
)

/** The opening-balance invoices of the leases `$2`, which are locked, that are not void. */
export const listOpeningInvoices = statement<BilledInvoice>(
  'list_opening_invoices',
  `select i.id as invoice_id, i.lease_id, i.issue_date, i.due_date, i.lines, i.total_cents, allocated.applied
     from unnest($2::text[]) as wanted (lease_id)
     ${INVOICES_OF_LEASE}
     ${APPLIED}
    where i.voided_on is null and not i.is_draft and jsonb_array_length(i.lines) = 1 and i.lines -> 0 ->> 'charge_code' = 'OPENING_BALANCE'
    order by i.number`,
)

/** The deposit invoices of the lease `$2`, which is locked, that are open. */
export const listUnpaidDeposits = statement<BilledInvoice & { paid_cents: number }>(
  'list_unpaid_deposits',
  `select i.id as invoice_id, i.lease_id, i.issue_date, i.due_date, i.lines, i.total_cents, i.paid_cents, allocated.applied
     from invoices i
     ${APPLIED}
    where i.organization_id = $1 and i.lease_id = $2 and i.is_deposit and ${IS_OPEN}
    order by i.number`,
)
