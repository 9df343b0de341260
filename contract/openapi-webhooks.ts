/** The `webhooks` of the OpenAPI document: what is sent for each kind of event, how it is signed, and what a receiver answers. */
import Type from 'typebox'
import { hoist, type Json } from './components.ts'
import { EVENT_DATA } from './event-examples.ts'
import { EVENT_TYPES, type EventType } from './events.ts'
import { exampleOf } from './examples.ts'
import { EVENT_FIELDS } from './v1/events.ts'
import { flag, resource } from './values.ts'

export const RETRIES_IN_WORDS =
  '5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 14 hours, 20 hours and 24 hours'

export function describeWebhooks(components: Map<string, Json>): Json {
  return Object.fromEntries(EVENT_TYPES.map(type => [type, { post: describeEvent(type, components) }]))
}

function describeEvent(type: EventType, components: Map<string, Json>): Json {
  const { happensWhen, data } = EVENT_DATA[type]
  const name = type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const fields = {
    ...EVENT_FIELDS,
    type: Type.Literal(type, { description: 'The kind of event.', examples: [type] }),
    data: { ...data, description: 'The whole resource as it was then, under its name.' },
  }
  const test = Type.Optional(flag({ description: 'True for a test event, whose data is made up.', example: true }))
  return {
    operationId: `receive${name}`,
    tags: ['Events'],
    summary: type,
    description: `${happensWhen}\n\n${HOW_IT_IS_SENT}`,
    parameters: Object.keys(WEBHOOK_HEADERS).map(header => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: hoist(resource(`${name}Event`, happensWhen, { ...fields, test }), components),
          example: exampleOf(Type.Object(fields)),
        },
      },
    },
    responses: RESPONSES,
    // The receiver verifies the signature; it is sent no key.
    security: [],
  }
}

const HOW_IT_IS_SENT = `Sent to every active subscription to this kind of event, as [Standard Webhooks](https://www.standardwebhooks.com)
says, at least once and in no promised order: remember \`webhook-id\` and ignore what comes twice. Verify the signature over the bytes of the
body as they came, before you parse them.

Answer 2xx within 15 seconds. Anything else, redirects included, is tried again ${RETRIES_IN_WORDS} after the attempt before, give or take a
fifth; ten attempts in all. A subscription with nothing but failures for five days is paused.`

const RESPONSES = {
  '2XX': { description: 'It is received, and not sent again. The beginning of the answer is kept with the delivery.' },
  '410': {
    description: 'Nothing more is wanted here: the subscription is paused, and what waits for it is cancelled.',
  },
  default: {
    description:
      'It is tried again. `Retry-After`, in seconds or as a date, makes the wait longer, up to a day, and never shorter.',
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
    'The event: the same on every attempt, and when it is redelivered.',
    64,
    'evt_01kh3zr6qz3c7e1h5k9n2r6v0x',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When the attempt was made, Unix seconds. Refuse what is older than five minutes.',
    20,
    '1773476130',
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, by the bytes that follow `whsec_` in the secret, in base64. For 24 hours after a rotation two of these, separated by a space: one of them must fit.',
    200,
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}
