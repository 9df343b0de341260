/** SQL of the preview of monthly charges. `$1` is the organization, `$2` and `$3` the month's first and last day. */
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { primaryResidentOf, WAITS } from '../leases/columns.ts'
import type { LeaseRecord } from '../leases/records.ts'
import { IS_PAID_SINCE } from '../ledger/conditions.ts'
import {
  BILLED_COLUMNS,
  BILLED_DAYS,
  CHARGES_IN_FORCE,
  type ChargedLease,
  LEASES_AFTER,
  RELEASED_DAYS,
} from './generate-queries.ts'
import type { InvoiceLine } from './records.ts'

/**
 * The condition that the lease `l`, signed or not, covers a day of the month, or was billed for the month before it was canceled or its dates
 * changed.
 */
const IS_OF_MONTH = `(
      l.stage <> 'CANCELLED' and l.start_date <= $3::date and (l.move_out_date is null or l.move_out_date >= $2::date)
      or exists (
        select from invoices i where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month = $2::date offset 0
      )
    )`

/** The next `$5` leases of the month. */
export const listLeasesOfMonth = statement<{ lease_id: string }>(
  'list_leases_of_month',
  `select l.id as lease_id
     from ${LEASES_AFTER}
    where ${IS_OF_MONTH}
    order by l.id
    limit $5::int`,
)

export type LeaseOfMonth = ChargedLease & {
  stage: LeaseRecord['stage']
  waits: boolean
  property_id: string
  property_name: string
  unit_label: string
  /** The last day on which its unit is in service. */
  in_service_to: string | null
  resident_name: string | null
  /** The invoices of the lease for the month, void ones left out. */
  billed: { invoices: number; total_cents: number; paid_invoices: number }
  /** What invoices bill for the latest earlier month that has any, void ones left out. */
  last: { month: string; lines: InvoiceLine[]; total_cents: number } | null
}

/**
 * The leases among `$4` that belong to the month by their dates or by their invoice, of the property `$5` or of all, with their charges, their
 * invoice for the month and the one before.
 */
export const listMonthOfLeases = statement<LeaseOfMonth>(
  'list_month_of_leases',
  `select l.id as lease_id, l.stage, l.start_date, l.move_out_date, l.rent_due_day, (${WAITS}) as waits, l.property_id,
          p.name as property_name, u.label as unit_label, u.in_service_to, primary_resident.full_name as resident_name, in_force.charges, ${BILLED_COLUMNS},
          sums.of_month as billed, last.bill as last
     from unnest($4::text[]) as wanted (id)
     ${lookup('leases', 'wanted.id', 'l')}
     join properties p on p.organization_id = $1 and p.id = l.property_id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     ${primaryResidentOf('l.id')}
     ${CHARGES_IN_FORCE}
     ${BILLED_DAYS}
     ${RELEASED_DAYS}
     cross join lateral (
       select jsonb_build_object(
                'invoices', count(*), 'total_cents', coalesce(sum(i.total_cents), 0), 'paid_invoices', count(*) filter (where ${IS_PAID_SINCE})
              ) as of_month
         from invoices i
        where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month = $2::date and i.voided_on is null
       offset 0
     ) sums
     left join lateral (
       select jsonb_build_object(
                'month', i.recurring_month, 'lines', jsonb_agg(line), 'total_cents', sum((line ->> 'amount_cents')::bigint)
              ) as bill
         from invoices i
        cross join jsonb_array_elements(i.lines) line
        where i.organization_id = $1 and i.lease_id = l.id and i.recurring_month < $2::date and i.voided_on is null
        group by i.recurring_month
        order by i.recurring_month desc
        limit 1
     ) last on true
    where ${IS_OF_MONTH} and ($5::text is null or l.property_id = $5::text)
    order by l.id`,
)
