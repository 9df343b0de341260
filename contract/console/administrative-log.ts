/** The log of what people and operators changed. */
import Type from 'typebox'
import { id, idInput, instant, listOf, noParameters, nullable, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const ENTRY_ID = '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70'

const AdministrativeEntry = resource('AdministrativeEntry', 'Something that was changed.', {
  id: id({ description: 'The entry.', example: ENTRY_ID }),
  occurred_at: instant({ description: 'When.', example: '2026-03-14T08:15:30.000Z' }),
  actor: text(254, { description: 'Who: an e-mail address, a key, or operator.', example: 'dana@example.com' }),
  action: text(100, { description: 'What was done: noun and verb.', example: 'key.revoke' }),
  subject: nullable(text(300, { description: 'To what.', example: 'key_01kh3zr6t19m5d3f7h8k2q6w0b' })),
  before: nullable(Type.Object({}, { description: 'What it was.', additionalProperties: true, examples: [{}] })),
  after: nullable(Type.Object({}, { description: 'What it became.', additionalProperties: true, examples: [{}] })),
})

export const listAdministrativeEntries = organizationOperation({
  method: 'GET',
  path: '/administrative-log',
  tag: 'Administrative log',
  summary: 'List administrative entries',
  description: 'What people, keys and operators changed, the newest first, without a total.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      action: Type.Optional(idInput({ description: 'Only this, such as key.revoke.', example: 'key.revoke' })),
      actor: Type.Optional(idInput({ description: 'Only by this one.', example: 'dana@example.com' })),
      since: Type.Optional(instant({ description: 'Only at or after this.', example: '2026-03-01T00:00:00Z' })),
      before: Type.Optional(idInput({ description: '`next` of the page before.', example: ENTRY_ID })),
      limit: Type.Integer({
        description: 'How many entries to return.',
        minimum: 1,
        maximum: 200,
        default: 50,
        examples: [50],
      }),
    }),
  },
  success: {
    status: 200,
    description: 'A page of the log.',
    schema: resource('AdministrativeEntryPage', 'A page of the log.', {
      data: listOf(AdministrativeEntry, 200, 'The entries, the newest first.'),
      next: nullable(
        text(64, {
          description: 'What `before` must be for the page after; null where the log ends.',
          example: ENTRY_ID,
        }),
      ),
    }),
  },
  errors: [],
  idempotent: false,
})
