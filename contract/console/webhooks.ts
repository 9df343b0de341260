/** The console's operations on webhook subscriptions beyond those of version 1. */
import Type from 'typebox'
import { MAX_SUBSCRIPTIONS, Webhook } from '../v1/webhooks.ts'
import { idInput, integer, listOf, nullable, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

export const pauseWebhook = organizationOperation({
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks/{id}/pause',
  summary: 'Pause a subscription',
  description:
    'Pauses a subscription: its pending deliveries are canceled, and nothing is sent until it is enabled again. Pausing a paused subscription changes nothing.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The subscription.', example: 'wh_01kh3zr6t19m5d3f7h8k2q6w0b' }) }),
  },
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
})

export const updateWebhook = organizationOperation({
  tag: 'Webhooks',
  idempotent: true,
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Update a subscription',
  description:
    'Changes the target or the description; null clears the description. The target is checked like that of a new subscription, the secret stays, and pending deliveries go to the new target.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The subscription.', example: 'wh_01kh3zr6t19m5d3f7h8k2q6w0b' }) }),
  },
  body: parameters({
    target_url: Type.Optional(
      text(2048, { description: 'URL the events are sent to.', example: 'https://example.com/hooks', minLength: 1 }),
    ),
    description: Type.Optional(
      nullable(
        text(200, { description: 'Your own description.', example: 'Sends payments to the ledger', minLength: 1 }),
      ),
    ),
  }),
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
})

/** The shares of failed attempts, in percent, at which the console warns. */
export const FAILING_PCT = [50, 70, 90] as const

const { id: webhook_id, event, target_url } = Webhook.properties

export const listFailingWebhooks = organizationOperation({
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/failing',
  summary: 'List failing subscriptions',
  description:
    'Lists the active subscriptions for which at least half of the attempts of the last 24 hours failed, counted over the newest 100 deliveries of each, most failures first. A subscription with fewer than five attempts is not listed.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The failing subscriptions.',
    schema: resource('FailingWebhooks', 'Subscriptions with many failed attempts.', {
      data: listOf(
        resource('FailingWebhook', 'A failing subscription.', {
          webhook_id,
          event,
          target_url,
          attempts: integer(5, 2_147_483_647, { description: 'Number of attempts.', example: 40 }),
          failed: integer(0, 2_147_483_647, { description: 'Number of failed attempts.', example: 31 }),
          failed_pct: integer(50, 100, { description: 'Failed attempts, in percent, rounded down.', example: 77 }),
          threshold_pct: integer(50, 90, {
            description: 'The highest of 50, 70 and 90 that was reached.',
            example: 70,
          }),
        }),
        MAX_SUBSCRIPTIONS,
        'The subscriptions.',
      ),
    }),
  },
})
