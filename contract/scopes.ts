/** Scopes, plans and tiers, and which of them include which. Source: specification §5; maintenance:read in CORE is our choice. */

export const SCOPES = [
  'properties:read',
  'accounting:read',
  'maintenance:read',
  'maintenance:write',
  'comms:write',
  'webhooks:manage',
] as const
export type Scope = (typeof SCOPES)[number]

export const PLANS = ['STARTER', 'GROWTH', 'PRO', 'SCALE', 'ENTERPRISE'] as const
export type Plan = (typeof PLANS)[number]

/** The tiers, smallest first. */
export const TIER_NAMES = ['CORE', 'AUTOMATION', 'PARTNER'] as const
export type Tier = (typeof TIER_NAMES)[number]

/** What a tier includes; `requestsPerMinute` is the default of each key. */
export const TIERS: Record<
  Tier,
  { title: string; plans: string; scopes: readonly Scope[]; requestsPerMinute: number }
> = {
  CORE: {
    title: 'Core API',
    plans: 'plans GROWTH and higher',
    scopes: ['properties:read', 'accounting:read', 'maintenance:read'],
    requestsPerMinute: 60,
  },
  AUTOMATION: { title: 'Automation API', plans: 'plans PRO and SCALE', scopes: SCOPES, requestsPerMinute: 120 },
  PARTNER: {
    title: 'Partner API',
    plans: 'plan ENTERPRISE or a partner agreement',
    scopes: SCOPES,
    requestsPerMinute: 600,
  },
}

/** A tier and the plans that include it, such as `Automation API (plans PRO and SCALE)`. */
export function tierInWords(tier: Tier): string {
  return `${TIERS[tier].title} (${TIERS[tier].plans})`
}

/** The tier an organization is on, or undefined if its plan includes no API access (STARTER). */
export function tierOf(plan: Plan, hasPartnerAgreement: boolean): Tier | undefined {
  if (hasPartnerAgreement || plan === 'ENTERPRISE') return 'PARTNER'
  if (plan === 'PRO' || plan === 'SCALE') return 'AUTOMATION'
  return plan === 'GROWTH' ? 'CORE' : undefined
}

/** The lowest tier that includes `scope`. */
export function tierWith(scope: Scope): Tier {
  return TIERS.CORE.scopes.includes(scope) ? 'CORE' : 'AUTOMATION'
}
