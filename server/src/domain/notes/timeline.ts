/** The timeline of a record: changes, messages and notes, newest first, as one list. */
import { uuidv7FloorAt } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { compareText } from '#server/base/text.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { namesOf } from '../names/operations.ts'
import {
  type ChangeRow,
  listChangesOf,
  listMessagesTo,
  listNotesOn,
  listResidentsOf,
  listSubjects,
  type MessageOf,
  type NoteRow,
  type TimelineEntry,
} from './queries.ts'

/** An instant after every entry: the last one that RFC 3339 can express. */
const END = '9999-12-31T23:59:59.999Z'

export const getTimeline: ConsoleOperations['getTimeline'] = async (context, { id: subject, before = END, limit }) => {
  const { db, actor } = context
  const [subjects, residents] = await Promise.all([
    db.query(listSubjects, [db.organizationId, subject]),
    db.query(listResidentsOf, [db.organizationId, subject]),
  ])
  const wanted = (['id', 'logged', 'action', 'at'] as const).map(field => subjects.map(row => row[field]))
  if ((await namesOf(context, [subject])).length === 0) {
    throw new Refusal('not_found', 'There is no such record.')
  }
  const floor = uuidv7FloorAt(before)
  const [changes, messages, notes] = await Promise.all([
    db.query(listChangesOf, [db.organizationId, ...wanted, floor, limit + 1]),
    db.query(listMessagesTo, [db.organizationId, residents.map(({ id }) => id), before, limit + 1]),
    db.query(listNotesOn, [db.organizationId, subject, before, limit + 1]),
  ])
  const all = [...changes.map(ofChange), ...messages.map(ofMessage), ...notes.map(note => ofNote(note, actor))]
  all.sort((one, other) => compareText(other.occurred_at, one.occurred_at) || compareText(other.id, one.id))
  const last = all[limit - 1]
  if (!last || all.length === limit) return { data: all, next: null }
  // Everything that happened at one instant stays together, since the next page begins before that instant.
  return { data: all.filter(({ occurred_at }) => occurred_at >= last.occurred_at), next: last.occurred_at }
}

const NOTHING = { actor: null, action: null, text: null, status: null, edited_at: null, is_own: false, events: [] }

function ofChange(change: ChangeRow): TimelineEntry {
  return { ...NOTHING, ...change, kind: 'CHANGE' }
}

function ofMessage(message: MessageOf): TimelineEntry {
  return { ...NOTHING, ...message, kind: 'MESSAGE' }
}

function ofNote({ note_id, author, body, created_at, edited_at, subject }: NoteRow, caller: string): TimelineEntry {
  const written = { id: note_id, occurred_at: created_at, actor: author, text: body, edited_at, subject }
  return { ...NOTHING, ...written, kind: 'NOTE', is_own: author === caller }
}
