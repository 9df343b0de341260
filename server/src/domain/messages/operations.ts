/** Messages to residents: creating one, and reading its status. */
import { maskedContact } from '#server/base/contact.ts'
import { newId } from '#server/base/ids.ts'
import { requireOne, unknownReference } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import {
  findAddressee,
  findMessage,
  insertCaptured,
  insertMessage,
  type MessageRow,
  type MessageSort,
  messageList,
  type NewMessage,
} from './queries.ts'
import { checkContent, chooseChannel, defaultSubject } from './rules.ts'

/** Stores the message. The sender picks it up once this transaction is committed. */
export const createMessage: V1Operations['createMessage'] = async (context, input) => {
  const { db, now, isSandbox, liveChannels } = context
  const [addressee] = await db.query(findAddressee, [db.organizationId, input.resident_id])
  if (!addressee) throw unknownReference('resident_id', 'a resident')
  const { channel, recipient } = chooseChannel(addressee, input.channel)
  checkContent(channel, input)
  const leaves = !isSandbox && liveChannels.includes(channel)
  const message: NewMessage = {
    id: newId('message', now),
    residentId: input.resident_id,
    channel,
    recipient,
    subject: channel === 'EMAIL' ? (input.subject ?? defaultSubject(addressee.organization_name)) : null,
    body: input.body,
    nextAttemptAt: leaves ? new Date(now).toISOString() : null,
  }
  return shown(onlyRow(await db.query(insertMessage, [db.organizationId, JSON.stringify(message)])))
}

export const getMessage: V1Operations['getMessage'] = async ({ db }, { id }) => {
  const found = requireOne(await db.query(findMessage, [db.organizationId, id]), 'message')
  return shown(found)
}

/** Lists sent and captured messages, newest first unless another order is requested. */
export const listMessages: ConsoleOperations['listMessages'] = async ({ db }, { limit, offset, sort, ...filters }) => {
  const { data, pagination } = await list<
    MessageRow & { resident_name: string },
    keyof typeof messageList.filters,
    MessageSort
  >(db, messageList, [], filters, { limit, offset, sort })
  return { data: data.map(shown), pagination }
}

function shown<Row extends MessageRow>({ recipient, ...message }: Row) {
  return { ...message, to_masked: maskedContact(recipient) }
}

/** Stores any number of messages as captured, whatever channels are set up: their content is fictitious, so they must never reach a real mailbox. */
export async function saveCaptured(
  { db }: Context,
  messages: readonly (Omit<NewMessage, 'nextAttemptAt'> & { createdAt: string })[],
): Promise<void> {
  if (messages.length > 0) await db.query(insertCaptured, [db.organizationId, JSON.stringify(messages)])
}
