/** Webhook subscriptions and the deliveries made for them. Source: specification §4 and §6. */
import Type from 'typebox'
import { EVENT_TYPES } from '../events.ts'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  updatedSince,
} from '../values.ts'

export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'PAUSED'] as const
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'EXHAUSTED', 'CANCELLED'] as const
/** Of one organization. */
export const MAX_SUBSCRIPTIONS = 100

const WEBHOOK_ID = 'wh_01kh3zr6qm4x8c2v6b0n5d9t3e'
const DELIVERY_ID = 'dlv_01kh3zr6r0f7k2m9p4s8w1y5zb'
const EVENT_ID = 'evt_01kh3zr6qz3c7e1h5k9n2r6v0x'
const MAX_TARGET_LENGTH = 2048

const event = oneOf(EVENT_TYPES, { description: 'The kind of event.', example: 'payment.received' })
const secret = text(200, {
  description: 'The signing secret, after Standard Webhooks. It is shown this once and stored nowhere: keep it.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0L0ms8OYYqE=',
})

const subscriptionFields = {
  id: id({ description: 'The subscription.', example: WEBHOOK_ID }),
  event,
  // Without the format `uri`: an address with other letters, such as https://münchen.example/, is accepted and shown as it was given.
  target_url: text(MAX_TARGET_LENGTH, {
    description: 'Where events are sent, as it was given.',
    example: 'https://example.com/hooks',
    minLength: 1,
  }),
  description: nullable(text(200, { description: 'Your own words for it.', example: 'Accounting, production' })),
  status: oneOf(SUBSCRIPTION_STATUSES, {
    description:
      'PAUSED after five days of nothing but failures, or when the target answered 410; nothing is sent then.',
    example: 'ACTIVE',
  }),
  paused_reason: nullable(
    text(500, { description: 'Why it is paused.', example: 'The target answered 410: it is gone.' }),
  ),
  secret_hint: text(100, { description: 'The end of the secret, to tell one from another.', example: 'whsec_…YYqE' }),
  consecutive_failures: integer(0, 2_147_483_647, {
    description: 'Failed attempts since the last success.',
    example: 0,
  }),
  last_success_at: nullable(
    instant({ description: 'When an attempt last succeeded.', example: '2026-03-14T08:15:30.120Z' }),
  ),
  last_failure_at: nullable(
    instant({ description: 'When an attempt last failed.', example: '2026-03-10T02:00:00.000Z' }),
  ),
  created_at: instant({ description: 'When it was created.', example: '2026-01-05T16:20:00.000Z' }),
  updated_at: instant({
    description: 'When it last changed; deliveries do not count.',
    example: '2026-03-01T09:30:00.000Z',
  }),
}

export const Webhook = resource('Webhook', 'A subscription to one kind of event.', subscriptionFields)
const WebhookWithSecret = resource('WebhookWithSecret', 'A subscription with its secret, shown this once.', {
  ...subscriptionFields,
  secret,
})
const DeletedWebhook = resource('DeletedWebhook', 'A subscription that is no more.', {
  id: subscriptionFields.id,
  deleted: flag({ description: 'True.', example: true }),
})

const Attempt = resource('WebhookAttempt', 'One call of the target.', {
  number: integer(1, 2_147_483_647, { description: 'Which attempt of the delivery, from 1.', example: 1 }),
  attempted_at: instant({ description: 'When it began.', example: '2026-03-14T08:15:30.000Z' }),
  outcome: text(50, { description: 'DELIVERED, or what went wrong, in a word.', example: 'DELIVERED' }),
  response_status: nullable(
    integer(100, 999, { description: 'The HTTP status of the answer, if there was one.', example: 200 }),
  ),
  latency_ms: integer(0, 2_147_483_647, { description: 'How long it took, in milliseconds.', example: 120 }),
  excerpt: nullable(text(8192, { description: 'The beginning of the answer.', example: 'ok' })),
  error: nullable(text(500, { description: 'What went wrong.', example: 'The connection was refused.' })),
})

export const Delivery = resource('WebhookDelivery', 'One event on its way to one subscription.', {
  delivery_id: id({ description: 'The delivery.', example: DELIVERY_ID }),
  webhook_id: id({ description: 'The subscription.', example: WEBHOOK_ID }),
  event_id: id({ description: 'The event: `webhook-id` of every attempt.', example: EVENT_ID }),
  event,
  is_test: flag({ description: 'Whether it was sent by hand with made-up data.', example: false }),
  status: oneOf(DELIVERY_STATUSES, {
    description:
      'PENDING before the first attempt, RETRYING after a failed one, EXHAUSTED after the last, CANCELLED where the subscription was paused or deleted.',
    example: 'DELIVERED',
  }),
  next_attempt_at: nullable(instant({ description: 'When it is tried next.', example: '2026-03-14T08:20:30.000Z' })),
  created_at: instant({ description: 'When the event happened.', example: '2026-03-14T08:15:29.950Z' }),
  finished_at: nullable(
    instant({ description: 'When it was delivered or given up.', example: '2026-03-14T08:15:30.120Z' }),
  ),
  attempts: listOf(Attempt, 100, 'The latest attempts, oldest first.'),
})

