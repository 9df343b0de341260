/** The signed-in person, and the organizations they belong to. */

import { ROLES } from '../roles.ts'
import { PLANS } from '../scopes.ts'
import { email, flag, id, listOf, noParameters, nullable, oneOf, resource, text } from '../values.ts'
import { personOperation } from './operation.ts'

export const TIER_NAMES = ['CORE', 'AUTOMATION', 'PARTNER'] as const

const Person = resource('Person', 'The person who is signed in.', {
  id: id({ description: 'The person.', example: 'usr_01kh3zr6tb5e9j2m8q4w0x6z3v' }),
  email: email({ description: 'What they sign in with.', example: 'dana@example.com' }),
  name: text(200, { description: 'What they are called.', example: 'Dana Whitfield' }),
  two_factor_enabled: flag({ description: 'Whether signing in takes a code as well.', example: true }),
  email_verified: flag({
    description: 'Whether the address is known to be theirs. Until then they belong to one organization.',
    example: true,
  }),
})

const Membership = resource('Membership', 'An organization the person belongs to.', {
  organization_id: id({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  name: text(200, { description: 'Its name.', example: 'Maple Management' }),
  role: oneOf(ROLES, { description: 'What the person may do there.', example: 'ADMIN' }),
  is_sandbox: flag({ description: 'Whether it is for trying things out.', example: false }),
  live_organization_id: nullable(
    id({ description: 'The organization a sandbox belongs to.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  ),
  plan: oneOf(PLANS, { description: 'Its plan.', example: 'SCALE' }),
  tier: nullable(
    oneOf(TIER_NAMES, {
      description: 'The API tier its plan includes; null where it has none.',
      example: 'AUTOMATION',
    }),
  ),
  time_zone: text(100, { description: 'The IANA zone its days begin in.', example: 'America/Chicago' }),
})

export const getMe = personOperation({
  method: 'GET',
  path: '/me',
  tag: 'Sign-in',
  summary: 'Get who is signed in',
  description:
    'Returns the person and every organization they belong to, by name; a sandbox stands behind its live one.',
  role: null,
  parameters: { path: noParameters, query: noParameters },
  success: {
    status: 200,
    description: 'The person.',
    schema: resource('Me', 'Who is signed in.', {
      user: Person,
      organizations: listOf(Membership, 1000, 'Where they belong.'),
    }),
  },
  errors: [],
  idempotent: false,
})
