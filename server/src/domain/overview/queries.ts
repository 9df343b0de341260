/** SQL of the overview. `$1` is the organization, `$2` today, `$3` the last day that counts as soon. */
import type { Static } from 'typebox'
import type { Overview } from '#contract/console/overview.ts'
import { statement } from '#server/db/statement.ts'
import { STATUS_OF_ALL } from '../leases/columns.ts'
import { ALLOCATIONS_AHEAD, VOIDS_AHEAD } from '../ledger/ahead.ts'
import { balanceOn } from '../ledger/balance.ts'
import { IS_OPEN } from '../ledger/conditions.ts'
import { isInGroup } from '../units/groups.ts'
import { STATUSES_ON_DAY, statusOf } from '../units/on-day.ts'

type Shown = Static<typeof Overview>

type Units = Pick<Shown, 'units' | 'occupied' | 'vacant' | 'offline' | 'vacant_rented' | 'on_notice' | 'evictions'>

export const countUnits = statement<Units>(
  'count_units_by_status',
  `select count(*)::int as units,
          count(*) filter (where ${isInGroup('on_day.status', 'OCCUPIED')})::int as occupied,
          count(*) filter (where ${isInGroup('on_day.status', 'VACANT')})::int as vacant,
          count(*) filter (where on_day.status = 'OFFLINE')::int as offline,
          count(*) filter (where on_day.status = 'VACANT_RENTED')::int as vacant_rented,
          count(*) filter (where ${isInGroup('on_day.status', 'ON_NOTICE')})::int as on_notice,
          count(*) filter (where on_day.status = 'EVICT')::int as evictions
     from ${STATUSES_ON_DAY} on_day`,
)

type Figures = Pick<
  Shown,
  | 'properties'
  | 'past_due_cents'
  | 'past_due_current_cents'
  | 'overdue_invoices'
  | 'open_work_orders'
  | 'leases_ending'
  | 'leases_to_sign'
  | 'move_ins'
  | 'new_leads'
>

/**
 * The leases that may be past due, each with the number of its overdue invoices. It may be 0, because what is paid or voided only on a later day is
 * owed until then.
 */
export const OWING = `(
          select due.lease_id, sum(due.invoices) as invoices
            from (
              select i.lease_id, 1 as invoices
                from invoices i
               where i.organization_id = $1 and i.due_date < $2::date and ${IS_OPEN}
              union all
              select ahead.lease_id, 0 from ${VOIDS_AHEAD} ahead
              union all
              select ahead.lease_id, 0 from ${ALLOCATIONS_AHEAD} ahead
            ) due
           group by due.lease_id
        )`

/**
 * The figures. Past due is less the credit of the lease, as on the rent roll, but it includes every lease that owes, even if its residents have
 * left, or if everything is paid or voided on a later day.
 */
export const findFigures = statement<Figures>(
  'find_overview_figures',
  `select held.properties, due.past_due_cents, due.past_due_current_cents, due.overdue_invoices, work.open_work_orders, agreed.leases_ending,
          agreed.leases_to_sign, agreed.move_ins, asking.new_leads
     from (select count(*)::int as properties from properties p where p.organization_id = $1 and p.is_active) held
    cross join (
      select coalesce(sum(ledger.past_due_cents), 0)::bigint as past_due_cents,
             coalesce(sum(ledger.past_due_cents) filter (where living.lease_id is not null), 0)::bigint as past_due_current_cents,
             coalesce(sum(owing.invoices), 0)::int as overdue_invoices
        from ${OWING} owing
       ${balanceOn('owing.lease_id', '$2')}
        left join lateral (
          select on_day.lease_id
            from leases l
            join ${statusOf('l.unit_id')}
           where l.organization_id = $1 and l.id = owing.lease_id and on_day.lease_id = l.id
          offset 0
        ) living on true
    ) due
    cross join (
      select coalesce(jsonb_agg(jsonb_build_object('status', counted.status, 'work_orders', counted.work_orders)), '[]')
               as open_work_orders
        from (
          select c.status, sum(c.change) as work_orders
            from list_counts c
           where c.organization_id = $1 and c.list = 'work_orders' and c.status not in ('COMPLETED', 'CANCELLED')
           group by c.status
          having sum(c.change) > 0
        ) counted
    ) work
    cross join (
      select count(*) filter (
               where coalesce(l.move_out_date, l.end_date) between $2::date and $3::date and ${STATUS_OF_ALL} = 'ACTIVE'
             )::int as leases_ending,
             count(*) filter (where l.stage = 'PENDING_SIGNATURE')::int as leases_to_sign,
             count(*) filter (where l.start_date <= $3::date and ${STATUS_OF_ALL} = 'FUTURE')::int as move_ins
        from leases l
       where l.organization_id = $1
    ) agreed
    cross join (
      select count(*)::int as new_leads from leads d where d.organization_id = $1 and d.status = 'NEW'
    ) asking`,
)
