/** The timeline of a record: what was changed, what was sent, and the notes that members add. */
import Type from 'typebox'
import { flag, id, idInput, instant, listOf, nullable, oneOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const NOTE_ID = 'note_01kh3zr6r2b6c0d4f8h1k5m9qs'
const SUBJECT = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const MAX_ENTRIES = 100

const noteText = text(5_000, {
  description: 'The text.',
  example: 'Prefers to be called in the morning.',
  minLength: 1,
})

const Note = resource('Note', 'A note that a member added to a record.', {
  note_id: id({ description: 'ID of the note.', example: NOTE_ID }),
  subject: text(64, { description: 'ID of the record.', example: SUBJECT }),
  author: text(254, { description: 'The member who wrote it.', example: 'dana@example.com' }),
  body: text(5_000, { description: 'The text.', example: 'Prefers to be called in the morning.' }),
  created_at: instant({ description: 'When it was added.', example: '2026-03-14T08:15:30.000Z' }),
  edited_at: nullable(
    instant({ description: 'When its author last changed it.', example: '2026-03-14T08:20:00.000Z' }),
  ),
})

const TIMELINE_KINDS = ['CHANGE', 'MESSAGE', 'NOTE'] as const

const TimelineEntry = resource('TimelineEntry', 'Something that happened to a record.', {
  id: text(64, {
    description: 'ID of the entry, the message or the note.',
    example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70',
  }),
  kind: oneOf(TIMELINE_KINDS, {
    description:
      'CHANGE is an entry of the administrative log; MESSAGE was sent to a resident; NOTE was added by a member.',
    example: 'CHANGE',
  }),
  occurred_at: instant({ description: 'When it happened.', example: '2026-03-14T08:15:30.000Z' }),
  actor: nullable(
    text(254, {
      description: 'The actor; null for a message, because a message does not record one.',
      example: 'dana@example.com',
    }),
  ),
  subject: text(300, {
    description: 'ID of the record it is about: this one, or one that belongs to it.',
    example: SUBJECT,
  }),
  action: nullable(text(100, { description: 'What was done, for a CHANGE.', example: 'payment.record' })),
  text: nullable(
    text(10_000, { description: 'The subject of a message, or the text of a note.', example: 'Rent reminder' }),
  ),
  status: nullable(
    text(20, {
      description: 'The status of a message, or the one that a work order or a lead was given.',
      example: 'SENT',
    }),
  ),
  edited_at: nullable(instant({ description: 'When a note was last changed.', example: '2026-03-14T08:20:00.000Z' })),
  is_own: flag({ description: 'Whether it is a note that the caller wrote.', example: true }),
  events: listOf(
    text(40, { description: 'A type of event.', example: 'payment.received' }),
    100,
    'The types of the events that a CHANGE emitted to webhook subscribers.',
  ),
})

export const getTimeline = organizationOperation({
  tag: 'Notes',
  method: 'GET',
  path: '/records/{id}/timeline',
  summary: 'Get the timeline of a record',
  description:
    'Lists what happened to a record, newest first: changes, messages and notes. The timeline of a lease includes its invoices, payments and residents’ messages, and that of a unit its leases and work orders.',
  role: 'VIEWER',
  parameters: {
    path: parameters({ id: idInput({ description: 'The record.', example: SUBJECT }) }),
    query: parameters({
      before: Type.Optional(
        instant({ description: 'The `next` of the previous page.', example: '2026-03-01T00:00:00Z' }),
      ),
      limit: Type.Integer({
        description: 'How many entries to return.',
        minimum: 1,
        maximum: MAX_ENTRIES,
        default: 25,
        examples: [25],
      }),
    }),
  },
  success: {
    status: 200,
    description: 'A page of the timeline.',
    schema: resource('Timeline', 'A page of the timeline.', {
      data: listOf(TimelineEntry, 3 * MAX_ENTRIES + 3, 'The entries, newest first.'),
      next: nullable(
        instant({
          description: 'The value of `before` for the next page; null at the end.',
          example: '2026-03-01T00:00:00.000Z',
        }),
      ),
    }),
  },
  errors: ['not_found'],
})

const oneNote = {
  path: parameters({ note_id: idInput({ description: 'The note.', example: NOTE_ID }) }),
}

export const createNote = organizationOperation({
  tag: 'Notes',
  method: 'POST',
  idempotent: true,
  path: '/notes',
  summary: 'Add a note',
  description: 'Adds a note to a record.',
  role: 'ADMIN',
  body: parameters({ subject: idInput({ description: 'The record.', example: SUBJECT }), body: noteText }),
  success: { status: 201, description: 'The note.', schema: Note },
})

export const updateNote = organizationOperation({
  tag: 'Notes',
  method: 'PATCH',
  path: '/notes/{note_id}',
  summary: 'Edit a note',
  description: 'Changes the text of a note. Only its author can.',
  role: 'ADMIN',
  parameters: oneNote,
  body: parameters({ body: noteText }),
  success: { status: 200, description: 'The note.', schema: Note },
  errors: ['not_found', 'conflict'],
})

export const deleteNote = organizationOperation({
  tag: 'Notes',
  method: 'DELETE',
  path: '/notes/{note_id}',
  summary: 'Delete a note',
  description: 'Deletes a note. Only its author can.',
  role: 'ADMIN',
  parameters: oneNote,
  success: {
    status: 200,
    description: 'The note was deleted.',
    schema: resource('DeletedNote', 'A deleted note.', {
      note_id: id({ description: 'The note.', example: NOTE_ID }),
      deleted: flag({ description: 'True.', example: true }),
    }),
  },
  errors: ['not_found', 'conflict'],
})
