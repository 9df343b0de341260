/** Groups of units that the overview counts and the list of units can be narrowed to. `$1` is the organization, `$2` today. */
import type { UNIT_GROUPS } from '#contract/console/units.ts'
import type { UnitStatus } from '#contract/v1/units.ts'
import { STATUSES_ON_DAY } from './on-day.ts'

type OfStatus = Exclude<(typeof UNIT_GROUPS)[number], 'TO_MAKE_READY'>

const OCCUPIED: UnitStatus[] = ['CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT']

/** The groups that consist of the units in certain statuses. An OFFLINE unit is neither occupied nor vacant. */
export const STATUSES_OF_GROUP: Record<OfStatus, UnitStatus[]> = {
  OCCUPIED,
  VACANT: ['VACANT_RENTED', 'VACANT_UNRENTED'],
  LEASED: [...OCCUPIED, 'VACANT_RENTED'],
  ON_NOTICE: ['NOTICE_RENTED', 'NOTICE_UNRENTED'],
}

/** The condition that the SQL `status` is one of the group's. */
export const isInGroup = (status: string, group: OfStatus) =>
  `${status} in ('${STATUSES_OF_GROUP[group].join("', '")}')`

/** The last day on which a past lease had the unit of the row `empty`; null for a unit that was never leased. */
export const LAST_MOVE_OUT = `(
    select max(l.move_out_date)
      from leases l
     where l.organization_id = $1 and l.unit_id = empty.unit_id and l.stage = 'SIGNED' and l.move_out_date < $2::date
  )`

const TURNS = `from work_orders w where w.organization_id = $1 and w.unit_id = empty.unit_id and w.category = 'UNIT_TURN'`

/**
 * The units with an open turn work order. The index by status holds the category but not the unit, so that only the turns among the open work orders
 * are read: 318 pages instead of 1,599 with 10,000 units.
 */
const UNITS_IN_TURN = `(
    select turned.unit_id
      from (
        select w.id
          from work_orders w
         where w.organization_id = $1 and w.status not in ('COMPLETED', 'CANCELLED') and w.category = 'UNIT_TURN'
        offset 0
      ) open
     cross join lateral (select w.unit_id from work_orders w where w.organization_id = $1 and w.id = open.id offset 0) turned
  )`

/** Whether the vacant unit is listed. Those that are shown as listings are read at once: 589 pages instead of 1,467. */
const IS_LISTED = `case when empty.unit_id in (
            select shown.unit_id from listing_spans shown where shown.organization_id = $1 and shown.from_day <= $2::date and shown.to_day >= $2::date
          ) then true else (select u.is_listed from units u where u.organization_id = $1 and u.id = empty.unit_id) end`

/**
 * The units to make ready, with their status. A unit is ready once its turn work order is completed. A manager who does not use turn work orders
 * shows that a unit is ready by listing it, so a unit that was vacated and has been neither turned nor listed since is also one to make ready.
 * Whether a unit is listed is selected as a value. For an `exists`, PostgreSQL read all units that are not listed, which took a third of the time.
 */
export const TO_MAKE_READY = `(
    select empty.unit_id, empty.status
      from ${STATUSES_ON_DAY} empty
     where empty.status in ('VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE')
       and (
         empty.unit_id in ${UNITS_IN_TURN}
         or (
           empty.status <> 'OFFLINE'
           and not (${IS_LISTED})
           and ${LAST_MOVE_OUT} is not null
           and not exists (
             select ${TURNS} and w.status = 'COMPLETED' and w.completed_at >= ${LAST_MOVE_OUT}
           )
         )
       )
  )`
