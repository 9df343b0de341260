/** The `webhooks` of the OpenAPI document: what is sent for each type of event, how it is signed, and how a receiver responds. */
import { hoist, type Json } from './components.ts'
import { EVENT_DATA } from './event-examples.ts'
import { EVENT_TYPES, type EventType } from './events.ts'
import { exampleOf } from './examples.ts'
import { EVENT_SCHEMAS, eventName } from './v1/events.ts'

export const RETRIES_IN_WORDS =
  '5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 14 hours, 20 hours and 24 hours'

export function describeWebhooks(components: Map<string, Json>): Json {
  return Object.fromEntries(EVENT_TYPES.map(type => [type, { post: describeEvent(type, components) }]))
}

function describeEvent(type: EventType, components: Map<string, Json>): Json {
  const { happensWhen } = EVENT_DATA[type]
  const schema = EVENT_SCHEMAS[type]
  return {
    operationId: `receive${eventName(type)}`,
    tags: ['Events'],
    summary: type,
    description: `${happensWhen}\n\n${HOW_IT_IS_SENT}`,
    parameters: Object.keys(WEBHOOK_HEADERS).map(header => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: hoist(schema, components),
          example: exampleOf(schema),
        },
      },
    },
    responses: RESPONSES,
    // The receiver verifies the signature; no API key is sent to it.
    security: [],
  }
}

const HOW_IT_IS_SENT = `The event is sent to every active subscription to this type of event, as defined by
[Standard Webhooks](https://www.standardwebhooks.com). It arrives at least once, and the order of events is not guaranteed: remember each
\`webhook-id\` and ignore events that you have already received. Verify the signature over the bytes of the body before you parse them.

Respond with 2xx within 15 seconds. After any other response, including a redirect, the event is sent again ${RETRIES_IN_WORDS}
after the previous attempt, give or take a fifth, for ten attempts in total, unless the operator of the service has set another schedule. A subscription whose attempts all fail for five days is paused.`

const RESPONSES = {
  '2XX': {
    description:
      'The event has been received and is not sent again. The beginning of the response is kept with the delivery.',
  },
  '410': {
    description:
      'The receiver wants no more events. The subscription is paused, and its pending deliveries are canceled.',
  },
  default: {
    description:
      'The attempt has failed and is retried. `Retry-After`, in seconds or as a date, can make the wait longer, up to a day, but never shorter.',
  },
}

const header = (name: string, description: string, maxLength: number, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', minLength: 1, maxLength },
  example,
})

export const WEBHOOK_HEADERS = {
  WebhookId: header(
    'webhook-id',
    'ID of the event, which stays the same on every attempt and when the event is redelivered.',
    64,
    'evt_01kh3zr6qz3c7e1h5k9n2r6v0x',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When the attempt was made, in Unix seconds. Reject a request that is older than five minutes.',
    20,
    '1773476130',
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is what follows `whsec_` in the secret, decoded from base64. For 24 hours after a rotation there are two signatures, separated by a space; one of them must match.',
    200,
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}
