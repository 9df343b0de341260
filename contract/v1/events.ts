/** Events as they happened. A receiver that was down reads them to catch up. */
import Type, { type TObject } from 'typebox'
import { resourceByType } from '../by-type.ts'
import { EVENT_DATA } from '../event-examples.ts'
import { EVENT_TYPES, type EventType } from '../events.ts'
import { exampleOf } from '../examples.ts'
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

const DATA = 'The complete resource as it was when the event happened, under its name.'

/** The fields of an event, which are also those of the body of every webhook request. */
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
    description: DATA,
    additionalProperties: true,
    examples: [exampleOf(EVENT_DATA['payment.received'].data)],
  }),
  test: Type.Optional(flag({ description: 'True for a test event, which carries sample data.', example: true })),
}

/** The name of a type of event in names: `payment.received` is `PaymentReceived`. */
export function eventName(type: EventType): string {
  return type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function schemaOf(type: EventType): TObject {
  const { happensWhen, data } = EVENT_DATA[type]
  return resource(`${eventName(type)}Event`, happensWhen, {
    ...EVENT_FIELDS,
    type: Type.Literal(type, { description: 'The type of event.', examples: [type] }),
    data: {
      ...data,
      description: type === 'records.changed' ? 'Where the changes begin.' : DATA,
    },
  })
}

export const EVENT_SCHEMAS = Object.fromEntries(EVENT_TYPES.map(type => [type, schemaOf(type)])) as Record<
  EventType,
  TObject
>

const Event = resourceByType('Event', 'An event, as it is sent to subscribers.', EVENT_FIELDS, EVENT_SCHEMAS)

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
  success: { status: 200, description: 'The event.', schema: Event },
  errors: ['not_found'],
})
