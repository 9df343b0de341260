/** SQL that reads the log of calls for the console: pages of it, groups of failures, and what upkeep added up. */
import type { Static } from 'typebox'
import type { Call } from '#contract/console/traffic.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { statement } from '#server/db/statement.ts'

export type CallRow = Omit<Static<typeof Call>, 'request_id'> & { id: string }

const LINE = `id, occurred_at, key_id, method, route, path, status, error, reason, scope, caller_ip, user_agent, latency_ms, replayed, outcome`
const columns = (
  keyName: string,
) => `c.id, c.occurred_at, c.key_id, ${keyName} as key_name, c.method, c.route, c.path, c.status, c.error,
          c.reason, c.scope, host(c.caller_ip) as caller_ip, c.user_agent, c.latency_ms::float8 as latency_ms, c.replayed, c.outcome`
const CALL = columns('k.name')
const NAMED = `left join api_keys k on k.organization_id = $1 and k.id = c.key_id`

/** Conditions on lines that have already been found. They do not affect the index, so an absent filter may be null here. */
const MATCHES = `($4::text is null or c.key_id = $4) and ($5::text is null or c.route = $5) and ($6::text is null or c.method = $6)
      and c.status between $7 and $8 and ($9::inet is null or c.caller_ip = $9)`

/** A page of calls. `$2` and `$3` bound the IDs, `$10` is how many lines are looked at, `$11` how many calls are wanted. */
const page = (which: string) => `
  select ${CALL}
    from (select ${LINE} from audit.calls
           where organization_id = $1 and id < $2 and id >= $3${which} order by id desc limit $10) c
    ${NAMED}
   where ${MATCHES}
   order by c.id desc limit $11`

export const listCallsBefore = statement<CallRow>('list_calls_before', page(''))
export const listFailedCallsBefore = statement<CallRow>('list_failed_calls_before', page(' and status >= 400'))
export const listBrokenCallsBefore = statement<CallRow>('list_broken_calls_before', page(' and status >= 500'))

/** The newest `$4` calls that have `$2` in their path or as their key, among the newest `$3` lines. */
export const listCallsThatName = statement<CallRow>(
  'list_calls_that_name',
  `select ${CALL}
    from (select ${LINE} from audit.calls where organization_id = $1 order by id desc limit $3) c
    ${NAMED}
   where c.key_id = $2 or strpos(c.path || '/', '/' || $2 || '/') > 0
   order by c.id desc limit $4`,
)

/** Where a page that looked at `$4` lines and one more stopped; no row if the log ended first. */
const reach = (which: string) => `
  select id, occurred_at from audit.calls
   where organization_id = $1 and id < $2 and id >= $3${which} order by id desc offset $4 limit 1`

export const findReach = statement<{ id: string; occurred_at: string }>('find_reach', reach(''))
export const findReachOfFailed = statement<{ id: string; occurred_at: string }>(
  'find_reach_of_failed',
  reach(' and status >= 400'),
)

export const findReachOfBroken = statement<{ id: string; occurred_at: string }>(
  'find_reach_of_broken',
  reach(' and status >= 500'),
)

export const findCall = statement<CallRow>(
  'find_call',
  `select ${CALL} from audit.calls c ${NAMED} where c.organization_id = $1 and c.id = $2`,
)

/**
 * All calls of a span, for a file: they are read in the order of the primary key while they are sent. If the keys were joined, all of it might be
 * sorted first.
 */
export const listCallsBetween = statement<CallRow>(
  'list_calls_between',
  `select ${columns('null::text')}
     from audit.calls c
    where c.organization_id = $1 and c.id < $2 and c.id >= $3 and ${MATCHES}
    order by c.id desc`,
)

export type FailureRow = {
  method: string
  route: string
  status: number
  /** Empty if the call has no error code. */
  error: ErrorCode | ''
  calls: number
  last_id: string
}

/** Groups failures. Each group has its latest ID, and with it the instant, because IDs are in the order of time. */
export const groupFailures = statement<FailureRow>(
  'group_failures',
  `select method, coalesce(route, '') as route, status, coalesce(error, '') as error, count(*) as calls, max(id::text)::uuid as last_id
     from audit.calls
    where organization_id = $1 and id >= $2 and status >= 400
    group by 1, 2, 3, 4`,
)

