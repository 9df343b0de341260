/** Events as they happened. A receiver that was down reads them to catch up. */
import Type from 'typebox'
import { EVENT_TYPES } from '../events.ts'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  yesOrNo,
} from '../values.ts'

export const EVENTS_KEPT_DAYS = 30

const EVENT_ID = 'evt_01kh3zr6qz3c7e1h5k9n2r6v0x'

const type = oneOf(EVENT_TYPES, { description: 'The type of event.', example: 'payment.received' })

/** The fields of an event, which are also the body of every webhook request. */
export const EVENT_FIELDS = {
  id: id({
    description: 'ID of the event, which is sent as `webhook-id` with its deliveries.',
    example: EVENT_ID,
  }),
  type,
  timestamp: instant({ description: 'When the event happened.', example: '2026-03-14T08:15:29.950Z' }),
  api_version: text(10, { description: 'The API version that `data` follows.', example: 'v1' }),
  organization_id: id({ description: 'ID of the organization.', example: 'org_01kh3zr6mt5w9a3d7f1j6m0q4s' }),
  data: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The complete resource as it was when the event happened, under its name.',
    additionalProperties: true,
    examples: [{ payment: { payment_id: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b', status: 'PAID', amount_cents: 142_500 } }],
  }),
}

const Event = resource('Event', 'An event that subscribers are notified of.', EVENT_FIELDS)

export const listEvents = operation({
  method: 'GET',
  path: '/events',
  tag: 'Webhooks',
  summary: 'List events',
  description:
    `Lists the events of the last ${EVENTS_KEPT_DAYS} days, oldest first: by timestamp, then id. Only events whose data the key’s scopes read are listed: \`accounting:read\` for payments and invoices, ` +
    '`properties:read` for leads and leases, `maintenance:read` for work orders; naming another type returns 403. To catch up after an outage, begin 60 seconds before the timestamp of the last event you received, and skip the IDs you have already seen. ' +
    'With `webhook_id` and `delivered=false` it lists what a subscription missed, which `POST /webhooks/{id}/recover` sends.',
  scope: null,
  parameters: {
    query: parameters({
      type: Type.Optional(type),
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
      webhook_id: Type.Optional(
        idInput({
          description: 'Returns only events of the type that this subscription is for.',
          example: 'wh_01kh3zr6qm4x8c2v6b0n5d9t3e',
        }),
      ),
      delivered: Type.Optional(
        yesOrNo(
          'Returns only events that were delivered to the subscription, or only those that never were. Requires webhook_id.',
        ),
      ),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of events.', schema: pageOf('EventList', Event) },
})

const SentEvent = resource('SentEvent', 'The body of every webhook request about an event.', {
  ...EVENT_FIELDS,
  test: Type.Optional(flag({ description: 'True for a test event, which carries sample data.', example: true })),
})

export const getEvent = operation({
  method: 'GET',
  path: '/events/{id}',
  tag: 'Webhooks',
  summary: 'Get an event',
  description: `Retrieves one event as it is sent to subscribers, test events included. Events are kept for ${EVENTS_KEPT_DAYS} days. An event whose data the key’s scopes do not read returns 403.`,
  scope: null,
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the event.', example: EVENT_ID }) }),
  },
  success: { status: 200, description: 'The event.', schema: SentEvent },
  errors: ['not_found'],
})
