/** SQL that finds the leases to bill for a month, and their charges. `$1` is the organization, `$2` and `$3` the month's first and last day. */
import { statement } from '#server/db/statement.ts'
import { WAITS } from '../leases/columns.ts'
import type { MonthlyCharge, Occupancy, Period } from './rules.ts'

/**
 * The condition that the invoice `rest` bills days of the month that the month's own invoice `own`, which is older, left out. Generating stores no
 * mark on it, so an invoice that a member created for these days counts as well, if each of its lines is a recurring charge of the lease: the days
 * must not be billed twice. The first condition is about `own` alone, so nothing is read for the many months that were billed in full.
 */
export const IS_REST_OF_MONTH = `(own.period_start > $2::date or own.period_end < $3::date)
          and rest.organization_id = $1 and rest.lease_id = own.lease_id and rest.recurring_month is null and rest.number > own.number
          and rest.period_start >= $2::date and rest.period_end <= $3::date
          and (rest.period_start > own.period_end or rest.period_end < own.period_start)
          and not exists (
            select from jsonb_array_elements(rest.lines) line
             where not exists (
               select from lease_charges c
                where c.organization_id = $1 and c.lease_id = rest.lease_id and c.code = line ->> 'charge_code'
                  and c.description = line ->> 'description'
             )
          )`

/**
 * Joins `own`, the invoice of the lease `l` for the month, if it has one, and `billed`, the days from the first to the last one that this invoice and
 * those for the rest of the month bill, void or not.
 */
export const BILLED_DAYS = `left join lateral (
       select i.lease_id, i.number, i.period_start, i.period_end, i.voided_on, i.status, i.total_cents, i.id, i.paid_cents
         from invoices i
        where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month = $2::date
       offset 0
     ) own on true
     cross join lateral (
       select least(own.period_start, min(rest.period_start)) as first_day, greatest(own.period_end, max(rest.period_end)) as last_day
         from invoices rest
        where ${IS_REST_OF_MONTH}
     ) billed`

/** The condition that the lease `l` is occupied on a day of the month before or after the days that were billed, of which none was voided as a whole. */
const HAS_REST = `own.voided_on is null
    and (greatest(l.start_date, $2::date) < billed.first_day or least(l.move_out_date, $3::date) > billed.last_day)`

/** The condition that `l` is a signed lease that is occupied on a day of the month and has no invoice for the month, or days left to bill. */
const IS_TO_BILL = `l.stage = 'SIGNED' and l.start_date <= $3::date and (l.move_out_date is null or l.move_out_date >= $2::date)
  and (${WAITS}) is not true
  and (own.number is null or ${HAS_REST})`

/**
 * The next `$5` leases to bill after the id `$4`, for the property `$6` or for all. Leases are read in the order of their ids and then filtered:
 * given the condition that they are signed, PostgreSQL without statistics reads all signed leases for each page.
 */
export const listLeasesToBill = statement<{ lease_id: string }>(
  'list_leases_to_bill',
  `select l.id as lease_id
     from (
       select *
         from leases next
        where next.organization_id = $1 and next.id > $4 and ($6::text is null or next.property_id = $6::text)
        order by next.id
       offset 0
     ) l
     ${BILLED_DAYS}
    where ${IS_TO_BILL}
    order by l.id
    limit $5::int`,
)

/** Joins the charges of the lease `l` that are in force in the month. */
export const CHARGES_IN_FORCE = `cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'code', c.code, 'description', c.description, 'amount_cents', c.amount_cents, 'effective_from', c.effective_from,
                'effective_to', c.effective_to
              ) order by c.description, c.effective_from), '[]') as charges
         from lease_charges c
        where c.organization_id = $1 and c.lease_id = l.id and c.effective_from <= $3::date
          and (c.effective_to is null or c.effective_to >= $2::date)
     ) in_force`

export type ChargedLease = Occupancy & {
  lease_id: string
  rent_due_day: number
  charges: MonthlyCharge[]
  /** The days of the month that were billed, or null if the lease has no invoice for the month. */
  billed_days: Period | null
}

/** The column `billed_days` of a lease, where BILLED_DAYS are joined. */
export const BILLED_DAYS_COLUMN = `case when own.number is not null then jsonb_build_object('start', billed.first_day, 'end', billed.last_day) end as billed_days`

/**
 * The leases among `$4` that are to be billed, of the property `$5` or of all, with the charges that are in force in the month. Each lease is looked up
 * by its id alone: given the condition that it is signed, PostgreSQL without statistics walks through the index of signed leases, which reads 680 pages
 * per lease among 3,000.
 */
export const listChargedLeases = statement<ChargedLease>(
  'list_charged_leases',
  `select l.id as lease_id, l.start_date, l.move_out_date, l.rent_due_day, in_force.charges, ${BILLED_DAYS_COLUMN}
     from unnest($4::text[]) as wanted (id)
     cross join lateral (
       select * from leases of_list where of_list.organization_id = $1 and of_list.id = wanted.id offset 0
     ) l
     ${CHARGES_IN_FORCE}
     ${BILLED_DAYS}
    where ${IS_TO_BILL} and ($5::text is null or l.property_id = $5::text)
    order by l.id`,
)
