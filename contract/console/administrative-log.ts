/** The log of what members, keys and operators changed. */
import Type from 'typebox'
import type { V1 } from '../v1.ts'
import { id, idInput, instant, listOf, nullable, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

/**
 * The action of the entry that the pipeline writes for a member's call of version 1, because the operation itself writes no entry. Every
 * other write names its action where it writes its entry.
 */
export const V1_ACTIONS = {
  createMessage: 'message.create',
  createWorkOrder: 'work_order.create',
  redeliverWebhook: 'webhook.redeliver',
  testWebhook: 'webhook.test',
} as const satisfies { readonly [Name in keyof V1]?: string }

const ENTRY_ID = '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70'

const AdministrativeEntry = resource('AdministrativeEntry', 'A change that a member, a key or an operator made.', {
  id: id({ description: 'ID of the entry.', example: ENTRY_ID }),
  occurred_at: instant({ description: 'When the change was made.', example: '2026-03-14T08:15:30.000Z' }),
  actor: text(254, {
    description: 'The author of the change: an e-mail address, the ID of a key, or `operator`.',
    example: 'dana@example.com',
  }),
  action: text(100, { description: 'What was done, as a noun and a verb.', example: 'key.revoke' }),
  subject: nullable(text(300, { description: 'ID of what was changed.', example: 'key_01kh3zr6t19m5d3f7h8k2q6w0b' })),
  before: nullable(
    Type.Object({}, { description: 'Fields before the change.', additionalProperties: true, examples: [{}] }),
  ),
  after: nullable(
    Type.Object({}, { description: 'Fields after the change.', additionalProperties: true, examples: [{}] }),
  ),
})

export const listAdministrativeEntries = organizationOperation({
  method: 'GET',
  path: '/administrative-log',
  tag: 'Administrative log',
  summary: 'List administrative entries',
  description: 'What members, keys and operators changed, newest first. The list has no total.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      action: Type.Optional(
        idInput({ description: 'Returns only entries with this action, such as `key.revoke`.', example: 'key.revoke' }),
      ),
      actor: Type.Optional(
        idInput({ description: 'Returns only changes made by this actor.', example: 'dana@example.com' }),
      ),
      since: Type.Optional(
        instant({ description: 'Returns only changes made at or after this time.', example: '2026-03-01T00:00:00Z' }),
      ),
      until: Type.Optional(
        instant({ description: 'Returns only changes made before this time.', example: '2026-03-02T00:00:00Z' }),
      ),
      before: Type.Optional(idInput({ description: 'The `next` value of the previous page.', example: ENTRY_ID })),
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
      data: listOf(AdministrativeEntry, 200, 'The entries, newest first.'),
      next: nullable(
        text(64, {
          description: 'The value of `before` for the next page; null at the end of the log.',
          example: ENTRY_ID,
        }),
      ),
    }),
  },
})
