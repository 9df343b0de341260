/** SQL of recoveries. `$1` is the organization. */
import type { Static } from 'typebox'
import type { Recovery } from '#contract/v1/webhook-recoveries.ts'
import { horizonOf } from '#server/db/horizon.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { deliveryOf, HAS_ARRIVED, isDelivered } from '#server/platform/events.ts'

export type RecoveryRow = Static<typeof Recovery>

/** The lowest ID that carries an instant: the ID of a delivery has the time of its event. */
const lowestId = (instant: string) =>
  `regexp_replace(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || repeat('0', 20),
     '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\1-\\2-\\3-\\4-\\5')::uuid`

/**
 * SQL for whether the delivery `d` has succeeded since the recovery `r` was created. If a delivery that had succeeded was sent again and failed, its
 * status no longer shows that, so its attempts are read.
 */
const HAS_ARRIVED_SINCE = `case
      when d.status = 'DELIVERED' then d.finished_at >= r.created_at
      else d.attempts > 0 and exists (
        select from webhook_attempts a
         where a.organization_id = $1 and a.delivery_id = d.id and a.outcome = 'DELIVERED'
           and a.attempted_at + a.latency_ms * interval '1 millisecond' >= r.created_at
      )
    end`

const COLUMNS = `r.id as recovery_id, r.subscription_id as webhook_id, r.since, r.is_all as "all", r.status, r.event_count, r.queued_count,
  (
    select count(*)::int from webhook_deliveries d
     where d.organization_id = $1 and d.subscription_id = r.subscription_id
       and d.id >= ${lowestId('r.since')} and d.created_at <= r.until and ${HAS_ARRIVED_SINCE}
  ) as delivered_count,
  r.created_at, r.finished_at`

/** The recoveries of the subscription `$2`. */
export const recoveryList: ListDefinition<never> = {
  name: 'list_webhook_recoveries',
  matching: `select r.id, r.subscription_id from webhook_recoveries r where r.organization_id = $1 and r.subscription_id = $2`,
  matchOnce: false,
  filters: {},
  order: 'id desc',
  sorts: {},
  columns: COLUMNS,
  joins:
    'join webhook_recoveries r on r.organization_id = $1 and r.subscription_id = page.subscription_id and r.id = page.id',
}

export const findRunningRecovery = statement<{ id: string }>(
  'find_running_recovery',
  `select id from webhook_recoveries where organization_id = $1 and subscription_id = $2 and status = 'RUNNING'`,
)

/**
 * Stores a recovery of what happened from `$4` until `$5`; `$6` is whether delivered events are included as well. A recovery without events is over
 * immediately.
 */
export const insertRecovery = statement<RecoveryRow>(
  'insert_webhook_recovery',
  `with counted as materialized (
     select count(*)::int as events
       from events e
       join webhook_subscriptions s on s.organization_id = $1 and s.id = $3
      where e.organization_id = $1 and e.type = s.event and not e.is_test and e.occurred_at >= $4::timestamptz and e.occurred_at <= $5::timestamptz
        and ($6::boolean or not ${isDelivered('$3')})
   )
   insert into webhook_recoveries as r (
     organization_id, id, subscription_id, since, until, is_all, event_count, status, created_at, finished_at
   )
   select $1, $2, $3, $4::timestamptz, $5::timestamptz, $6::boolean, counted.events,
          case when counted.events = 0 then 'COMPLETED' else 'RUNNING' end, $5::timestamptz, case when counted.events = 0 then $5::timestamptz end
     from counted
   returning ${COLUMNS}`,
)

/** Recoveries that can continue, in all organizations; at most `$1`. Runs as gatehouse_platform. */
export const listRunningRecoveries = statement<{ id: string; subscription_id: string }>(
  'list_running_recoveries',
  `select r.organization_id as id, r.subscription_id
     from webhook_recoveries r
    where r.status = 'RUNNING' and r.asked_in < ${horizonOf('r.organization_id')}
    order by r.id
    limit $1::int`,
)

export type LockedRecovery = {
  id: string
  since: string
  until: string
  is_all: boolean
  through_at: string | null
  through_id: string | null
}

export const lockRunningRecovery = statement<LockedRecovery>(
  'lock_running_recovery',
  `select id, since, until, is_all, through_at, through_id from webhook_recoveries
    where organization_id = $1 and subscription_id = $2 and status = 'RUNNING' for no key update`,
)

/**
 * Queues deliveries to the subscription `$2` of up to `$8` events of the type `$3` that come after (`$4`, `$5`) and until `$6`, due at `$9`.
 * Delivered events are included only if `$7` is true. A delivery that exists starts over; one that is under way stays with its worker. Returns the
 * last event it looked at.
 */
export const queueRecovered = statement<{
  looked: number
  queued: number
  through_at: string | null
  through_id: string | null
}>(
  'queue_recovered_events',
  `with batch as materialized (
     select e.id, e.occurred_at from events e
      where e.organization_id = $1 and e.type = $3 and (e.occurred_at, e.id) > ($4::timestamptz, $5::uuid) and e.occurred_at <= $6::timestamptz
        and not e.is_test
      order by e.occurred_at, e.id
      limit $8::int
   ),
   wanted as materialized (
     select e.id, e.occurred_at, d.id as delivery_id
       from batch e
       left join lateral (
         select d.id, ${HAS_ARRIVED} as has_arrived from webhook_deliveries d where ${deliveryOf('$2')} limit 1
       ) d on true
      where $7::boolean or d.has_arrived is not true
   ),
   begun as (
     update webhook_deliveries d
        set status = case when d.status = 'PENDING' then 'PENDING' else 'RETRYING' end, due_at = $9::timestamptz, finished_at = null,
            attempts_in_schedule = 0
       from wanted w
      where d.organization_id = $1 and d.subscription_id = $2 and d.id = w.delivery_id
   ),
   added as (
     insert into webhook_deliveries (organization_id, id, subscription_id, event_id, status, due_at, created_at)
     select $1, (left(w.id::text, 19) || substr(gen_random_uuid()::text, 20))::uuid, $2, w.id, 'PENDING', $9::timestamptz, w.occurred_at
       from wanted w
      where w.delivery_id is null
   )
   select (select count(*)::int from batch) as looked, (select count(*)::int from wanted) as queued, last.occurred_at as through_at, last.id as through_id
     from (values (true)) as one (row)
     left join lateral (select b.occurred_at, b.id from batch b order by b.occurred_at desc, b.id desc limit 1) last on true`,
)

export const advanceRecovery = statement<never>(
  'advance_webhook_recovery',
  `update webhook_recoveries
      set queued_count = queued_count + $4::int, through_at = coalesce($5::timestamptz, through_at), through_id = coalesce($6::uuid, through_id),
          status = $7, finished_at = $8
    where organization_id = $1 and subscription_id = $2 and id = $3`,
)
