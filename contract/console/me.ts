/** The signed-in person, and the organizations they belong to. */

import { ROLES } from '../roles.ts'
import { PLANS } from '../scopes.ts'
import { email, flag, id, listOf, noParameters, nullable, oneOf, resource, text } from '../values.ts'
import { personOperation } from './operation.ts'

export const TIER_NAMES = ['CORE', 'AUTOMATION', 'PARTNER'] as const

const Person = resource('Person', 'The person who is signed in.', {
  id: id({ description: 'The person.', example: 'usr_01kh3zr6tb5e9j2m8q4w0x6z3v' }),
  email: email({ description: 'The address the person signs in with.', example: 'dana@example.com' }),
  name: text(200, { description: 'The person’s name.', example: 'Dana Whitfield' }),
  two_factor_enabled: flag({
    description: 'Whether the person signs in with two-factor authentication.',
    example: true,
  }),
  email_verified: flag({
    description: 'Whether the person has confirmed the address. Until then they can belong to only one organization.',
    example: true,
  }),
})

const Membership = resource('Membership', 'An organization the person belongs to.', {
  organization_id: id({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  name: text(200, { description: 'Name of the organization.', example: 'Maple Management' }),
  role: oneOf(ROLES, { description: 'The person’s role in the organization.', example: 'ADMIN' }),
  is_sandbox: flag({ description: 'Whether the organization is a sandbox.', example: false }),
  live_organization_id: nullable(
    id({ description: 'The organization a sandbox belongs to.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  ),
  plan: oneOf(PLANS, { description: 'The organization’s plan.', example: 'SCALE' }),
  tier: nullable(
    oneOf(TIER_NAMES, {
      description: 'The API tier the plan includes; null if it includes none.',
      example: 'AUTOMATION',
    }),
  ),
  time_zone: text(100, { description: 'The organization’s time zone, as an IANA name.', example: 'America/Chicago' }),
})

export const getMe = personOperation({
  method: 'GET',
  path: '/me',
  tag: 'Sign-in',
  summary: 'Get the signed-in person',
  description:
    'Returns the person and every organization they belong to, ordered by name; a sandbox follows its live organization.',
  role: null,
  parameters: { path: noParameters, query: noParameters },
  success: {
    status: 200,
    description: 'The person.',
    schema: resource('Me', 'The signed-in person and their organizations.', {
      user: Person,
      organizations: listOf(Membership, 1000, 'The organizations the person belongs to.'),
    }),
  },
  errors: [],
  idempotent: false,
})
