/** SQL of events. `$1` is the organization. */
import type { EventType } from '#contract/events.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { deliveryOf, isDelivered } from '#server/platform/events.ts'

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
const FILTERS = { type: 'e.type = ?', since: 'e.occurred_at >= ?', until: 'e.occurred_at < ?' }

type Filter = keyof typeof FILTERS

/**
 * `$2` is the instant before which events are no longer shown, even if their month has not been dropped yet; `$3` are the types that the caller may
 * read.
 */
export const eventList: ListDefinition<Filter> = {
  ...LIST,
  name: 'list_events',
  matching: MATCHING,
  filters: FILTERS,
}

/** The events of the type that the subscription `$4` is for. */
export const webhookEventList: ListDefinition<Filter | 'delivered'> = {
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

/** The newest `$5` events that have the ID `$3`, or that are among the newest `$4` and name `$2` in their data. */
export const listEventsNaming = statement<{ id: string; type: EventType; timestamp: string; is_test: boolean }>(
  'list_events_naming',
  `select found.id, found.type, found.occurred_at as timestamp, found.is_test
     from (
       select e.id, e.type, e.occurred_at, e.is_test from events e where e.organization_id = $1 and e.id = $3::uuid
        union
       select newest.id, newest.type, newest.occurred_at, newest.is_test
         from (
           select e.id, e.type, e.occurred_at, e.is_test, e.data from events e
            where e.organization_id = $1 order by e.occurred_at desc, e.id desc limit $4::int
         ) newest
        where strpos(newest.data::text, '"' || $2 || '"') > 0
     ) found
    order by found.occurred_at desc, found.id desc
    limit $5::int`,
)

export const findEventOfDelivery = statement<{ event_id: string }>(
  'find_event_of_delivery',
  `select d.event_id from webhook_subscriptions s
     join webhook_deliveries d on d.organization_id = $1 and d.subscription_id = s.id and d.id = $2::uuid
    where s.organization_id = $1`,
)

type DeliveryOfEvent = {
  id: string
  event_id: string
  webhook_id: string
  status: 'PENDING' | 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED'
  created_at: string
}

/** The deliveries of the events `$2`; an event has at most one for each subscription, of which there are at most 100 at a time. */
export const listDeliveriesOf = statement<DeliveryOfEvent>(
  'list_deliveries_of_events',
  `select d.id, d.event_id, d.subscription_id as webhook_id, d.status, d.created_at
     from events e
     join webhook_subscriptions s on s.organization_id = $1 and s.event = e.type and s.deleted_at is null
     join webhook_deliveries d on ${deliveryOf('s.id')}
    where e.organization_id = $1 and e.id = any($2::uuid[])
    order by d.subscription_id`,
)

/** The target of a subscription, or the name of a key. */
export const findDeveloperName = statement<{ name: string }>(
  'find_developer_name',
  `select s.target_url as name from webhook_subscriptions s where s.organization_id = $1 and s.id = $2 and s.deleted_at is null
    union all
   select k.name from api_keys k where k.organization_id = $1 and k.id = $2`,
)
