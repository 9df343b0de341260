/** SQL of the overview. `$1` is the organization, `$2` today, `$3` the last day that counts as soon. */
import type { Static } from 'typebox'
import type { Overview } from '#contract/console/overview.ts'
import { statement } from '#server/db/statement.ts'
import { STATUS_OF_ALL } from '../leases/columns.ts'
import { isInGroup } from '../units/groups.ts'
import { STATUSES_ON_DAY } from '../units/on-day.ts'

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
  'properties' | 'open_work_orders' | 'leases_ending' | 'leases_to_sign' | 'move_ins' | 'new_leads'
>

export const findFigures = statement<Figures>(
  'find_overview_figures',
  `select held.properties, work.open_work_orders, agreed.leases_ending, agreed.leases_to_sign, agreed.move_ins, asking.new_leads
     from (select count(*)::int as properties from properties p where p.organization_id = $1 and p.is_active) held
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
               where coalesce(l.move_out_date, l.end_date) between $2::date and $3::date and l.status = 'ACTIVE'
             )::int as leases_ending,
             count(*) filter (where l.stage = 'PENDING_SIGNATURE')::int as leases_to_sign,
             count(*) filter (where l.start_date <= $3::date and l.status = 'FUTURE')::int as move_ins
        from (
          select l.stage, l.start_date, l.end_date, l.move_out_date, ${STATUS_OF_ALL} as status
            from leases l
           where l.organization_id = $1 and (l.stage <> 'SIGNED' or l.move_out_date is null or l.move_out_date >= $2::date)
          offset 0
        ) l
    ) agreed
    cross join (
      select count(*)::int as new_leads from leads d where d.organization_id = $1 and d.status = 'NEW'
    ) asking`,
)
