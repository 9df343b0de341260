/** API keys, as the console shows and issues them. */
import type { Static } from 'typebox'
import type {
  createKey as creation,
  Key,
  revokeKey as revocation,
  rotateKey as rotation,
} from '#contract/console/keys.ts'
import type { MemberInputOf } from '#contract/console/operation.ts'
import { TIERS, tierInWords, tierOf, tierWith } from '#contract/scopes.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import * as keys from '#server/platform/api-keys/changes.ts'
import type { KeyRecord } from '#server/platform/api-keys/queries.ts'
import type { Member, MemberContext } from '#server/platform/members/member.ts'

type Shown = Static<typeof Key>

export async function listKeys(context: MemberContext): Promise<{ data: Shown[] }> {
  return { data: (await keys.allKeys(context)).map(key => shown(key, context.member)) }
}

export async function createKey(context: MemberContext, input: MemberInputOf<typeof creation>) {
  refuseBeyondPlan(context.member, input)
  const { name, scopes, requests_per_minute, expires_at, allowed_cidrs } = input
  const issued = await keys.createKey(context, {
    name,
    scopes,
    requestsPerMinute: requests_per_minute ?? undefined,
    expiresAt: expires_at ?? undefined,
    allowedCidrs: allowed_cidrs,
  })
  return { ...shown(issued.key, context.member), api_key: issued.apiKey }
}

export async function rotateKey(context: MemberContext, { key_id, overlap_hours }: MemberInputOf<typeof rotation>) {
  const issued = await keys.rotateKey(context, key_id, overlap_hours)
  return { ...shown(issued.key, context.member), api_key: issued.apiKey }
}

export async function revokeKey(context: MemberContext, { key_id }: MemberInputOf<typeof revocation>): Promise<Shown> {
  return shown(await keys.revokeKeyNow(context, key_id), context.member)
}

/** Refuses a key that its plan would not allow, because otherwise nobody would notice until its first call. */
function refuseBeyondPlan(
  { plan, hasPartnerAgreement }: Member,
  { scopes, requests_per_minute }: MemberInputOf<typeof creation>,
): void {
  const tier = tierOf(plan, hasPartnerAgreement)
  if (!tier) {
    throw new Refusal(
      'forbidden',
      `The ${plan} plan does not include API access. The lowest tier that does is the ${tierInWords('CORE')}.`,
    )
  }
  const beyond = scopes.filter(scope => !TIERS[tier].scopes.includes(scope))
  const [first] = beyond
  if (first !== undefined) {
    throw fieldError(
      'scopes',
      `must not include ${beyond.join(', ')}, which requires the ${tierInWords(tierWith(first))}; this organization is on ${plan}`,
    )
  }
  if (requests_per_minute !== undefined && requests_per_minute !== null && tier !== 'PARTNER') {
    throw fieldError('requests_per_minute', `is part of the ${tierInWords('PARTNER')}; this organization is on ${plan}`)
  }
}

function shown({ id, ...key }: KeyRecord, { plan, hasPartnerAgreement }: Member): Shown {
  const tier = tierOf(plan, hasPartnerAgreement) ?? 'CORE'
  return {
    key_id: id,
    ...key,
    effective_requests_per_minute: key.requests_per_minute ?? TIERS[tier].requestsPerMinute,
  }
}
