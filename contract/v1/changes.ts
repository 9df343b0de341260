/** Keeping a copy of an organization up to date: an export of everything, and from then on the changes. */
import Type, { type TObject } from 'typebox'
import { resourceByType } from '../by-type.ts'
import { exampleOf } from '../examples.ts'
import { downloadedOperation, operation } from '../operation.ts'
import { RECORD_SCHEMAS } from '../record-schemas.ts'
import type { Scope } from '../scopes.ts'
import { flag, id, instant, listOf, oneOf, pageParameters, parameters, resource, text } from '../values.ts'
import { scopes } from './organization.ts'

/** The types of records a copy can hold, and the scope that each requires; null if any key may read them. */
export const RECORD_TYPES = {
  property: 'properties:read',
  unit: 'properties:read',
  listing: null,
  lease: 'properties:read',
  resident: 'properties:read',
  invoice: 'accounting:read',
  payment: 'accounting:read',
  work_order: 'maintenance:read',
  lead: 'properties:read',
  owner: 'properties:read',
  portfolio: 'properties:read',
} as const satisfies Record<keyof typeof RECORD_SCHEMAS, Scope | null>

export type RecordType = keyof typeof RECORD_TYPES
export const RECORD_TYPE_NAMES = Object.keys(RECORD_TYPES) as [RecordType, ...RecordType[]]
export const CHANGE_KINDS = ['UPSERTED', 'REMOVED'] as const

const cursorText = (description: string) =>
  text(1_000, { description, example: 'MDE5YzA3ZmMgNzQxMiBsZWFzZSBsZWFzZV8wMWto', minLength: 1 })

const types = text(200, {
  description: `The types of records, separated by commas: ${RECORD_TYPE_NAMES.join(', ')}. Plurals are accepted too. Defaults to every type that the key may read.`,
  example: 'unit,lease',
  minLength: 1,
})

const RECORD = 'The record as it is now, in the shape of its own endpoint; null when it was removed.'

const CHANGE_FIELDS = {
  type: Type.Unsafe<RecordType>({
    type: 'string',
    enum: [...RECORD_TYPE_NAMES],
    description: 'The type of the record.',
    examples: ['lease'],
  }),
  id: id({ description: 'ID of the record.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  change: oneOf(CHANGE_KINDS, {
    description:
      'UPSERTED when the record is new or different, REMOVED when it can no longer be read, such as a listing of a unit that was leased.',
    example: 'UPSERTED',
  }),
  changed_at: instant({
    description: 'When the transaction of the change began.',
    example: '2026-03-14T08:15:29.950Z',
  }),
  record: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    description: RECORD,
    additionalProperties: true,
    examples: [exampleOf(RECORD_SCHEMAS.lease)],
  }),
}

function schemaOf(type: RecordType): TObject {
  const record = RECORD_SCHEMAS[type]
  const name = type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const noun = type.replace('_', ' ')
  return resource(`${name}Change`, `${/^[aeio]/.test(noun) ? 'An' : 'A'} ${noun} that changed.`, {
    ...CHANGE_FIELDS,
    type: Type.Literal(type, { description: 'The type of the record.', examples: [type] }),
    record: Type.Union([record, Type.Null()], {
      description: RECORD,
      examples: [exampleOf(record)],
    }),
  })
}

const CHANGE_SCHEMAS = Object.fromEntries(RECORD_TYPE_NAMES.map(type => [type, schemaOf(type)]))

const Change = resourceByType('Change', 'A record that changed.', CHANGE_FIELDS, CHANGE_SCHEMAS)

const { limit } = pageParameters

export const listChanges = operation({
  method: 'GET',
  path: '/changes',
  tag: 'Sync',
  summary: 'List changes',
  description:
    'Lists the records that changed after a cursor, in the order in which the changes were committed. If a record changed several times, only the latest change is listed, with the record as it is now. ' +
    'Store `next_cursor` together with the records and pass it as `after` in the next call. Without `after`, the list begins with the first change, so it can build a whole copy. ' +
    'A cursor stays valid as long as the database does; after a restore it is refused with 410 `cursor_expired`, and the copy begins again with an export. ' +
    'Records that the key may not read are left out; naming a type it may not read returns 403.',
  scope: null,
  parameters: {
    query: parameters({
      after: Type.Optional(
        cursorText('The cursor of the export or of the page before; only later changes are listed.'),
      ),
      types: Type.Optional(types),
      limit,
    }),
  },
  success: {
    status: 200,
    description: 'The next changes.',
    schema: resource('ChangeList', 'Changes after a cursor.', {
      data: listOf(Change, 100, 'The changes, in the order in which they were committed.'),
      next_cursor: cursorText('The cursor to continue from, present even if nothing is new.'),
      has_more: flag({ description: 'Whether more changes can be read right away.', example: false }),
      effective_scopes: scopes(
        'The scopes that this page was read with. If they differ from those of the export or of the previous page, your copy may lack records: take a new export.',
      ),
    }),
  },
  errors: ['cursor_expired'],
  keysOnly: true,
})

export const exportRecords = downloadedOperation({
  method: 'GET',
  path: '/export',
  tag: 'Sync',
  summary: 'Export all records',
  description:
    'Streams every record of the organization from one snapshot, one JSON object per line. The first line is `{"cursor", "organization_id", "as_of", "effective_scopes"}`; each further line is `{"type", "data"}`, ' +
    'with `data` in the shape of the record’s own endpoint; the last line is `{"end": true, "counts"}`. A reply without its last line is incomplete. Continue from `cursor` with `GET /changes`. ' +
    'The reply is sent while it is read, for at most 5 minutes. Read it steadily: a connection that accepts nothing for 30 seconds, or less than 1 MiB of a ' +
    'larger reply in 30 seconds, is closed. If applying a record takes long, write the lines to a file first. ' +
    'An organization can run one export at a time; a second one is refused with 409.',
  scope: null,
  parameters: { query: parameters({ types: Type.Optional(types) }) },
  success: {
    status: 200,
    description: 'The records, as newline-delimited JSON.',
    schema: text(1_000_000_000, {
      description: 'One JSON object per line.',
      example:
        '{"cursor":"MDE5YzA3ZmMgNzQxMiAgIA","organization_id":"org_01kh3zr6mvf2q8d5x1b7n4s0ce","as_of":"2026-03-15T12:00:00.000Z","effective_scopes":["properties:read"]}\n{"end":true,"counts":{}}\n',
    }),
  },
  errors: ['conflict'],
  keysOnly: true,
})
