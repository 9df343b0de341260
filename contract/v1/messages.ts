/** Messages to residents, by e-mail and SMS. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  noParameters,
  nullable,
  oneOf,
  parameters,
  recordFields,
  resource,
  text,
} from '../values.ts'

export const MESSAGE_CHANNELS = ['EMAIL', 'SMS'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]
export const MESSAGE_STATUSES = ['QUEUED', 'SENT', 'FAILED'] as const
export const RECIPIENT_TYPES = ['RESIDENT', 'VENDOR'] as const

const MESSAGE_ID = 'msg_01kh3zr6qd5f8n1v7c3m9t4w2x'
const RESIDENT_ID = 'res_01kh3zr6p2c8m5v7d0t4s6a9ge'
const BODY = { example: 'The water will be off on Tuesday from 9 to 11.', minLength: 1 }

export const Message = resource('Message', 'A message to a resident.', {
  message_id: id({ description: 'The message.', example: MESSAGE_ID }),
  status: oneOf(MESSAGE_STATUSES, {
    description:
      'QUEUED while it waits to be sent or tried again, SENT once the mail server or the SMS provider has taken it (or once it was captured), ' +
      'FAILED when it will not be tried again.',
    example: 'SENT',
  }),
  channel: oneOf(MESSAGE_CHANNELS, { description: 'How it goes.', example: 'EMAIL' }),
  resident_id: id({ description: 'Whom it is for.', example: RESIDENT_ID }),
  to_masked: text(260, { description: 'Where it goes, most of it hidden.', example: 'd…@example.com' }),
  subject: nullable(text(200, { description: 'The subject of an e-mail.', example: 'Water', minLength: 1 })),
  body: text(10_000, { description: 'What it says.', ...BODY }),
  sent_at: nullable(
    instant({
      description: 'When the mail server or the SMS provider took it; null before, and for a captured message.',
      example: '2026-03-16T14:00:03.120Z',
    }),
  ),
  failure_reason: nullable(
    text(500, {
      description: 'Why it FAILED, for people.',
      example: 'The mail server refused it: 550 5.1.1 No such mailbox.',
      minLength: 1,
    }),
  ),
  is_captured: flag({
    description:
      'Whether it was kept here instead of sent: always in a sandbox organization, elsewhere while the service has no way to send by this channel.',
    example: false,
  }),
  ...recordFields,
})

export const createMessage = operation({
  method: 'POST',
  path: '/messages',
  tag: 'Messaging',
  summary: 'Send a message to a resident',
  description:
    'Sends a resident an e-mail or an SMS. It leaves right after this reply: `GET /messages/{id}` says what became of it. An e-mail that cannot ' +
    'be handed over is tried again for up to a day and, should the line break at the wrong moment, may arrive twice, with one Message-ID. ' +
    'An SMS is never sent twice: where it is not known whether it left, it is FAILED. In a sandbox organization nothing ever leaves. ' +
    'Without an address for the channel on file, or by SMS to a resident who opted out, it is refused (400). Messages to vendors are ' +
    'not supported yet: a body whose `recipient_type` is VENDOR, or that has `vendor_id`, is 501.',
  scope: 'comms:write',
  parameters: { path: noParameters, query: noParameters },
  body: parameters({
    recipient_type: Type.Optional(
      oneOf(RECIPIENT_TYPES, { description: 'What the recipient is; RESIDENT.', example: 'RESIDENT' }),
    ),
    resident_id: idInput({ description: 'Whom it is for.', example: RESIDENT_ID }),
    channel: Type.Optional(
      oneOf(MESSAGE_CHANNELS, {
        description: 'How it goes; EMAIL if the resident has an e-mail address on file, else SMS.',
        example: 'EMAIL',
      }),
    ),
    subject: Type.Optional(
      text(200, {
        description:
          'The subject of an e-mail, one line; “Message from” and the organization’s name. An SMS has none: with one it is refused.',
        example: 'Water',
        minLength: 1,
      }),
    ),
    body: text(10_000, { description: 'What it says, as plain text; of an SMS at most 1,600 characters.', ...BODY }),
  }),
  notImplemented: ({ recipient_type: type, ...rest }) =>
    (typeof type === 'string' && type.toUpperCase() === 'VENDOR') || Object.hasOwn(rest, 'vendor_id')
      ? 'Messages to vendors are not supported yet; send to a resident by resident_id.'
      : undefined,
  success: { status: 201, description: 'The message, on its way.', schema: Message },
  errors: ['not_implemented'],
  idempotent: true,
})

export const getMessage = operation({
  method: 'GET',
  path: '/messages/{id}',
  tag: 'Messaging',
  summary: 'Get a message',
  description: 'Returns one message, with what became of it.',
  scope: 'comms:write',
  parameters: {
    path: parameters({ id: idInput({ description: 'The message.', example: MESSAGE_ID }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The message.', schema: Message },
  errors: ['not_found'],
  idempotent: false,
})
