/** SQL of webhook subscriptions and their deliveries. `$1` is the organization. */
import type { Static } from 'typebox'
import type { listWebhooks } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { EVENT_TYPES, type EventType } from '#contract/events.ts'
import type { Delivery } from '#contract/v1/webhook-deliveries.ts'
import { SUBSCRIPTION_STATUSES, type Webhook } from '#contract/v1/webhooks.ts'
import { type ListDefinition, placeIn } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'

export type WebhookRow = Static<typeof Webhook>

const COLUMNS = `s.id, s.event, s.target_url, s.description, s.status, s.paused_reason, s.secret_hint, s.consecutive_failures,
  s.last_success_at, s.last_failure_at, s.created_at, s.updated_at`

export type WebhookSort = ColumnOf<typeof listWebhooks>

const WEBHOOK = 'join webhook_subscriptions s on s.organization_id = $1 and s.id = matching.id'

export const webhookList: ListDefinition<'event' | 'status' | 'updated_since', WebhookSort> = {
  name: 'list_webhooks',
  matching:
    'select s.id, s.created_at from webhook_subscriptions s where s.organization_id = $1 and s.deleted_at is null',
  matchOnce: true,
  filters: { event: 's.event = ?', status: 's.status = ?', updated_since: 's.updated_at >= ?' },
  order: 'created_at desc, id desc',
  sorts: {
    target_url: { by: ['s.target_url collate "C"'], joins: WEBHOOK },
    event: { by: [placeIn(EVENT_TYPES, 's.event')], joins: WEBHOOK },
    status: { by: [placeIn(SUBSCRIPTION_STATUSES, 's.status')], joins: WEBHOOK },
    last_success_at: { by: ['s.last_success_at'], joins: WEBHOOK },
    last_failure_at: { by: ['s.last_failure_at'], joins: WEBHOOK },
    created_at: { by: ['matching.created_at'] },
  },
  columns: COLUMNS,
  joins: 'join webhook_subscriptions s on s.organization_id = $1 and s.id = page.id',
}

/** Serializes creations, so that together they stay within the limit. */
export const lockCreation = statement<never>(
  'lock_webhook_creation',
  `select pg_advisory_xact_lock(hashtextextended($1::uuid::text || ' webhooks', 0))`,
)

export const countWebhooks = statement<{ count: number }>(
  'count_webhooks',
  'select count(*)::int as count from webhook_subscriptions where organization_id = $1 and deleted_at is null',
)

/** Stores a new subscription; `$7` is the mask of its secret. */
export const insertWebhook = statement<WebhookRow>(
  'insert_webhook',
  `insert into webhook_subscriptions as s (
     organization_id, id, event, target_url, description, secret_sha256, secret_hint, root_key_id, first_root_key_id, created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9)
   returning ${COLUMNS}`,
)

export type StoredWebhook = WebhookRow & {
  root_key_id: string
  epoch: number
  secret_sha256: Buffer
  first_root_key_id: string
}

/**
 * Locks a subscription: nobody else can change it or its deliveries before this transaction ends. `for update` would be too strong, since events
 * for it must still be stored.
 */
export const lockWebhook = statement<StoredWebhook>(
  'lock_webhook',
  `select ${COLUMNS}, s.root_key_id, s.epoch, s.secret_sha256, s.first_root_key_id
     from webhook_subscriptions s
    where s.organization_id = $1 and s.id = $2 and s.deleted_at is null
      for no key update`,
)

/** The root keys of a subscription, deleted or not, because the reply to its creation can still be requested again. */
export const findFirstRootKey = statement<
  Pick<StoredWebhook, 'first_root_key_id' | 'root_key_id' | 'epoch' | 'secret_sha256'>
>(
  'find_first_root_key_of_webhook',
  'select first_root_key_id, root_key_id, epoch, secret_sha256 from webhook_subscriptions where organization_id = $1 and id = $2',
)

export const findWebhook = statement<WebhookRow>(
  'find_webhook',
  `select ${COLUMNS} from webhook_subscriptions s where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`,
)

export const markDeleted = statement<never>(
  'delete_webhook',
  'update webhook_subscriptions set deleted_at = $3 where organization_id = $1 and id = $2',
)

/** Activates the subscription at `$3`. What failed before says nothing about a target that was repaired. */
export const activateWebhook = statement<WebhookRow>(
  'activate_webhook',
  `update webhook_subscriptions s
      set status = 'ACTIVE', paused_reason = null, consecutive_failures = 0, failing_since = null, judged_from = $3::timestamptz
    where s.organization_id = $1 and s.id = $2
   returning ${COLUMNS}`,
)

/** Changes the target at `$5`. The failures of the old target say nothing about the new one, so they are reset. */
export const retargetWebhook = statement<WebhookRow>(
  'retarget_webhook',
  `update webhook_subscriptions s
      set target_url = $3, description = $4,
          judged_from = case when target_url = $3 then judged_from else $5::timestamptz end,
          consecutive_failures = case when target_url = $3 then consecutive_failures else 0 end,
          failing_since = case when target_url = $3 then failing_since end,
          updated_at = case when (target_url, description) is distinct from ($3, $4) then transaction_timestamp() else updated_at end
    where s.organization_id = $1 and s.id = $2
   returning ${COLUMNS}`,
)

