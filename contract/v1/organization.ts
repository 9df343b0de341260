/** The organization a key belongs to, and what the key may do. */
import { operation } from '../operation.ts'
import { PLANS, SCOPES, TIER_NAMES } from '../scopes.ts'
import { date, flag, id, instant, integer, listOf, nullable, oneOf, resource, text } from '../values.ts'

/** A list of scopes. */
export const scopes = (description: string) =>
  listOf(oneOf(SCOPES, { description: 'A scope.', example: 'properties:read' }), SCOPES.length, description)

const CallingKey = resource('CallingKey', 'The key that a call was made with.', {
  key_id: id({ description: 'ID of the key.', example: 'key_01kh3zr6mxk7w3f9t2c5v8n1bq' }),
  name: text(200, { description: 'What the key is for.', example: 'Accounting' }),
  scopes: scopes('The scopes the key was issued with.'),
  effective_scopes: scopes(
    'The scopes that are in force: those that both the key and the organization’s plan include.',
  ),
  requests_per_minute: integer(1, 100_000, {
    description: 'Number of calls the key may make in any 60 seconds.',
    example: 120,
  }),
  expires_at: nullable(
    instant({ description: 'When the key expires. Null if it never does.', example: '2027-01-31T00:00:00.000Z' }),
  ),
})

const Organization = resource('Organization', 'An organization, and the key that the call was made with.', {
  organization_id: id({ description: 'ID of the organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  name: text(200, { description: 'Name of the organization.', example: 'Maple Management' }),
  time_zone: text(100, {
    description: 'The IANA time zone in which the organization’s days begin.',
    example: 'America/Chicago',
  }),
  today: date({ description: 'Today’s date in that time zone.', example: '2026-03-15' }),
  plan: oneOf(PLANS, { description: 'Plan of the organization.', example: 'PRO' }),
  tier: oneOf(TIER_NAMES, { description: 'The API tier of the plan.', example: 'AUTOMATION' }),
  is_sandbox: flag({ description: 'Whether the organization is a sandbox.', example: false }),
  books_closed_through: nullable(
    date({
      description: 'The last closed day: nothing can be posted to the ledger on that day or before.',
      example: '2026-01-31',
    }),
  ),
  key: CallingKey,
})

export const getOrganization = operation({
  method: 'GET',
  path: '/organization',
  tag: 'Organization',
  summary: 'Get the organization',
  description:
    'Retrieves the organization that the key belongs to, with its time zone, its plan and what the key may do. Any valid key may make this call.',
  scope: null,
  success: { status: 200, description: 'The organization.', schema: Organization },
  keysOnly: true,
})