export const listFailureHours = statement<FailureRow>(
  'list_failure_hours',
  `select method, route, status, error, sum(calls)::bigint as calls, max(last_id::text)::uuid as last_id
     from audit.route_hours
    where organization_id = $1 and begins_at >= $2 and status >= 400
    group by 1, 2, 3, 4`,
)

type RouteRow = { method: string; route: string; status: number; error: ErrorCode | ''; calls: number }

export const groupRoutes = statement<RouteRow>(
  'group_routes',
  `select method, coalesce(route, '') as route, status, coalesce(error, '') as error, count(*) as calls
     from audit.calls
    where organization_id = $1 and id >= $2
    group by 1, 2, 3, 4`,
)

export const listRouteHours = statement<RouteRow>(
  'list_route_hours',
  `select method, route, status, error, sum(calls)::bigint as calls
     from audit.route_hours
    where organization_id = $1 and begins_at >= $2
    group by 1, 2, 3, 4`,
)

/** The exact 95th percentile of each route; for the window of one hour. */
export const findRouteLatencies = statement<{ method: string; route: string; p95_ms: number }>(
  'find_route_latencies',
  `select method, coalesce(route, '') as route, percentile_disc(0.95) within group (order by latency_ms::float8) as p95_ms
     from audit.calls
    where organization_id = $1 and id >= $2
    group by 1, 2`,
)

type BucketRow = { begins_at: string; calls: number; errors: number; rate_limited: number }

const ERRORS = `count(*) filter (where status >= 400 and status <> 429)`

/** Figures by the minute. The row without an instant covers all minutes together. */
export const listMinutes = statement<
  Omit<BucketRow, 'begins_at'> & { begins_at: string | null; p50_ms: number; p95_ms: number }
>(
  'list_minutes',
  `select begins_at, count(*) as calls, ${ERRORS} as errors, count(*) filter (where status = 429) as rate_limited,
          percentile_disc(0.5) within group (order by latency_ms) as p50_ms,
          percentile_disc(0.95) within group (order by latency_ms) as p95_ms
     from (select date_trunc('minute', occurred_at) as begins_at, status, latency_ms::float8 as latency_ms
             from audit.calls where organization_id = $1 and id >= $2) c
    group by grouping sets ((begins_at), ())`,
)

/** The latency step of a call: the power of 1.2, in tenths of a millisecond. */
const LATENCY_STEP = `greatest(0, least(79, floor(ln(greatest(latency_ms, 0.1) / 0.1) / ln(1.2))))::int`
const halfHourOf = (instant: string) => `to_timestamp(floor(extract(epoch from ${instant}) / 1800) * 1800)`

export type HalfHourRow = BucketRow & { latencies: Record<string, number> }

/** Counts lines in half-hours; `between` is the condition on the lines, and `instant` the time of each. */
const halfHours = (between: string, instant: string) => `
  select begins_at, sum(calls)::bigint as calls, sum(errors)::bigint as errors, sum(rate_limited)::bigint as rate_limited,
         jsonb_object_agg(step, calls) as latencies
    from (select ${halfHourOf(instant)} as begins_at, ${LATENCY_STEP} as step, count(*) as calls, ${ERRORS} as errors,
                 count(*) filter (where status = 429) as rate_limited
            from audit.calls where organization_id = $1 and ${between} group by 1, 2) steps
   group by begins_at`

export const groupHalfHours = statement<HalfHourRow>('group_half_hours', halfHours('id >= $2', 'occurred_at'))

export const listHalfHours = statement<HalfHourRow>(
  'list_half_hours',
  `select begins_at, calls, errors, rate_limited, latencies from audit.half_hours where organization_id = $1 and begins_at >= $2`,
)

export const findRolledUp = statement<{ through: string }>(
  'find_rolled_up',
  `select through from audit.roll_ups where organization_id = $1`,
)

type KeyCalls = { key_id: string; calls: number; calls_last_minute: number; peak_per_minute: number; refused: number }

