/** Webhook subscriptions. Source: specification §4 and §6. */
import Type from 'typebox'
import { EVENT_TYPES } from '../events.ts'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  integer,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'PAUSED'] as const
export const SUBSCRIPTION_STATUS_FILTERS = withAll(SUBSCRIPTION_STATUSES)
/** The largest number of subscriptions of one organization. */
export const MAX_SUBSCRIPTIONS = 100

export const WEBHOOK_ID = 'wh_01kh3zr6qm4x8c2v6b0n5d9t3e'
const MAX_TARGET_LENGTH = 2048

export const event = oneOf(EVENT_TYPES, { description: 'The type of event.', example: 'payment.received' })
const secret = text(200, {
  description:
    'The signing secret, as defined by Standard Webhooks. It is shown this one time only and is not stored, so keep it.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0L0ms8OYYqE=',
})

const subscriptionFields = {
  id: id({ description: 'ID of the subscription.', example: WEBHOOK_ID }),
  event,
  // The field has no format `uri`, because an address with other letters, such as https://münchen.example/, is accepted and shown as it was
  // given.
  target_url: text(MAX_TARGET_LENGTH, {
    description: 'The URL that events are sent to, as it was given.',
    example: 'https://example.com/hooks',
    minLength: 1,
  }),
  description: nullable(
    text(200, { description: 'Your own description of the subscription.', example: 'Accounting, production' }),
  ),
  status: oneOf(SUBSCRIPTION_STATUSES, {
    description:
      'Status of the subscription. PAUSED after five days of consecutive failures, when the target URL responded with 410, or while the plan of the organization does not include webhooks. Nothing is sent while PAUSED.',
    example: 'ACTIVE',
  }),
  paused_reason: mostlyNull(
    text(500, {
      description: 'Why the subscription is paused.',
      example: 'The target responded with 410: it is gone.',
    }),
  ),
  secret_hint: text(100, {
    description: 'The last characters of the secret, to tell secrets apart.',
    example: 'whsec_…YYqE',
  }),
  consecutive_failures: integer(0, 2_147_483_647, {
    description: 'Number of failed attempts since the last success.',
    example: 0,
  }),
  last_success_at: nullable(
    instant({ description: 'When an attempt last succeeded.', example: '2026-03-14T08:15:30.120Z' }),
  ),
  last_failure_at: nullable(
    instant({ description: 'When an attempt last failed.', example: '2026-03-10T02:00:00.000Z' }),
  ),
  created_at: instant({ description: 'When the subscription was created.', example: '2026-01-05T16:20:00.000Z' }),
  updated_at: instant({
    description: 'When the subscription was last updated. Deliveries are not updates.',
    example: '2026-03-01T09:30:00.000Z',
  }),
}

export const Webhook = resource('Webhook', 'A subscription of one target URL to one type of event.', subscriptionFields)
const WebhookWithSecret = resource(
  'WebhookWithSecret',
  'A subscription with its signing secret, which is shown only once.',
  {
    ...subscriptionFields,
    secret,
  },
)
const DeletedWebhook = resource('DeletedWebhook', 'A deleted subscription.', {
  id: subscriptionFields.id,
  deleted: flag({ description: 'Always true.', example: true }),
})

export const onlyOne = {
  path: parameters({ id: idInput({ description: 'ID of the subscription.', example: WEBHOOK_ID }) }),
}
/** What operations on webhooks have in common. */
export const shared = { tag: 'Webhooks', scope: 'webhooks:manage' } as const

export const listWebhooks = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook subscriptions',
  description: 'Lists webhook subscriptions, newest first: by created_at, then id, both descending.',
  parameters: {
    query: parameters({
      event: Type.Optional({ ...event, description: 'Returns only subscriptions to this type of event.' }),
      status: Type.Optional(
        oneOf(SUBSCRIPTION_STATUS_FILTERS, {
          description:
            'Returns only subscriptions in this status. ALL returns every subscription, which is the default.',
          example: 'PAUSED',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of subscriptions.', schema: pageOf('WebhookList', Webhook) },
})

export const createWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook subscription',
  description:
    'Subscribes a target URL to one type of event and returns the signing secret, this one time only. In production the URL must be https:// ' +
    `and resolve to a public address. An organization has at most ${MAX_SUBSCRIPTIONS} subscriptions; creating another returns 409.`,
  body: parameters({
    event,
    target_url: text(MAX_TARGET_LENGTH, {
      description:
        'The URL that events are sent to. Must be https:// (http:// is accepted in development) and must not contain a user name or password.',
      example: 'https://example.com/hooks',
      minLength: 1,
    }),
    description: Type.Optional(
      nullable(
        text(200, {
          description: 'Your own description of the subscription.',
          example: 'Accounting, production',
          minLength: 1,
        }),
      ),
    ),
  }),
  success: { status: 201, description: 'The subscription and its signing secret.', schema: WebhookWithSecret },
  errors: ['conflict'],
  idempotent: true,
  secretField: 'secret',
})

export const getWebhook = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook subscription',
  description: 'Retrieves one subscription, without its signing secret.',
  parameters: onlyOne,
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
})

export const deleteWebhook = operation({
  ...shared,
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook subscription',
  description: 'Deletes a subscription and cancels its pending deliveries.',
  parameters: onlyOne,
  success: { status: 200, description: 'The subscription has been deleted.', schema: DeletedWebhook },
  errors: ['not_found'],
  idempotent: true,
})

export const rotateWebhookSecret = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'Creates a new signing secret and returns it, this one time only. For 24 hours every attempt carries two signatures, one by the new secret and one by the previous secret, so that a receiver can change over without missing an event. Older secrets no longer sign anything.',
  parameters: onlyOne,
  success: { status: 200, description: 'The subscription and its new signing secret.', schema: WebhookWithSecret },
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
    'Makes a paused subscription ACTIVE again. Events that happened while it was paused are not sent: `POST /webhooks/{id}/recover` sends them. An active subscription stays unchanged.',
  parameters: onlyOne,
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
  idempotent: true,
})
