/** API keys, as members issue, rotate and revoke them in the console. */
import Type from 'typebox'
import { SCOPES } from '../scopes.ts'
import { id, idInput, instant, integer, listOf, nullable, oneOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const KEY_ID = 'key_01kh3zr6t19m5d3f7h8k2q6w0b'

const name = text(200, { description: 'What the key is for.', example: 'Accounting export', minLength: 1 })
const scopes = listOf(
  oneOf(SCOPES, { description: 'A scope.', example: 'accounting:read' }),
  SCOPES.length,
  'What the key may do.',
)
const cidr = text(50, { description: 'An address range.', example: '203.0.113.0/24', minLength: 1 })
const expires_at = nullable(
  instant({ description: 'When the key expires; null if it never does.', example: '2027-01-31T00:00:00.000Z' }),
)
const requestsPerMinute = (description: string) => nullable(integer(1, 100_000, { description, example: 600 }))

const keyFields = {
  key_id: id({ description: 'The key.', example: KEY_ID }),
  family_id: id({ description: 'ID that a key shares with its successors by rotation.', example: KEY_ID }),
  name,
  mask: text(50, { description: 'Enough of the key to recognize it.', example: 'pm_live_Ab3d…9xYz' }),
  scopes,
  requests_per_minute: requestsPerMinute(
    'The key’s own quota, in calls per any 60 seconds; null if the tier’s quota applies.',
  ),
  effective_requests_per_minute: integer(1, 100_000, {
    description: 'The quota in force, in calls per any 60 seconds: the key’s own, or else the tier’s.',
    example: 120,
  }),
  allowed_cidrs: listOf(cidr, 100, 'Address ranges the key may be used from; empty for any address.'),
  created_by: text(254, {
    description: 'The creator of the key: an e-mail address, or `operator`.',
    example: 'dana@example.com',
  }),
  created_at: instant({ description: 'When the key was created.', example: '2026-01-05T16:20:00.000Z' }),
  expires_at,
  revoked_at: nullable(instant({ description: 'When the key was revoked.', example: '2026-03-01T09:30:00.000Z' })),
  last_used_at: nullable(
    instant({
      description: 'When the key was last used. Updated every few seconds.',
      example: '2026-03-14T08:15:30.000Z',
    }),
  ),
  last_used_address: nullable(
    text(50, { description: 'The address the key was last used from.', example: '203.0.113.7' }),
  ),
}

export const Key = resource('Key', 'An API key, without its text.', keyFields)
const IssuedKey = resource('IssuedKey', 'An API key with its text, which is shown only once.', {
  ...keyFields,
  api_key: text(100, {
    description: 'The text of the key. Keep it: it is not stored and cannot be shown again.',
    example: 'pm_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17',
  }),
})

const onlyOne = { path: parameters({ key_id: idInput({ description: 'The key.', example: KEY_ID }) }) }

export const listKeys = organizationOperation({
  tag: 'API keys',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  description: 'Lists every key ever issued, newest first.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The keys.',
    schema: resource('KeyList', 'API keys.', { data: listOf(Key, 10_000, 'The keys, newest first.') }),
  },
})

export const createKey = organizationOperation({
  tag: 'API keys',
  method: 'POST',
  path: '/keys',
  summary: 'Create an API key',
  description:
    'Issues a key and returns its text, which is shown only once. A scope that the plan does not include is refused, and the message names the plans that include it. A quota of its own requires the Partner API.',
  role: 'ADMIN',
  body: parameters({
    name,
    scopes: Type.Array(oneOf(SCOPES, { description: 'A scope.', example: 'accounting:read' }), {
      description: 'What the key may do.',
      minItems: 1,
      maxItems: SCOPES.length,
    }),
    expires_at: Type.Optional(expires_at),
    allowed_cidrs: Type.Optional(
      listOf(cidr, 100, 'Address ranges the key may be used from. Defaults to any address.'),
    ),
    requests_per_minute: Type.Optional(
      requestsPerMinute('Quota in calls per any 60 seconds, instead of the tier’s; Partner API only.'),
    ),
  }),
  success: { status: 201, description: 'The key and its text.', schema: IssuedKey },
})

export const rotateKey = organizationOperation({
  tag: 'API keys',
  method: 'POST',
  path: '/keys/{key_id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Issues a successor with the same name, scopes and limits, and returns its text, which is shown only once. The old key stays valid for the overlap. A key that is revoked, expired or already rotated is refused with 409.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: parameters({
    overlap_hours: Type.Optional(
      integer(0, 720, { description: 'How many hours the old key stays valid. Defaults to 24.', example: 24 }),
    ),
  }),
  success: { status: 201, description: 'The successor and its text.', schema: IssuedKey },
  errors: ['not_found', 'conflict'],
})

export const revokeKey = organizationOperation({
  tag: 'API keys',
  method: 'POST',
  path: '/keys/{key_id}/revoke',
  summary: 'Revoke an API key',
  description:
    'Revokes a key for good; calls with it are refused within a second. Revoking a revoked key changes nothing.',
  role: 'ADMIN',
  parameters: onlyOne,
  success: { status: 200, description: 'The key.', schema: Key },
  errors: ['not_found'],
})
