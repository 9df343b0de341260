/** SQL of messages. `$1` is the organization. */
import type { Static } from 'typebox'
import type { listMessages } from '#contract/console/messages.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, type Message, type MessageChannel } from '#contract/v1/messages.ts'
import { type ListDefinition, placeIn } from '#server/db/list.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { statement } from '#server/db/statement.ts'
import type { Reachable } from './rules.ts'

type MessageReply = Static<typeof Message>

/** A message with its full address, which no reply shows. */
export type MessageRow = Omit<MessageReply, 'to_masked'> & { recipient: string }

const COLUMNS = `m.id as message_id, m.status, m.channel, m.resident_id, m.recipient, m.subject, m.body, m.sent_at, m.failure_reason,
  m.is_captured, m.external_id, m.created_at, m.updated_at`

export const findMessage = statement<MessageRow>(
  'find_message',
  `select ${COLUMNS} from messages m where m.organization_id = $1 and m.id = $2`,
)

export type MessageSort = ColumnOf<typeof listMessages>

const MESSAGE = 'join messages m on m.organization_id = $1 and m.id = matching.id'

/** Residents by name and the messages of each: 2 ms for the first page of 90,000 messages, and sorting all of them took 80. Few messages are sorted. */
const messagesByResident: Walk<never, 'resident_name'> = {
  sort: 'resident_name',
  filters: [],
  atLeast: 1_000,
  rows: () => `select received.id, r.full_name collate "C" as sort_0
    from residents r
    cross join lateral (
      select m.id from messages m where m.organization_id = $1 and m.resident_id = r.id offset 0
    ) received
    where r.organization_id = $1`,
  keys: 1,
  upTo: FAR,
}

export const messageList: ListDefinition<'status' | 'channel' | 'resident_id', MessageSort> = {
  name: 'list_messages',
  matching: 'select m.id, m.created_at from messages m where m.organization_id = $1',
  matchOnce: false,
  filters: {
    status: 'm.status = ?',
    channel: 'm.channel = ?',
    resident_id: 'm.resident_id = ?',
  },
  walks: [messagesByResident],
  order: 'created_at desc, id desc',
  sorts: {
    subject: { by: ['m.subject collate "C"'], joins: MESSAGE },
    status: { by: [placeIn(MESSAGE_STATUSES, 'm.status')], joins: MESSAGE },
    resident_name: {
      by: ['r.full_name collate "C"'],
      joins: `${MESSAGE} join residents r on r.organization_id = $1 and r.id = m.resident_id`,
    },
    channel: { by: [placeIn(MESSAGE_CHANNELS, 'm.channel')], joins: MESSAGE },
    created_at: { by: ['matching.created_at'] },
  },
  columns: `${COLUMNS}, r.full_name as resident_name`,
  joins: `join messages m on m.organization_id = $1 and m.id = page.id
    join residents r on r.organization_id = $1 and r.id = m.resident_id`,
}

/** The address and the settings of the resident `$2`. */
export const findAddressee = statement<Reachable & { organization_name: string }>(
  'find_addressee',
  `select r.email, r.phone, r.sms_opt_in, o.name as organization_name
     from residents r
     join organizations o on o.id = $1
    where r.organization_id = $1 and r.id = $2`,
)

/** The fields of a message when it is created; `nextAttemptAt` is null if the message is captured. */
export type NewMessage = {
  id: string
  residentId: string
  channel: MessageChannel
  recipient: string
  subject: string | null
  body: string
  nextAttemptAt: string | null
}

/** Stores messages, given as JSON, that are never meant to be sent. */
export const insertCaptured = statement<never>(
  'insert_captured_messages',
  `insert into messages (
     organization_id, id, resident_id, channel, recipient, subject, body, status, is_captured, created_at, updated_at
   )
   select $1, t.id, t."residentId", t.channel, t.recipient, t.subject, t.body, 'CAPTURED', true, t."createdAt", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, "residentId" text, channel text, recipient text, subject text, body text, "createdAt" timestamptz
     )`,
)

/** Stores the message `$2`, given as JSON. */
export const insertMessage = statement<MessageRow>(
  'insert_message',
  `insert into messages as m (
     organization_id, id, resident_id, channel, recipient, subject, body, status, is_captured, next_attempt_at
   )
   select $1, t.id, t."residentId", t.channel, t.recipient, t.subject, t.body,
          case when t."nextAttemptAt" is null then 'CAPTURED' else 'QUEUED' end, t."nextAttemptAt" is null, t."nextAttemptAt"
     from jsonb_to_record($2::jsonb) as t (
       id text, "residentId" text, channel text, recipient text, subject text, body text, "nextAttemptAt" timestamptz
     )
   returning ${COLUMNS}`,
)
