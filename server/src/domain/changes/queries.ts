/** SQL of the changes of records. `$1` is the organization. */
import { horizonOf } from '#server/db/horizon.ts'
import { homeOf } from '#server/db/restored-dump.ts'
import { statement } from '#server/db/statement.ts'

/**
 * The identity of the database. It includes the place of the database only while that differs from the place on record, which means that a dump was
 * restored under running processes and that no process has started since to adopt it.
 */
const IDENTITY = `concat_ws('/', i.id, s.system_identifier, c.timeline_id, nullif(${homeOf('i')}, i.home)) as identity`
const IDENTIFIED_BY = 'database_identity i, pg_control_system() s, pg_control_checkpoint() c'

/**
 * Identifies this database, how far the changes of the organization can be read (`horizon`), and the number that the next transaction gets. A
 * restored copy has another identity and a promoted standby another timeline, because their transactions may repeat numbers that were handed out.
 */
export const findHorizon = statement<{ identity: string; horizon: string; next: string }>(
  'find_change_horizon',
  `select ${IDENTITY}, ${horizonOf('$1::uuid')}::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as next
     from ${IDENTIFIED_BY}`,
)

/** Identifies this database. */
export const findIdentity = statement<{ identity: string }>(
  'find_database_identity',
  `select ${IDENTITY} from ${IDENTIFIED_BY}`,
)

/**
 * The time zone as it is stored, because a process may use an earlier one for up to a second more, and the day through which the calendar's changes
 * are recorded. A record read in another zone or on an earlier day would stay wrong in a copy.
 */
export const findCalendar = statement<{ time_zone: string; entered_through: string | null }>(
  'find_calendar',
  `select o.time_zone, d.entered_through
     from organizations o
     left join calendar_days d on d.organization_id = $1
    where o.id = $1`,
)

export type ScannedChange = { xid: string; type: string; id: string; changed_at: string; is_latest: boolean }

/**
 * The changes after (`$2`, `$3`, `$4`) and before the horizon `$5`, in the order of their transactions; at most `$6`. `is_latest` is whether the
 * record has not changed again before the horizon.
 */
export const scanChanges = statement<ScannedChange>(
  'scan_changes',
  `select scanned.xid::text as xid, scanned.type, scanned.id, scanned.changed_at,
          not exists (
            select from record_changes later
             where later.organization_id = $1 and later.type = scanned.type and later.id = scanned.id
               and later.xid > scanned.xid and later.xid < $5::text::xid8
          ) as is_latest
     from (
       select c.xid, c.type, c.id, c.changed_at
         from record_changes c
        where c.organization_id = $1 and (c.xid, c.type, c.id) > ($2::text::xid8, $3, $4) and c.xid < $5::text::xid8
        order by c.xid, c.type, c.id
        limit $6::int
     ) scanned
    order by scanned.xid, scanned.type, scanned.id`,
)

/** Records what the calendar changed after `$2`, up to and including `$3`. */
export const recordCalendar = statement<never>(
  'record_calendar_changes',
  'select feed_calendar($1, $2::date, $3::date)',
)

/** The day through which the calendar's changes are recorded. Nobody else records any before this transaction ends. */
export const lockCalendarDay = statement<{ entered_through: string }>(
  'lock_calendar_day',
  'select entered_through from calendar_days where organization_id = $1 for no key update',
)

/** The organization's day at the instant `$2`. */
export const findCalendarToday = statement<{ today: string }>(
  'find_calendar_today',
  'select ($2::timestamptz at time zone time_zone)::date as today from organizations where id = $1',
)

/** Records every listing as changed. */
export const recordListingChanges = statement<never>(
  'record_listing_changes',
  `insert into record_changes (organization_id, type, id)
   select $1, 'listing', u.id from units u where u.organization_id = $1 and u.is_listed
       on conflict do nothing`,
)

export const insertCalendarDay = statement<never>(
  'insert_calendar_day',
  `insert into calendar_days (organization_id, entered_through)
   select $1, least((o.created_at at time zone o.time_zone)::date, $2::date) - 1 from organizations o where o.id = $1
       on conflict do nothing`,
)

export const updateCalendarDay = statement<never>(
  'update_calendar_day',
  'update calendar_days set entered_through = $2::date where organization_id = $1',
)
