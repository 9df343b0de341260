/** The signed-in person, as the console shows them. */
import type { getMe as operation } from '#contract/console/me.ts'
import type { OutputOf } from '#contract/operation.ts'
import { tierOf } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import type { Access } from '#server/db/tenant.ts'
import type { Person } from '#server/platform/members/member.ts'
import { listMemberships, type MembershipRow } from '#server/platform/members/queries.ts'

export async function getMe(people: Access<null>, person: Person): Promise<OutputOf<typeof operation>> {
  const memberships = await people.query(listMemberships, [person.id])
  const { id, email, name, hasTwoFactor, hasVerifiedEmail } = person
  return {
    user: { id, email, name, two_factor_enabled: hasTwoFactor, email_verified: hasVerifiedEmail },
    organizations: besideTheirLive(memberships).map(shown),
  }
}

/** Keeps the order, but puts every sandbox right after the organization it belongs to, if the person sees that one. */
function besideTheirLive(rows: readonly MembershipRow[]): MembershipRow[] {
  const sandboxesOf = Map.groupBy(rows, row => row.sandbox_of)
  const seen = new Set(rows.map(row => row.organization_id))
  return rows
    .filter(row => row.sandbox_of === null || !seen.has(row.sandbox_of))
    .flatMap(row => [row, ...(sandboxesOf.get(row.organization_id) ?? [])])
}

function shown(row: MembershipRow): OutputOf<typeof operation>['organizations'][number] {
  return {
    organization_id: idFromUuid('organization', row.organization_id),
    name: row.name,
    role: row.role,
    is_sandbox: row.is_sandbox,
    live_organization_id: row.sandbox_of && idFromUuid('organization', row.sandbox_of),
    plan: row.plan,
    tier: tierOf(row.plan, row.has_partner_agreement) ?? null,
    time_zone: row.time_zone,
  }
}
