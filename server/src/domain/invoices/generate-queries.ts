/** SQL that finds the leases to bill for a month, and their charges. `$1` is the organization, `$2` and `$3` the month's first and last day. */
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { WAITS } from '../leases/columns.ts'
import type { MonthlyCharge, Occupancy, Period, VoidDays } from './rules.ts'

/**
 * Joins `billed`: the days of the month that invoices of the lease `l` bill, which never overlap, in the order of the invoices, from which day on one of these invoices is void by
 * itself, if any, and on how many of the days the lease is occupied. Every invoice that generating the month has issued for the lease has its
 * `recurring_month`, until the month is voided or billed again; from then on, that is its `released_month`.
 */
export const BILLED_DAYS = `cross join lateral (
       select coalesce(jsonb_agg(
                jsonb_build_object('start', i.period_start, 'end', i.period_end) order by i.number
              ) filter (where i.voided_on is null), '[]') as days,
              coalesce(jsonb_agg(
                jsonb_build_object('start', i.period_start, 'end', i.period_end, 'on', i.voided_on)
              ) filter (where i.voided_on is not null), '[]') as void_days,
              max(i.voided_on) as voided_on,
              coalesce(sum(greatest(
                0, least(i.period_end, l.move_out_date, $3::date) - greatest(i.period_start, l.start_date, $2::date) + 1
              )), 0) as occupied
         from invoices i
        where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month = $2::date
       offset 0
     ) billed`

/** Joins `released`: the days of the month that invoices of the lease `l` billed until the month was voided or billed again, and until when. */
export const RELEASED_DAYS = `cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('start', i.period_start, 'end', i.period_end, 'on', i.voided_on)), '[]') as days
         from invoices i
        where i.organization_id = $1 and i.lease_id = l.id and i.released_month = $2::date
       offset 0
     ) released`

/** The condition that the lease `l` is occupied on a day of the month that no invoice bills, and that none of its invoices was voided by itself. */
const HAS_REST = `billed.voided_on is null
  and least(l.move_out_date, $3::date) - greatest(l.start_date, $2::date) + 1 > billed.occupied`

/** The condition that `l` is a signed lease that is occupied on a day of the month. */
const IS_OCCUPIED = `l.stage = 'SIGNED' and l.start_date <= $3::date and (l.move_out_date is null or l.move_out_date >= $2::date)
  and (${WAITS}) is not true`

/**
 * The leases `l` after the ID `$4`, of the property `$6` or of all. They are read in the order of their IDs and then filtered: given the condition that
 * they are signed, PostgreSQL without statistics reads all signed leases for each page.
 */
export const LEASES_AFTER = `(
       select *
         from leases next
        where next.organization_id = $1 and next.id > $4 and ($6::text is null or next.property_id = $6::text)
        order by next.id
       offset 0
     ) l`

/** The next `$5` leases to bill. */
export const listLeasesToBill = statement<{ lease_id: string }>(
  'list_leases_to_bill',
  `select l.id as lease_id
     from ${LEASES_AFTER}
     ${BILLED_DAYS}
    where ${IS_OCCUPIED} and ${HAS_REST}
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
  /** The days of the month that invoices bill, in the order of the invoices; those of invoices that are void are left out. */
  billed_days: Period[]
  /** The day from which an invoice of the month that was voided on its own is void: the latest if there are several, null if there is none. */
  voided_on: string | null
  /** The days of the month that were billed by invoices that are void, whether they were voided on their own or with the month, and since when. */
  void_days: VoidDays[]
  books_closed_through: string | null
}

/** The columns of a lease that say what was billed and what can be, where BILLED_DAYS and RELEASED_DAYS are joined. */
export const BILLED_COLUMNS = `billed.days as billed_days, billed.voided_on, billed.void_days || released.days as void_days,
          (select o.books_closed_through from organizations o where o.id = $1) as books_closed_through`

/**
 * The leases among `$4` that are occupied in the month, of the property `$5` or of all, with the charges that are in force in the month. Each lease
 * is looked up by its ID alone: given the condition that it is signed, PostgreSQL without statistics walks through the index of signed leases, which
 * reads 680 pages per lease among 3,000.
 */
export const listChargedLeases = statement<ChargedLease>(
  'list_charged_leases',
  `select l.id as lease_id, l.start_date, l.move_out_date, l.rent_due_day, in_force.charges, ${BILLED_COLUMNS}
     from unnest($4::text[]) as wanted (id)
     ${lookup('leases', 'wanted.id', 'l')}
     ${CHARGES_IN_FORCE}
     ${BILLED_DAYS}
     ${RELEASED_DAYS}
    where ${IS_OCCUPIED} and ($5::text is null or l.property_id = $5::text)
    order by l.id`,
)

/** Gives up the month `$2` of those invoices of the leases `$3` that were voided by themselves, so that other invoices can bill it. */
export const releaseVoidInvoices = statement<never>(
  'release_void_invoices',
  `update invoices i
      set recurring_month = null, released_month = i.recurring_month
     from unnest($3::text[]) as wanted (lease_id)
    where i.organization_id = $1 and i.lease_id = wanted.lease_id and i.recurring_month = $2::date and i.voided_on is not null`,
)
