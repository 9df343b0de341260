/** The messages of an organization: those that were sent, and those that were captured instead. */
import Type from 'typebox'
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, Message } from '../v1/messages.ts'
import { idInput, oneOf, pageOf, pageParameters, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { sortBy } from './sorting.ts'

const MessageListItem = resource('MessageListItem', 'A message to a resident.', {
  ...Message.properties,
  resident_name: text(201, { description: 'The resident’s name.', example: 'Dana Whitfield' }),
})

export const listMessages = organizationOperation({
  tag: 'Messages',
  method: 'GET',
  path: '/messages',
  summary: 'List messages',
  description: 'Lists messages, newest first: by created_at, then message_id, both descending.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(MESSAGE_STATUSES, { description: 'Returns only messages in this status.', example: 'FAILED' }),
      ),
      channel: Type.Optional(
        oneOf(MESSAGE_CHANNELS, { description: 'Returns only messages by this channel.', example: 'EMAIL' }),
      ),
      resident_id: Type.Optional(
        idInput({ description: 'Returns only messages to this resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
      ),
      sort: sortBy(['subject', 'status', 'resident_name', 'channel', 'created_at']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of messages.', schema: pageOf('MessageList', MessageListItem) },
})
