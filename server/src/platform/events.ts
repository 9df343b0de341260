/**
 * The outbox: events and their deliveries to subscribers, stored in the transaction of the change itself, so that
 * neither is ever without the other.
 */
import type { EventType } from '#contract/events.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Context } from './context.ts'

/**
 * `$2` are the events as a list of JSON, which stays in the order of the API's fields. The deliveries to whoever is subscribed at this
 * moment are stored with them, each with an id of the event's own time and count: by its time it is kept and dropped, and deliveries sort as
 * their events do.
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

/**
 * SQL: the deliveries of the event `e` to a subscription, found in their key, because the id of a delivery begins as its event's does.
 */
export function deliveryOf(subscription: string): string {
  return `d.organization_id = $1 and d.subscription_id = ${subscription} and d.event_id = e.id
    and d.id between (left(e.id::text, 19) || '0000-000000000000')::uuid and (left(e.id::text, 19) || 'ffff-ffffffffffff')::uuid`
}

/** SQL: whether the event `e` was delivered to a subscription. */
export function isDelivered(subscription: string): string {
  return `exists (select from webhook_deliveries d where ${deliveryOf(subscription)} and d.status = 'DELIVERED')`
}

type Emitting = Pick<Context, 'db' | 'now'>

/** `data` is the whole resource under its name. */
export async function emit(context: Emitting, type: EventType, data: Record<string, unknown>): Promise<void> {
  await emitAll(context, type, [data])
}

/** Emits one event for each of `all`, in their order, without waiting for them to be stored: if they cannot be, the change is not stored either. */
export async function emitAll(
  { db, now }: Emitting,
  type: EventType,
  all: readonly Record<string, unknown>[],
): Promise<void> {
  if (all.length === 0) return
  const events = all.map(data => ({ id: uuidv7(now), data }))
  db.query(insertEvents, [db.organizationId, JSON.stringify(events), type, new Date(now)])
}
