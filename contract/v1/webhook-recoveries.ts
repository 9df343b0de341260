/**
 * Recoveries, which send the events that a subscription missed. The shape follows Svix, whose two calls are combined into one here
 * (decisions/0021).
 */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  instant,
  integer,
  mostlyNull,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
} from '../values.ts'
import { onlyOne, shared, WEBHOOK_ID } from './webhooks.ts'

export const RECOVERY_STATUSES = ['RUNNING', 'COMPLETED', 'CANCELLED'] as const
const RECOVERY_ID = 'rcv_01kh3zr6r8d4v7c1x5b9n3m2qk'

export const Recovery = resource('WebhookRecovery', 'Events of a subscription that are sent again in the background.', {
  recovery_id: id({ description: 'ID of the recovery.', example: RECOVERY_ID }),
  webhook_id: id({ description: 'ID of the subscription.', example: WEBHOOK_ID }),
  since: instant({
    description: 'Events that happened at or after this instant are sent.',
    example: '2026-03-01T00:00:00.000Z',
  }),
  all: flag({ description: 'Whether events that were delivered before are sent as well.', example: false }),
  status: oneOf(RECOVERY_STATUSES, {
    description:
      'RUNNING while deliveries are being queued; COMPLETED once all of them are; CANCELLED if the subscription was paused or deleted.',
    example: 'RUNNING',
  }),
  event_count: integer(0, 2_147_483_647, { description: 'Number of events to send.', example: 4_312 }),
  queued_count: integer(0, 2_147_483_647, {
    description: 'Number of events whose delivery has been queued so far.',
    example: 2_000,
  }),
  delivered_count: integer(0, 2_147_483_647, {
    description:
      'Number of events from that period that have been delivered since the recovery was created. A delivery is kept for 30 days and is not counted after that.',
    example: 1_870,
  }),
  created_at: instant({ description: 'When the recovery was created.', example: '2026-03-16T12:00:00.000Z' }),
  finished_at: mostlyNull(
    instant({
      description: 'When the recovery was COMPLETED or CANCELLED. Null while it is RUNNING.',
      example: '2026-03-16T12:00:04.000Z',
    }),
  ),
})

export const recoverWebhook = operation({
  ...shared,
  method: 'POST',
  path: '/webhooks/{id}/recover',
  summary: 'Send missed events again',
  description:
    'Sends every event of the subscription’s type that has happened since an instant and was never delivered to it, in the background and no matter how many there are; with `all`, every event is sent, delivered or not. ' +
    'Each keeps its `webhook-id` and restarts the retry schedule. The reply states how many there are, and `GET /webhooks/{id}/recoveries` shows the progress. ' +
    'A paused subscription is enabled, because a caller who requests events is ready to receive them. Events are kept for 30 days. Returns 409 while another recovery of the subscription is running.',
  parameters: onlyOne,
  body: parameters({
    since: instant({
      description: 'Events that happened at or after this instant are sent.',
      example: '2026-03-01T00:00:00Z',
    }),
    all: Type.Optional(
      flag({
        description: 'Whether to send events that were delivered before as well. Defaults to false.',
        example: false,
      }),
    ),
  }),
  success: { status: 201, description: 'The recovery, which continues after this reply.', schema: Recovery },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})

export const listWebhookRecoveries = operation({
  ...shared,
  method: 'GET',
  path: '/webhooks/{id}/recoveries',
  summary: 'List recoveries',
  description: 'Lists the recoveries of a subscription with their progress, newest first: by recovery_id, descending.',
  parameters: { ...onlyOne, query: parameters({ ...pageParameters }) },
  success: { status: 200, description: 'A page of recoveries.', schema: pageOf('WebhookRecoveryList', Recovery) },
  errors: ['not_found'],
})