const onlyOne = { path: parameters({ id: idInput({ description: 'The subscription.', example: WEBHOOK_ID }) }) }
const shared = { tag: 'Webhooks', scope: 'webhooks:manage' } as const

export const listWebhooks = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook subscriptions',
  description: 'Lists the subscriptions, the newest first: by created_at, then id, both descending.',
  parameters: { path: noParameters, query: parameters({ updated_since: updatedSince, ...pageParameters }) },
  success: { status: 200, description: 'A page of subscriptions.', schema: pageOf('WebhookList', Webhook) },
  errors: [],
  idempotent: false,
})

export const createWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook subscription',
  description:
    'Subscribes a target to one kind of event and returns the signing secret, this once. The target must be https:// in production and ' +
    `have a public address. An organization has at most ${MAX_SUBSCRIPTIONS} subscriptions; one more is 409.`,
  parameters: { path: noParameters, query: noParameters },
  body: parameters({
    event,
    target_url: text(MAX_TARGET_LENGTH, {
      description: 'Where events are sent: https://, in development also http://; no user name or password in it.',
      example: 'https://example.com/hooks',
      minLength: 1,
    }),
    description: Type.Optional(
      nullable(text(200, { description: 'Your own words for it.', example: 'Accounting, production', minLength: 1 })),
    ),
  }),
  success: { status: 201, description: 'The subscription and its secret.', schema: WebhookWithSecret },
  errors: ['conflict'],
  idempotent: true,
  secretField: 'secret',
})

export const deleteWebhook = operation({
  ...shared,
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook subscription',
  description: 'Deletes a subscription; what is waiting to be sent to it is cancelled.',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 200, description: 'It is deleted.', schema: DeletedWebhook },
  errors: ['not_found'],
  idempotent: false,
})

export const testWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends the target an event of its kind with made-up data and `"test": true`, signed and retried like any other. The event is not listed by GET /events. 409 while the subscription is paused.',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 201, description: 'The delivery that was begun.', schema: Delivery },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})

export const rotateWebhookSecret = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'Makes a new secret and returns it, this once. For 24 hours every attempt carries two signatures, by the new secret and by the one before, so that a receiver can change over without missing an event. A secret before those two signs no more.',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 200, description: 'The subscription and its new secret.', schema: WebhookWithSecret },
  errors: ['not_found'],
  idempotent: true,
  secretField: 'secret',
})

export const enableWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/enable',
  summary: 'Enable a paused subscription',
  description:
    'Makes a paused subscription ACTIVE again. Events that happened meanwhile are not sent: redeliver the cancelled ones, or read GET /events. An active one stays as it is.',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
  idempotent: true,
})

export const listWebhookDeliveries = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries',
  description:
    'Lists what was or is to be sent to a subscription, with its attempts, the newest first: by delivery_id, descending. Kept for 30 days.',
  parameters: {
    ...onlyOne,
    query: parameters({
      status: Type.Optional(
        oneOf(DELIVERY_STATUSES, { description: 'Only deliveries in this status.', example: 'EXHAUSTED' }),
      ),
      since: Type.Optional(
        instant({ description: 'Only events that happened at or after this.', example: '2026-03-01T00:00:00Z' }),
      ),
      until: Type.Optional(
        instant({ description: 'Only events that happened before this.', example: '2026-03-02T00:00:00Z' }),
      ),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of deliveries.', schema: pageOf('WebhookDeliveryList', Delivery) },
  errors: ['not_found'],
  idempotent: false,
})

export const redeliverWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  summary: 'Redeliver an event',
  description:
    'Sends the event of a delivery again, with the same `webhook-id`, from the beginning of the schedule. One that is still waiting is sent at once. 409 while the subscription is paused.',
  parameters: {
    path: parameters({
      id: idInput({ description: 'The subscription.', example: WEBHOOK_ID }),
      delivery_id: idInput({ description: 'The delivery.', example: DELIVERY_ID }),
    }),
    query: noParameters,
  },
  success: { status: 200, description: 'The delivery, which is due now.', schema: Delivery },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})
