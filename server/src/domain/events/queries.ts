/** SQL of events. `$1` is the organization. */
import type { EventType } from '#contract/events.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { isDelivered } from '#server/platform/events.ts'

export type EventRow = { id: string; type: EventType; data: Record<string, unknown>; timestamp: string }

const LIST = {
  matchOnce: false,
  order: 'occurred_at, id',
  sorts: {},
  columns: 'e.id, e.type, e.data, e.occurred_at as timestamp',
  joins: 'join events e on e.organization_id = $1 and e.id = page.id',
}
const MATCHING = `select e.id, e.occurred_at from events e
   where e.organization_id = $1 and e.occurred_at >= $2 and e.type = any($3::text[]) and not e.is_test`
const FILTERS = { type: 'e.type = ?', since: 'e.occurred_at >= ?' }

/** `$2` is the instant before which events are no longer shown, though their month may not be dropped yet; `$3` are the types that the caller may read. */
export const eventList: ListDefinition<'type' | 'since'> = {
  ...LIST,
  name: 'list_events',
  matching: MATCHING,
  filters: FILTERS,
}

/** The events of the type that the subscription `$4` is for. */
export const webhookEventList: ListDefinition<'type' | 'since' | 'delivered'> = {
  ...LIST,
  name: 'list_events_of_webhook',
  matching: `${MATCHING}
     and e.type = (select s.event from webhook_subscriptions s where s.organization_id = $1 and s.id = $4 and s.deleted_at is null)`,
  filters: { ...FILTERS, delivered: `${isDelivered('$4')} = ?::boolean` },
}

/** The event `$2`, test events included, unless it happened before `$3`. */
export const findEvent = statement<EventRow & { is_test: boolean }>(
  'find_event',
  `select e.id, e.type, e.data, e.occurred_at as timestamp, e.is_test from events e
    where e.organization_id = $1 and e.id = $2::uuid and e.occurred_at >= $3`,
)
