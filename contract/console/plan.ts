/** An organization's plan and what it includes, and its sandbox. */
import { PLANS, SCOPES, TIER_NAMES } from '../scopes.ts'
import { flag, id, integer, listOf, nullable, oneOf, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const ORGANIZATION_ID = 'org_01kh3zr6mvf2q8d5x1b7n4s0ce'
const SANDBOX_ID = 'org_01kh3zr6w8p2s5v9y1b4d7g0jm'

const scopes = listOf(
  oneOf(SCOPES, { description: 'A scope.', example: 'accounting:read' }),
  SCOPES.length,
  'The scopes the tier includes.',
)
const tierFields = {
  title: text(100, { description: 'Name of the tier.', example: 'Automation API' }),
  scopes,
  requests_per_minute: integer(1, 100_000, {
    description: 'Quota of a key, in calls per any 60 seconds.',
    example: 120,
  }),
  own_requests_per_minute: flag({ description: 'Whether a key may have a quota of its own.', example: false }),
  sandbox: flag({ description: 'Whether the tier includes a sandbox.', example: false }),
}
const tierName = oneOf(TIER_NAMES, { description: 'The tier.', example: 'AUTOMATION' })

export const getPlan = organizationOperation({
  method: 'GET',
  path: '/plan',
  tag: 'Plan',
  summary: 'Get the plan',
  description:
    'Returns the plan, the API tier it includes, and every tier with its scopes, its limits and the plans that include it.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The plan.',
    schema: resource('Plan', 'A plan and what it includes.', {
      plan: oneOf(PLANS, { description: 'The plan.', example: 'SCALE' }),
      has_partner_agreement: flag({ description: 'Whether the Partner API was added to the plan.', example: false }),
      tier: nullable(tierName),
      tiers: listOf(
        resource('TierFigures', 'An API tier.', {
          tier: tierName,
          ...tierFields,
          plans: text(200, { description: 'The plans that include the tier.', example: 'plans PRO and SCALE' }),
          is_current: flag({ description: 'Whether this is the organization’s tier.', example: true }),
        }),
        3,
        'Every tier, smallest first.',
      ),
      sandbox_organization_id: nullable(id({ description: 'The sandbox, if there is one.', example: SANDBOX_ID })),
    }),
  },
})

const Sandbox = resource('Sandbox', 'An organization for testing.', {
  organization_id: id({ description: 'The sandbox.', example: SANDBOX_ID }),
  live_organization_id: id({
    description: 'The live organization that the sandbox belongs to.',
    example: ORGANIZATION_ID,
  }),
  name: text(200, { description: 'Name of the sandbox.', example: 'Maple Management (sandbox)' }),
})
const shared = { tag: 'Plan', role: 'ADMIN', method: 'POST' } as const

export const createSandbox = organizationOperation({
  ...shared,
  path: '/sandbox',
  summary: 'Create the sandbox',
  description:
    'Creates a sandbox with a small fictional portfolio and the same members. Its keys begin with pm_test_, and its messages are captured instead of sent. The sandbox is part of the Partner API (403 without it), and an organization has at most one (409).',
  success: { status: 201, description: 'The sandbox.', schema: Sandbox },
  errors: ['conflict'],
})

export const resetSandbox = organizationOperation({
  ...shared,
  path: '/sandbox/reset',
  summary: 'Reset the sandbox',
  description:
    'Replaces the sandbox with a new one. Keys of the old sandbox stop working, and only the members are kept. 404 if there is no sandbox.',
  success: { status: 201, description: 'The new sandbox.', schema: Sandbox },
  errors: ['not_found'],
})
