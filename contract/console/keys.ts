/** API keys, as members issue, rotate and revoke them in the console. */
import Type from 'typebox'
import { SCOPES } from '../scopes.ts'
import {
  id,
  idInput,
  instant,
  integer,
  listOf,
  noParameters,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'

const KEY_ID = 'key_01kh3zr6t19m5d3f7h8k2q6w0b'
const shared = { tag: 'API keys', idempotent: false } as const

const name = text(200, { description: 'What the key is for.', example: 'Accounting export', minLength: 1 })
const scopes = listOf(
  oneOf(SCOPES, { description: 'A scope.', example: 'accounting:read' }),
  SCOPES.length,
  'What the key may do.',
)
const cidr = text(50, { description: 'An address range.', example: '203.0.113.0/24', minLength: 1 })
const expires_at = nullable(
  instant({ description: 'When the key ends; null for one that does not.', example: '2027-01-31T00:00:00.000Z' }),
)
const requestsPerMinute = (description: string) => nullable(integer(1, 100_000, { description, example: 600 }))

const keyFields = {
  key_id: id({ description: 'The key.', example: KEY_ID }),
  family_id: id({ description: 'What a key and its successors by rotation share.', example: KEY_ID }),
  name,
  mask: text(50, { description: 'Enough of the key to recognize it.', example: 'pm_live_Ab3d…9xYz' }),
  scopes,
  requests_per_minute: requestsPerMinute('Calls in any 60 seconds, where the key has its own figure.'),
  effective_requests_per_minute: integer(1, 100_000, {
    description: 'Calls in any 60 seconds: the key’s own figure, else the tier’s.',
    example: 120,
  }),
  allowed_cidrs: listOf(cidr, 100, 'Where it may be used from; everywhere when empty.'),
  created_by: text(254, { description: 'Who made it.', example: 'dana@example.com' }),
  created_at: instant({ description: 'When it was made.', example: '2026-01-05T16:20:00.000Z' }),
  expires_at,
  revoked_at: nullable(instant({ description: 'When it was revoked.', example: '2026-03-01T09:30:00.000Z' })),
  last_used_at: nullable(
    instant({ description: 'When it was last used, late by some seconds.', example: '2026-03-14T08:15:30.000Z' }),
  ),
  last_used_address: nullable(text(50, { description: 'And from where.', example: '203.0.113.7' })),
}

export const Key = resource('Key', 'An API key, without its text.', keyFields)
const IssuedKey = resource('IssuedKey', 'An API key with its text, shown this once.', {
  ...keyFields,
  api_key: text(100, {
    description: 'The key. It is stored nowhere: keep it.',
    example: 'pm_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17',
  }),
})

const onlyOne = { path: parameters({ key_id: idInput({ description: 'The key.', example: KEY_ID }) }) }

export const listKeys = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  description: 'Lists every key there has been, the newest first.',
  role: 'VIEWER',
  parameters: { path: noParameters, query: noParameters },
  success: {
    status: 200,
    description: 'The keys.',
    schema: resource('KeyList', 'API keys.', { data: listOf(Key, 10_000, 'The keys, the newest first.') }),
  },
  errors: [],
})

export const createKey = organizationOperation({
  ...shared,
  method: 'POST',
  path: '/keys',
  summary: 'Create an API key',
  description:
    'Issues a key and returns its text, this once. A scope the plan does not include is refused, naming the plans that do; a quota of its own, in calls per minute, requires the Partner API.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: parameters({
    name,
    scopes: Type.Array(oneOf(SCOPES, { description: 'A scope.', example: 'accounting:read' }), {
      description: 'What the key may do.',
      minItems: 1,
      maxItems: SCOPES.length,
    }),
    expires_at: Type.Optional(expires_at),
    allowed_cidrs: Type.Optional(listOf(cidr, 100, 'Where it may be used from; everywhere when left out.')),
    requests_per_minute: Type.Optional(
      requestsPerMinute('Calls in any 60 seconds, instead of the tier’s figure; Partner API only.'),
    ),
  }),
  success: { status: 201, description: 'The key and its text.', schema: IssuedKey },
  errors: [],
})

export const rotateKey = organizationOperation({
  ...shared,
  method: 'POST',
  path: '/keys/{key_id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Issues a successor with the same name, scopes and limits, and returns its text, this once. The old key lives on for the overlap. A key that ended, or was rotated before, is 409.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  body: parameters({
    overlap_hours: Type.Optional(
      integer(0, 720, { description: 'How many hours the old key lives on; 24.', example: 24 }),
    ),
  }),
  success: { status: 201, description: 'The successor and its text.', schema: IssuedKey },
  errors: ['not_found', 'conflict'],
})

export const revokeKey = organizationOperation({
  ...shared,
  method: 'POST',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke an API key',
  description: 'Ends a key for good; it is refused within a second. One that is revoked stays as it is.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 200, description: 'The key.', schema: Key },
  errors: ['not_found'],
})
