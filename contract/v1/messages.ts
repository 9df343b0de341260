/** Messages to residents, by e-mail and SMS. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  flag,
  id,
  idInput,
  instant,
  mostlyNull,
  nullable,
  oneOf,
  parameters,
  recordFields,
  resource,
  text,
} from '../values.ts'

export const MESSAGE_CHANNELS = ['EMAIL', 'SMS'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]
export const MESSAGE_STATUSES = ['QUEUED', 'SENT', 'FAILED', 'CAPTURED'] as const
export const RECIPIENT_TYPES = ['RESIDENT', 'VENDOR'] as const

const MESSAGE_ID = 'msg_01kh3zr6qd5f8n1v7c3m9t4w2x'
const RESIDENT_ID = 'res_01kh3zr6p2c8m5v7d0t4s6a9ge'
const BODY = { example: 'The water will be off on Tuesday from 9 to 11.', minLength: 1 }

export const Message = resource('Message', 'A message to a resident.', {
  message_id: id({ description: 'ID of the message.', example: MESSAGE_ID }),
  status: oneOf(MESSAGE_STATUSES, {
    description:
      'Status of the message. QUEUED while it waits to be sent or retried; SENT once the mail server or the SMS provider has accepted it; ' +
      'FAILED when it will not be retried; CAPTURED if it was stored and is never sent.',
    example: 'SENT',
  }),
  channel: oneOf(MESSAGE_CHANNELS, { description: 'The channel the message is sent by.', example: 'EMAIL' }),
  resident_id: id({ description: 'ID of the resident the message is for.', example: RESIDENT_ID }),
  to_masked: text(260, {
    description: 'The address or phone number the message is sent to, mostly masked.',
    example: 'd…@example.com',
  }),
  subject: nullable(
    text(200, { description: 'Subject of an e-mail. Null for an SMS.', example: 'Water', minLength: 1 }),
  ),
  body: text(10_000, { description: 'Text of the message.', ...BODY }),
  sent_at: nullable(
    instant({
      description:
        'When the mail server or the SMS provider accepted the message. Null before that, and for a captured message.',
      example: '2026-03-16T14:00:03.120Z',
    }),
  ),
  failure_reason: mostlyNull(
    text(500, {
      description: 'Why the message FAILED, in words.',
      example: 'The mail server refused the message: 550 5.1.1 No such mailbox.',
      minLength: 1,
    }),
  ),
  is_captured: flag({
    description:
      'Whether the message was stored instead of sent. Always true in a sandbox organization; otherwise true if the service is not set up to send by this channel.',
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
    'Sends an e-mail or an SMS to a resident. The message is sent shortly after this reply; `GET /messages/{id}` returns its status. An e-mail ' +
    'that the mail server does not accept is retried for up to a day. If the connection to it breaks at the wrong moment, an e-mail may ' +
    'arrive twice, both times with the same Message-ID. An SMS is never sent twice: if the service cannot tell whether it was sent, it is ' +
    'FAILED. In a sandbox organization nothing is sent: every message is CAPTURED. The call returns 400 if the resident has no address on file for the channel, or has ' +
    'opted out of SMS. Messages to vendors are not supported yet: a body with the `recipient_type` VENDOR or a `vendor_id` returns 501.',
  scope: 'comms:write',
  body: parameters({
    recipient_type: Type.Optional(
      oneOf(RECIPIENT_TYPES, { description: 'Type of recipient. Defaults to RESIDENT.', example: 'RESIDENT' }),
    ),
    resident_id: idInput({ description: 'ID of the resident the message is for.', example: RESIDENT_ID }),
    channel: Type.Optional(
      oneOf(MESSAGE_CHANNELS, {
        description:
          'The channel to send the message by. Defaults to EMAIL if the resident has an e-mail address on file, and to SMS otherwise.',
        example: 'EMAIL',
      }),
    ),
    subject: Type.Optional(
      text(200, {
        description:
          'Subject of an e-mail, on one line. Defaults to “Message from” and the organization’s name. An SMS takes no subject and is refused with one.',
        example: 'Water',
        minLength: 1,
      }),
    ),
    body: text(10_000, {
      description: 'Text of the message, without formatting. An SMS has at most 1,600 characters.',
      ...BODY,
    }),
  }),
  notImplemented: ({ recipient_type: type, ...rest }) =>
    (typeof type === 'string' && type.toUpperCase() === 'VENDOR') || Object.hasOwn(rest, 'vendor_id')
      ? 'Messages to vendors are not supported yet. Send to a resident by resident_id.'
      : undefined,
  success: { status: 201, description: 'The message, which is QUEUED or CAPTURED.', schema: Message },
  errors: ['not_implemented'],
  idempotent: true,
})

export const getMessage = operation({
  method: 'GET',
  path: '/messages/{id}',
  tag: 'Messaging',
  summary: 'Get a message',
  description: 'Retrieves one message with its delivery status.',
  scope: 'comms:write',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the message.', example: MESSAGE_ID }) }),
  },
  success: { status: 200, description: 'The message.', schema: Message },
  errors: ['not_found'],
})
