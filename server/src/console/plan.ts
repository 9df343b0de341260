/** The organization's plan, as the console shows it. */
import type { getPlan as operation } from '#contract/console/plan.ts'
import type { OutputOf } from '#contract/operation.ts'
import { TIER_NAMES, TIERS, tierOf } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import type { MemberContext } from '#server/platform/members/member.ts'
import { findSandbox } from '#server/platform/members/queries.ts'

export async function getPlan({ db, member }: MemberContext): Promise<OutputOf<typeof operation>> {
  const { plan, hasPartnerAgreement, organizationId } = member
  const current = tierOf(plan, hasPartnerAgreement)
  const [sandbox] = await db.query(findSandbox, [organizationId])
  return {
    plan,
    has_partner_agreement: hasPartnerAgreement,
    tier: current ?? null,
    tiers: TIER_NAMES.map(tier => {
      const { title, plans, scopes, requestsPerMinute } = TIERS[tier]
      const isPartner = tier === 'PARTNER'
      return {
        tier,
        title,
        scopes: [...scopes],
        requests_per_minute: requestsPerMinute,
        own_requests_per_minute: isPartner,
        sandbox: isPartner,
        plans,
        is_current: tier === current,
      }
    }),
    sandbox_organization_id: sandbox ? idFromUuid('organization', sandbox.id) : null,
  }
}
