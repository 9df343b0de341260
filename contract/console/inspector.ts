/** Everything known about an ID: the record, the calls that name it, and its events with their deliveries. */
import { EVENT_FIELDS } from '../v1/events.ts'
import { Delivery } from '../v1/webhook-deliveries.ts'
import { flag, idInput, listOf, nullable, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { Call } from './traffic.ts'

/** How many of the newest events are searched, and how many of each kind are returned. */
export const INSPECTED_EVENTS = 5_000
export const INSPECTED_ROWS = 20

const EXAMPLE = 'inv_01kh3zr6qf5a8d2g6k0n4r8v1x'
const { delivery_id, webhook_id, status, created_at } = Delivery.properties

const InspectedEvent = resource('InspectedEvent', 'An event whose data names the ID.', {
  event_id: EVENT_FIELDS.id,
  type: EVENT_FIELDS.type,
  timestamp: EVENT_FIELDS.timestamp,
  is_test: flag({ description: 'Whether this is a test event with sample data.', example: false }),
  deliveries: listOf(
    resource('InspectedDelivery', 'A delivery of the event.', { delivery_id, webhook_id, status, created_at }),
    100,
    'Its deliveries, by subscription.',
  ),
})

export const inspectId = organizationOperation({
  tag: 'API traffic',
  method: 'GET',
  path: '/inspector/{id}',
  summary: 'Inspect an ID',
  description:
    `Returns what is known about an ID of any kind: the name of its record, the newest ${INSPECTED_ROWS} calls whose path names it or that were made with it, ` +
    `and the newest ${INSPECTED_ROWS} events whose data names it, with their deliveries. The newest ${INSPECTED_EVENTS.toLocaleString('en-US')} events and 50,000 calls are searched.`,
  role: 'VIEWER',
  parameters: {
    path: parameters({ id: idInput({ description: 'The ID.', example: EXAMPLE }) }),
  },
  success: {
    status: 200,
    description: 'What is known about the ID.',
    schema: resource('Inspection', 'What is known about an ID.', {
      id: text(200, { description: 'The ID.', example: EXAMPLE }),
      name: nullable(
        text(2048, { description: 'Name of the record; null if it has none or is not found.', example: '#1431' }),
      ),
      calls: listOf(Call, INSPECTED_ROWS, 'Calls, newest first.'),
      events: listOf(InspectedEvent, INSPECTED_ROWS, 'Events, newest first.'),
    }),
  },
  errors: ['not_found'],
})
