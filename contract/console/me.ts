/** The signed-in person, and the organizations they belong to. */
import { ROLES } from '../roles.ts'
import { PLANS, TIER_NAMES } from '../scopes.ts'
import {
  email,
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
} from '../values.ts'
import { userOperation } from './operation.ts'

const User = resource('User', 'The person who is signed in.', {
  id: id({ description: 'The person.', example: 'usr_01kh3zr6tb5e9j2m8q4w0x6z3v' }),
  email: email({ description: 'The address the person signs in with.', example: 'dana@example.com' }),
  name: text(200, { description: 'The person’s name.', example: 'Dana Whitfield', minLength: 1 }),
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

export const getMe = userOperation({
  method: 'GET',
  path: '/me',
  tag: 'Sign-in',
  summary: 'Get the signed-in person',
  description:
    'Returns the person and every organization they belong to, ordered by name; a sandbox follows its live organization.',
  role: null,
  success: {
    status: 200,
    description: 'The person.',
    schema: resource('Me', 'The signed-in person and their organizations.', {
      user: User,
      organizations: listOf(Membership, 1000, 'The organizations the person belongs to.'),
    }),
  },
})

export const updateMe = userOperation({
  method: 'PATCH',
  path: '/me',
  tag: 'Sign-in',
  summary: 'Change your name',
  description: 'Changes the name of the signed-in person, which every organization they belong to shows.',
  role: null,
  body: parameters({ name: User.properties.name }),
  success: { status: 200, description: 'The person.', schema: User },
})

const SESSION_ID = '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70'

const Session = resource('Session', 'A browser in which the person is signed in.', {
  session_id: id({ description: 'ID of the session, which cannot be used to sign in.', example: SESSION_ID }),
  is_current: flag({ description: 'Whether it is the session of this call.', example: true }),
  created_at: instant({ description: 'When the person signed in.', example: '2026-03-14T08:15:30.000Z' }),
  last_seen_at: instant({
    description: 'When the session was last extended, which happens at most once a day.',
    example: '2026-03-15T09:00:00.000Z',
  }),
  expires_at: instant({
    description: 'When the session expires unless it is extended.',
    example: '2026-03-22T09:00:00.000Z',
  }),
  ip_address: nullable(text(64, { description: 'Address the person signed in from.', example: '203.0.113.24' })),
  user_agent: nullable(
    text(2_000, {
      description: 'The User-Agent header of the browser.',
      example: 'Mozilla/5.0 (Macintosh) Firefox/137.0',
    }),
  ),
})

export const listSessions = userOperation({
  method: 'GET',
  path: '/me/sessions',
  tag: 'Sign-in',
  summary: 'List your sessions',
  description: 'Lists the browsers in which the person is signed in, newest first.',
  role: null,
  success: {
    status: 200,
    description: 'The sessions.',
    schema: resource('Sessions', 'The sessions of the signed-in person.', {
      data: listOf(Session, 100, 'The sessions.'),
    }),
  },
})

const Ended = resource('EndedSessions', 'Sessions that were ended.', {
  ended: integer(0, 2_147_483_647, { description: 'How many sessions were ended.', example: 1 }),
})

export const endSession = userOperation({
  method: 'DELETE',
  path: '/me/sessions/{session_id}',
  tag: 'Sign-in',
  summary: 'End a session',
  description: 'Signs the person out in another browser, at once. The session of this call is ended by signing out.',
  role: null,
  parameters: {
    path: parameters({ session_id: idInput({ description: 'The session.', example: SESSION_ID }) }),
  },
  success: { status: 200, description: 'The session was ended.', schema: Ended },
  errors: ['not_found', 'conflict'],
})

export const endOtherSessions = userOperation({
  method: 'DELETE',
  path: '/me/sessions',
  tag: 'Sign-in',
  summary: 'End every other session',
  description:
    'Signs the person out in every other browser immediately. Browsers that were allowed to sign in without a code need one again.',
  role: null,
  success: { status: 200, description: 'The sessions were ended.', schema: Ended },
})
