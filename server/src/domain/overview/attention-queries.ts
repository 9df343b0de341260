/** SQL of the short lists of the overview. `$1` is the organization, `$2` today, `$3` the number of rows in a list. */
import type { Static } from 'typebox'
import type { Overview } from '#contract/console/overview.ts'
import { statement } from '#server/db/statement.ts'
import { primaryResidentOf } from '../leases/columns.ts'
import { agesOf } from '../ledger/aging.ts'
import { ALLOCATIONS_AHEAD, VOIDS_AHEAD } from '../ledger/ahead.ts'
import { balanceOn } from '../ledger/balance.ts'
import { IS_OPEN } from '../ledger/conditions.ts'
import { LAST_MOVE_OUT, TO_MAKE_READY } from '../units/groups.ts'
import { rateOf, STATUSES_ON_DAY } from '../units/on-day.ts'
import { OWING } from './queries.ts'

type Shown = Static<typeof Overview>

export const countToMakeReady = statement<Pick<Shown, 'to_make_ready' | 'to_make_ready_rented'>>(
  'count_units_to_make_ready',
  `select count(*)::int as to_make_ready, count(*) filter (where turn.status = 'VACANT_RENTED')::int as to_make_ready_rented
     from ${TO_MAKE_READY} turn`,
)

export const listLongestVacant = statement<Shown['longest_vacant'][number]>(
  'list_longest_vacant',
  `select u.id as unit_id, u.label as unit_label, p.name as property_name, rate.unit_type, rate.market_rent_cents,
          $2::date - chosen.last_out as days_vacant
     from (
       select empty.unit_id, ${LAST_MOVE_OUT} as last_out
         from ${STATUSES_ON_DAY} empty
        where empty.status = 'VACANT_UNRENTED'
        order by last_out nulls last, empty.unit_id
        limit $3::int
     ) chosen
     join units u on u.organization_id = $1 and u.id = chosen.unit_id
     join properties p on p.organization_id = $1 and p.id = u.property_id
     ${rateOf('u.id')}
    order by chosen.last_out nulls last, u.id`,
)

/**
 * The open amounts by due date, as of today, of the leases that have an open invoice or had one until a later day: what the invoices show, less what
 * changes after today. An invoice that is issued later is not owed yet, and one that is paid or voided on a later day is owed until then. As on the
 * report of receivables, a lease that owes nothing, because it has as much credit as open invoices, is left out. `offset 0` makes PostgreSQL look up
 * the few invoices that payments are applied to later: it expects many, and read all invoices.
 */
const OPEN = `
       select owed.lease_id, owed.due_on, owed.cents
         from (
           select open.lease_id, open.due_on, sum(open.cents)::bigint as cents
             from (
               select i.lease_id, i.due_date as due_on, i.total_cents - i.paid_cents as cents
                 from invoices i
                where i.organization_id = $1 and ${IS_OPEN} and i.issue_date <= $2::date
               union all
               select ahead.lease_id, ahead.due_date, ahead.total_cents from ${VOIDS_AHEAD} ahead
               union all
               select ahead.lease_id, ahead.due_on, -ahead.amount_cents
                 from ${ALLOCATIONS_AHEAD} ahead
                cross join lateral (
                  select of_id.issue_date from invoices of_id where of_id.organization_id = $1 and of_id.id = ahead.invoice_id offset 0
                ) i
                where i.issue_date <= $2::date
             ) open
            group by open.lease_id, open.due_on
           having sum(open.cents) <> 0
         ) owed
         ${balanceOn('owed.lease_id', '$2')}
        where ledger.balance_cents <> 0`

export const findAging = statement<Shown['aging']>(
  'find_overview_aging',
  `select ${agesOf('_cents')} from (${OPEN}) open`,
)

/** The leases of which most is past due, less their credit, as on the report of delinquency. */
export const listMostPastDue = statement<Shown['most_past_due'][number]>(
  'list_most_past_due',
  `select most.lease_id, primary_resident.full_name as resident_name, p.name as property_name, u.label as unit_label, most.past_due_cents
     from (
       select owing.lease_id, ledger.past_due_cents
         from ${OWING} owing
         ${balanceOn('owing.lease_id', '$2')}
        where ledger.past_due_cents > 0
        order by ledger.past_due_cents desc, owing.lease_id
        limit $3::int
     ) most
     join leases l on l.organization_id = $1 and l.id = most.lease_id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     join properties p on p.organization_id = $1 and p.id = l.property_id
     ${primaryResidentOf('most.lease_id')}
    order by most.past_due_cents desc, most.lease_id`,
)
