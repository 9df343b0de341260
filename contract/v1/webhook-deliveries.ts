/** The deliveries made for a webhook subscription. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  withAll,
} from '../values.ts'
import { event, onlyOne, shared, WEBHOOK_ID } from './webhooks.ts'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'EXHAUSTED', 'CANCELLED'] as const
export const DELIVERY_STATUS_FILTERS = withAll(DELIVERY_STATUSES)

/** How an attempt can end, and what that means. */
export const ATTEMPT_OUTCOMES = {
  DELIVERED: 'the response was 2xx',
  HTTP_STATUS: 'the response had another status',
  INVALID_TARGET: 'the target URL is no longer accepted',
  REFUSED_ADDRESS: 'the target URL points to an address that webhooks must not call',
  DNS: 'the host name could not be looked up',
  CONNECT: 'no connection could be made',
  TLS: 'the TLS handshake failed',
  TIMEOUT: 'the response took too long',
  RESET: 'the connection was closed before the response was complete',
  PROTOCOL: 'the response was not valid HTTP',
} as const
export type AttemptOutcome = keyof typeof ATTEMPT_OUTCOMES
export const ATTEMPT_OUTCOME_NAMES = Object.keys(ATTEMPT_OUTCOMES) as [AttemptOutcome, ...AttemptOutcome[]]

const outcomesInWords = ATTEMPT_OUTCOME_NAMES.map(name => `${name}: ${ATTEMPT_OUTCOMES[name]}`).join('; ')

const DELIVERY_ID = 'dlv_01kh3zr6r0f7k2m9p4s8w1y5zb'
const EVENT_ID = 'evt_01kh3zr6qz3c7e1h5k9n2r6v0x'

const Attempt = resource('WebhookAttempt', 'One request to the target URL.', {
  number: integer(1, 2_147_483_647, {
    description: 'Number of the attempt within the delivery, counting from 1.',
    example: 1,
  }),
  attempted_at: instant({ description: 'When the attempt began.', example: '2026-03-14T08:15:30.000Z' }),
  outcome: oneOf(ATTEMPT_OUTCOME_NAMES, {
    description: `How the attempt ended. ${outcomesInWords}.`,
    example: 'DELIVERED',
  }),
  response_status: nullable(
    integer(100, 999, { description: 'HTTP status of the response, if there was one.', example: 200 }),
  ),
  latency_ms: integer(0, 2_147_483_647, { description: 'Duration of the attempt, in milliseconds.', example: 120 }),
  excerpt: nullable(text(8192, { description: 'The beginning of the response body.', example: 'ok' })),
  error: mostlyNull(text(500, { description: 'What went wrong, in words.', example: 'The connection was refused.' })),
})

export const Delivery = resource('WebhookDelivery', 'The delivery of one event to one subscription.', {
  delivery_id: id({ description: 'ID of the delivery.', example: DELIVERY_ID }),
  webhook_id: id({ description: 'ID of the subscription.', example: WEBHOOK_ID }),
  event_id: id({
    description: 'ID of the event, which is sent as `webhook-id` with every attempt.',
    example: EVENT_ID,
  }),
  event,
  is_test: flag({ description: 'Whether this is a test event with sample data.', example: false }),
  status: oneOf(DELIVERY_STATUSES, {
    description:
      'Status of the delivery. PENDING before the first attempt; RETRYING after a failed attempt; DELIVERED after a successful one; EXHAUSTED when the last attempt failed; CANCELLED if the subscription was paused or deleted.',
    example: 'DELIVERED',
  }),
  next_attempt_at: mostlyNull(
    instant({ description: 'When the next attempt is due.', example: '2026-03-14T08:20:30.000Z' }),
  ),
  created_at: instant({ description: 'When the event happened.', example: '2026-03-14T08:15:29.950Z' }),
  finished_at: nullable(
    instant({
      description: 'When the event was delivered or its delivery ended without success.',
      example: '2026-03-14T08:15:30.120Z',
    }),
  ),
  attempts: listOf(Attempt, 100, 'The latest attempts, oldest first.'),
})

const oneDelivery = {
  path: parameters({
    ...onlyOne.path.properties,
    delivery_id: idInput({ description: 'ID of the delivery.', example: DELIVERY_ID }),
  }),
}

export const testWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends the target URL an event of the subscribed type with sample data and `"test": true`, signed and retried like any other event. `GET /events` does not list it. Returns 409 while the subscription is paused.',
  parameters: onlyOne,
  success: { status: 201, description: 'The delivery of the test event.', schema: Delivery },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})

export const listWebhookDeliveries = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries',
  description:
    'Lists the deliveries of a subscription with their attempts, newest first: by delivery_id, descending. Deliveries are kept for 30 days.',
  parameters: {
    ...onlyOne,
    query: parameters({
      status: Type.Optional(
        oneOf(DELIVERY_STATUS_FILTERS, {
          description: 'Returns only deliveries in this status. ALL returns every delivery, which is the default.',
          example: 'EXHAUSTED',
        }),
      ),
      since: Type.Optional(
        instant({
          description: 'Returns only events that happened at or after this instant.',
          example: '2026-03-01T00:00:00Z',
        }),
      ),
      until: Type.Optional(
        instant({
          description: 'Returns only events that happened before this instant.',
          example: '2026-03-02T00:00:00Z',
        }),
      ),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of deliveries.', schema: pageOf('WebhookDeliveryList', Delivery) },
  errors: ['not_found'],
})

export const getWebhookDelivery = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'Get a delivery',
  description: 'Retrieves one delivery with its attempts, for example to see whether a test event arrived.',
  parameters: oneDelivery,
  success: { status: 200, description: 'The delivery.', schema: Delivery },
  errors: ['not_found'],
})

export const redeliverWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  summary: 'Redeliver an event',
  description:
    'Sends the event of a delivery again with the same `webhook-id`, from the beginning of the retry schedule. A delivery that is still waiting is sent immediately. Returns 409 while the subscription is paused.',
  parameters: oneDelivery,
  success: { status: 200, description: 'The delivery, which is sent shortly after this reply.', schema: Delivery },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})