/** Deactivates the subscription for the reason `$3`. */
export const deactivateWebhook = statement<WebhookRow>(
  'deactivate_webhook',
  `update webhook_subscriptions s set status = 'PAUSED', paused_reason = $3 where s.organization_id = $1 and s.id = $2 returning ${COLUMNS}`,
)

/** Replaces the secret. The one that signs now moves to `previous_…` and signs until `$7`. */
export const replaceSecret = statement<WebhookRow>(
  'replace_webhook_secret',
  `update webhook_subscriptions s
      set previous_root_key_id = s.root_key_id, previous_epoch = s.epoch, previous_secret_sha256 = s.secret_sha256, previous_until = $7,
          root_key_id = $3, epoch = $4::int, secret_sha256 = $5, secret_hint = $6
    where s.organization_id = $1 and s.id = $2
   returning ${COLUMNS}`,
)

/** Cancels the pending deliveries of the subscription at `$3`. */
export const cancelDeliveries = statement<never>(
  'cancel_webhook_deliveries',
  `update webhook_deliveries set status = 'CANCELLED', due_at = null, claimed_until = null, finished_at = $3
    where organization_id = $1 and subscription_id = $2 and due_at is not null`,
)

export type DeliveryRow = Omit<Static<typeof Delivery>, 'delivery_id'> & { id: string }

const DELIVERY_COLUMNS = `d.id, d.subscription_id as webhook_id, d.event_id, e.type as event, e.is_test, d.status, d.due_at as next_attempt_at, d.created_at, d.finished_at,
  tried.attempts`

const DELIVERY_JOINS = `join events e on e.organization_id = $1 and e.id = d.event_id
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
             'number', a.number, 'attempted_at', to_char(a.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'outcome', a.outcome, 'response_status', a.response_status, 'latency_ms', a.latency_ms, 'excerpt', a.excerpt, 'error', a.error
           ) order by a.number), '[]') as attempts
      from (
        select * from webhook_attempts each
         where each.organization_id = $1 and each.delivery_id = d.id
         order by each.number desc limit 100
      ) a
  ) tried`

/** The deliveries of the subscription `$2`; `since` and `until` are IDs. */
export const deliveryList: ListDefinition<'status' | 'since' | 'until'> = {
  name: 'list_webhook_deliveries',
  matching: `select d.id, d.subscription_id from webhook_deliveries d where d.organization_id = $1 and d.subscription_id = $2`,
  matchOnce: false,
  filters: { status: 'd.status = ?', since: 'd.id >= ?', until: 'd.id < ?' },
  order: 'id desc',
  // There may be millions of deliveries, and only this order has an index.
  sorts: {},
  columns: DELIVERY_COLUMNS,
  joins: `join webhook_deliveries d on d.organization_id = $1 and d.subscription_id = page.subscription_id and d.id = page.id ${DELIVERY_JOINS}`,
}

export const findDelivery = statement<DeliveryRow>(
  'find_webhook_delivery',
  `select ${DELIVERY_COLUMNS} from webhook_deliveries d ${DELIVERY_JOINS}
    where d.organization_id = $1 and d.subscription_id = $2 and d.id = $3::uuid`,
)

/** Queues the delivery again at `$4`, from the beginning of the schedule. A delivery that is under way stays with its worker. */
export const beginAgain = statement<{ id: string }>(
  'begin_webhook_delivery_again',
  `update webhook_deliveries d
      set status = case when d.status = 'PENDING' then 'PENDING' else 'RETRYING' end, due_at = $4, finished_at = null, attempts_in_schedule = 0
    where d.organization_id = $1 and d.subscription_id = $2 and d.id = $3::uuid
   returning d.id`,
)

/** Stores a test event for one subscription alone. */
export const insertTestEvent = statement<never>(
  'insert_test_event',
  `with event as (
     insert into events (organization_id, id, type, data, is_test, occurred_at) values ($1, $2, $3, $4::json, true, $5::timestamptz)
   )
   insert into webhook_deliveries (organization_id, id, subscription_id, event_id, status, due_at, created_at)
   values ($1, $6, $7, $2, 'PENDING', $5::timestamptz, $5::timestamptz)`,
)

/**
 * Deliveries from the ID `$2` on and attempts from the ID `$3` on; failing.ts gives the reason for each bound. `$4` is the lowest share of
 * failures, in percent.
 */
export const listFailing = statement<{
  webhook_id: string
  event: EventType
  target_url: string
  attempts: number
  failed: number
}>(
  'list_failing_webhooks',
  `select s.id as webhook_id, s.event, s.target_url, recent.attempts, recent.failed
     from webhook_subscriptions s
     cross join lateral (
       select count(*)::int as attempts, (count(*) filter (where a.outcome <> 'DELIVERED'))::int as failed
         from (
           select d.id from webhook_deliveries d
            where d.organization_id = $1 and d.subscription_id = s.id and d.id >= $2::uuid
            order by d.id desc limit 100
         ) newest
         join webhook_attempts a on a.organization_id = $1 and a.delivery_id = newest.id and a.id >= $3::uuid
          and (s.judged_from is null or a.attempted_at > s.judged_from)
     ) recent
    where s.organization_id = $1 and s.deleted_at is null and s.status = 'ACTIVE' and recent.attempts >= 5
      and recent.failed * 100 >= recent.attempts * $4::int
    order by recent.failed desc, s.id`,
)
