/** The organization as the API shows it, with the key of the caller. */
import { TIERS, type Tier, tierOf } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { V1Operations } from '#server/platform/context.ts'
import { findOrganizationAndKey } from './queries.ts'

export const getOrganization: V1Operations['getOrganization'] = async ({ db, today, actor }) => {
  const found = onlyRow(await db.query(findOrganizationAndKey, [db.organizationId, actor]))
  const { key, has_partner_agreement, ...organization } = found
  // Calls are served only on plans that have a tier.
  const tier = tierOf(organization.plan, has_partner_agreement) as Tier
  return {
    organization_id: idFromUuid('organization', db.organizationId),
    ...organization,
    today,
    tier,
    key: {
      ...key,
      effective_scopes: key.scopes.filter(scope => TIERS[tier].scopes.includes(scope)),
      requests_per_minute: key.requests_per_minute ?? TIERS[tier].requestsPerMinute,
      expires_at: key.expires_at && new Date(key.expires_at).toISOString(),
    },
  }
}