/** Calls from `$2` on by key, of which `calls` leaves out those before `$3`. */
export const countCallsByKey = statement<KeyCalls>(
  'count_calls_by_key',
  `select key_id, sum(calls)::bigint as calls, sum(last_minute)::bigint as calls_last_minute,
          coalesce(max(counted) filter (where minute >= $5), 0) as peak_per_minute,
          coalesce(sum(refused) filter (where minute >= $5), 0)::bigint as refused
     from (select key_id, date_trunc('minute', occurred_at, 'UTC') as minute, count(*) filter (where id >= $3) as calls,
                  count(*) filter (where occurred_at > $4 and status not in (401, 429)) as last_minute,
                  count(*) filter (where status not in (401, 429)) as counted,
                  count(*) filter (where status = 429) as refused
             from audit.calls
            where organization_id = $1 and id >= $2
            group by key_id, minute) as minutes
    group by key_id`,
)

export const listKeyHours = statement<{ key_id: string; calls: number }>(
  'list_key_hours',
  `select key_id, sum(calls)::bigint as calls from audit.key_hours where organization_id = $1 and begins_at >= $2 group by key_id`,
)

// Upkeep, as gatehouse_platform, one organization at a time ----------------------------------------------------------

/** Organizations that are behind `$1`, or ahead of it because the clock was set back, at most `$2`. */
export const listBehind = statement<{ id: string; through: string | null }>(
  'list_behind',
  `select o.id, r.through from organizations o left join audit.roll_ups r on r.organization_id = o.id
    where r.through is distinct from $1 order by r.through nulls first, o.id limit $2`,
)

export const findFirstCall = statement<{ id: string }>(
  'find_first_call',
  `select id from audit.calls where organization_id = $1 and id >= $2 order by id limit 1`,
)

const BETWEEN = 'id >= $2 and id < $3'
/**
 * The instant of a call. Its ID is stamped when the call arrives and its instant a little later, so an instant after the span counts at the span's end,
 * `$4`. One before the span counts at its beginning, `$5`: after a clock that was ahead is set back, a process goes on with the IDs of the later day.
 */
const INSTANT = 'least(greatest(occurred_at, $5), $4)'

export const addHalfHours = statement<never>(
  'add_half_hours',
  `insert into audit.half_hours (organization_id, begins_at, calls, errors, rate_limited, latencies)
   select $1::uuid, h.* from (${halfHours(BETWEEN, INSTANT)}) h`,
)

export const addRouteHours = statement<never>(
  'add_route_hours',
  `insert into audit.route_hours (organization_id, begins_at, method, route, status, error, calls, last_id)
   select $1::uuid, date_trunc('hour', ${INSTANT}), method, coalesce(route, ''), status, coalesce(error, ''), count(*), max(id::text)::uuid
     from audit.calls where organization_id = $1 and ${BETWEEN} group by 2, 3, 4, 5, 6
   on conflict (organization_id, begins_at, method, route, status, error)
   do update set calls = route_hours.calls + excluded.calls, last_id = excluded.last_id`,
)

export const addKeyHours = statement<never>(
  'add_key_hours',
  `insert into audit.key_hours (organization_id, begins_at, key_id, calls)
   select $1::uuid, date_trunc('hour', ${INSTANT}), key_id, count(*)
     from audit.calls where organization_id = $1 and ${BETWEEN} group by 2, 3
   on conflict (organization_id, begins_at, key_id) do update set calls = key_hours.calls + excluded.calls`,
)

export const lockRollUp = statement<never>(
  'lock_roll_up',
  `select pg_advisory_xact_lock(hashtextextended('roll-up ' || $1::uuid, 0))`,
)

export const setRolledUp = statement<never>(
  'set_rolled_up',
  `insert into audit.roll_ups (organization_id, through) values ($1, $2)
   on conflict (organization_id) do update set through = excluded.through`,
)

/** Deletes the sums before `$2`, which are kept no longer, and those from `$3` on. */
const deleteOther = (sums: string) =>
  `delete from ${sums} where organization_id = $1 and (begins_at < $2 or begins_at >= $3)`

export const deleteOtherHalfHours = statement<never>('delete_other_half_hours', deleteOther('audit.half_hours'))
export const deleteOtherRouteHours = statement<never>('delete_other_route_hours', deleteOther('audit.route_hours'))
export const deleteOtherKeyHours = statement<never>('delete_other_key_hours', deleteOther('audit.key_hours'))
