/** Events as they happened: what a receiver that was down reads to catch up. */
import Type from 'typebox'
import { EVENT_TYPES } from '../events.ts'
import { operation } from '../operation.ts'
import { id, instant, noParameters, oneOf, pageOf, pageParameters, parameters, resource, text } from '../values.ts'

export const EVENTS_KEPT_DAYS = 30

const type = oneOf(EVENT_TYPES, { description: 'The kind of event.', example: 'payment.received' })

/** The body of every webhook, too. */
export const EVENT_FIELDS = {
  id: id({
    description: 'The event; `webhook-id` of its deliveries.',
    example: 'evt_01kh3zr6qz3c7e1h5k9n2r6v0x',
  }),
  type,
  timestamp: instant({ description: 'When it happened.', example: '2026-03-14T08:15:29.950Z' }),
  api_version: text(10, { description: 'The version of the resource.', example: 'v1' }),
  organization_id: id({ description: 'The organization.', example: 'org_01kh3zr6mt5w9a3d7f1j6m0q4s' }),
  data: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The whole resource as it was then, under its name.',
    additionalProperties: true,
    examples: [{ payment: { payment_id: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b', status: 'PAID', amount_cents: 142_500 } }],
  }),
}

export const Event = resource('Event', 'Something that happened.', EVENT_FIELDS)

export const listEvents = operation({
  method: 'GET',
  path: '/events',
  tag: 'Webhooks',
  summary: 'List events',
  description: `Lists the events of the last ${EVENTS_KEPT_DAYS} days, the oldest first: by timestamp, then id. To catch up, begin at the timestamp of the last event you saw, less 60 seconds, and skip the ids you know.`,
  scope: 'webhooks:manage',
  parameters: {
    path: noParameters,
    query: parameters({
      type: Type.Optional(type),
      since: Type.Optional(instant({ description: 'Only events at or after this.', example: '2026-03-01T00:00:00Z' })),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of events.', schema: pageOf('EventList', Event) },
  errors: [],
  idempotent: false,
})
