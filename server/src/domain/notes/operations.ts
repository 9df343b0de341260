/**
 * Notes that members add to records. Only its author can change or delete a note. The administrative log records that this happened, but not the
 * text.
 */
import { newId } from '#server/base/ids.ts'
import { fieldError, Refusal, requireOne } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { namesOf } from '../names/operations.ts'
import { deleteNoteRow, insertNote, lockNote, type NoteRow, updateNoteBody } from './queries.ts'

export const createNote: ConsoleOperations['createNote'] = async (context, { subject, body }) => {
  const { db, now, actor } = context
  if ((await namesOf(context, [subject])).length === 0) {
    throw fieldError('subject', 'is not a record of this organization that can have notes')
  }
  const id = newId('note', now)
  const note = onlyRow(await db.query(insertNote, [db.organizationId, id, subject, actor, body, new Date(now)]))
  await log(context, 'note.create', note)
  return note
}

export const updateNote: ConsoleOperations['updateNote'] = async (context, { note_id, body }) => {
  const { db, now } = context
  const before = await lockOwn(context, note_id)
  if (before.body === body) return before
  const note = onlyRow(await db.query(updateNoteBody, [db.organizationId, note_id, body, new Date(now)]))
  await log(context, 'note.update', note)
  return note
}

export const deleteNote: ConsoleOperations['deleteNote'] = async (context, { note_id }) => {
  const note = await lockOwn(context, note_id)
  await context.db.query(deleteNoteRow, [context.db.organizationId, note_id])
  await log(context, 'note.delete', note)
  return { note_id, deleted: true }
}

async function lockOwn({ db, actor }: Context, id: string): Promise<NoteRow> {
  const note = requireOne(await db.query(lockNote, [db.organizationId, id]), 'note')
  if (note.author !== actor) throw new Refusal('conflict', 'Only the author of a note can change or delete it.')
  return note
}

function log(context: Context, action: string, { note_id, subject }: NoteRow): Promise<void> {
  return logAdministration(context, action, subject, { after: { note_id } })
}
