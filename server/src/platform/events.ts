/**
 * The outbox: events and their deliveries to subscribers, stored in the transaction of the change itself, so that neither ever exists without the
 * other.
 */
import type { EventType } from '#contract/events.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from './context.ts'

/**
 * Stores events. `$2` is the list of events as JSON, which keeps the order of the API's fields. The deliveries to current subscribers are stored with
 * them. The ID of a delivery has the time and count of its event: it is kept and dropped by that time, and deliveries sort in the order of their
 * events.
 */
export const insertEvents = statement<never>(
  'insert_events',
  `with told as materialized (
     select t.id, t.data from json_to_recordset($2::json) as t (id uuid, data json)
   ),
   happened as (
     insert into events (organization_id, id, type, data, occurred_at)
     select $1, t.id, $3, t.data, $4::timestamptz from told t
   )
   insert into webhook_deliveries (organization_id, id, subscription_id, event_id, status, due_at, created_at)
   select $1, (left(t.id::text, 19) || substr(gen_random_uuid()::text, 20))::uuid, s.id, t.id, 'PENDING', $4::timestamptz, $4::timestamptz
     from told t
     join webhook_subscriptions s on s.organization_id = $1 and s.event = $3 and s.status = 'ACTIVE' and s.deleted_at is null`,
)

/** Stores the event `$2` of type `$3` to which nobody is subscribed; `$4` is its data as JSON. It takes a third of what `insertEvents` takes. */
export const insertUnfollowedEvent = statement<never>(
  'insert_unfollowed_event',
  `insert into events (organization_id, id, type, data, occurred_at) values ($1, $2, $3, $4::json, $5)`,
)

/** Whether anybody is subscribed to the event `$2`. */
export const findSubscriber = statement<{ is_followed: boolean }>(
  'find_event_subscriber',
  `select exists (
     select from webhook_subscriptions s where s.organization_id = $1 and s.event = $2 and s.status = 'ACTIVE' and s.deleted_at is null
   ) as is_followed`,
)

/**
 * SQL for the deliveries of the event `e` to a subscription. They are found in the primary key, because the ID of a delivery begins like that of
 * its event.
 */
export function deliveryOf(subscription: string): string {
  return `d.organization_id = $1 and d.subscription_id = ${subscription} and d.event_id = e.id
    and d.id between (left(e.id::text, 19) || '0000-000000000000')::uuid and (left(e.id::text, 19) || 'ffff-ffffffffffff')::uuid`
}

/** SQL for whether the event `e` was ever delivered to a subscription. */
export function isDelivered(subscription: string): string {
  return `exists (select from webhook_deliveries d where ${deliveryOf(subscription)} and ${HAS_ARRIVED})`
}

/** SQL for whether the delivery `d` has ever succeeded. Sending it again changes its status, and only its attempts tell that it arrived before. */
export const HAS_ARRIVED = `(d.status = 'DELIVERED' or (d.attempts > 0 and exists (
    select from webhook_attempts a where a.organization_id = $1 and a.delivery_id = d.id and a.outcome = 'DELIVERED'
  )))`

type Emitting = Pick<Context, 'db' | 'now'>

/**
 * Emits an event; `data` is the whole resource under its name. A write that is made often sends `hasSubscribers` along with its change and passes the
 * answer, which is of the same transaction, so that an event that nobody is subscribed to is stored without looking for its deliveries.
 */
export async function emit(
  context: Emitting,
  type: EventType,
  data: Record<string, unknown>,
  { isFollowed = true }: { isFollowed?: boolean } = {},
): Promise<void> {
  if (isFollowed) return emitAll(context, type, [data])
  const { db, now } = context
  db.query(insertUnfollowedEvent, [db.organizationId, uuidv7(now), type, JSON.stringify(data), new Date(now)])
}

/** Whether anybody is subscribed to an event now. */
export async function hasSubscribers({ db }: Emitting, type: EventType): Promise<boolean> {
  const [found] = await db.query(findSubscriber, [db.organizationId, type])
  return found?.is_followed === true
}

/** Emits one event for each item of `all`, in order, without waiting for them to be stored. If they cannot be stored, neither is the change. */
export async function emitAll(
  { db, now }: Emitting,
  type: EventType,
  all: readonly Record<string, unknown>[],
): Promise<void> {
  if (all.length === 0) return
  const events = all.map(data => ({ id: uuidv7(now), data }))
  db.query(insertEvents, [db.organizationId, JSON.stringify(events), type, new Date(now)])
}
