/** The signed-in person and their sessions, as the console shows and changes them. */
import type { listSessions as list, getMe as operation, updateMe as update } from '#contract/console/me.ts'
import type { OutputOf } from '#contract/operation.ts'
import { tierOf } from '#contract/scopes.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { User } from '#server/platform/members/member.ts'
import {
  endSessionsOf,
  listMemberships,
  listSessionsOf,
  type MembershipRow,
  updateUserName,
} from '#server/platform/members/queries.ts'

export async function getMe(members: Access<null>, user: User): Promise<OutputOf<typeof operation>> {
  const memberships = await members.query(listMemberships, [user.id])
  return {
    user: shownPerson(user),
    organizations: besideTheirLive(memberships).map(shown),
  }
}

function shownPerson({ id, email, name, hasTwoFactor, hasVerifiedEmail }: User) {
  return { id, email, name, two_factor_enabled: hasTwoFactor, email_verified: hasVerifiedEmail }
}

/** Keeps the order, but puts every sandbox right after the organization it belongs to, if the person is a member of that one. */
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

type Own = { members: Access<null>; memberWrites: WritePool; now: () => number }

export async function updateMe(
  { memberWrites }: Own,
  user: User,
  { name }: { name: string },
): Promise<OutputOf<typeof update>> {
  await memberWrites.transaction(null, tx => tx.query(updateUserName, [user.id, name.trim()]))
  return shownPerson({ ...user, name: name.trim() })
}

export async function listSessions({ members, now }: Own, user: User): Promise<OutputOf<typeof list>> {
  const sessions = await members.query(listSessionsOf, [user.id, new Date(now())])
  return { data: sessions.map(row => ({ ...row, is_current: row.session_id === user.sessionId })) }
}

/** Ends one session of the person, or all except that of the call. */
export async function endSessions(
  { memberWrites }: Own,
  user: User,
  { session_id }: { session_id?: string },
): Promise<{ ended: number }> {
  if (session_id === user.sessionId) {
    throw new Refusal('conflict', 'This is the session you are using. Sign out to end it.')
  }
  const ended = await memberWrites.transaction(null, tx =>
    tx.query(endSessionsOf, [user.id, session_id ?? null, user.sessionId]),
  )
  if (session_id !== undefined && ended.length === 0) throw new Refusal('not_found', 'There is no such session.')
  return { ended: ended.length }
}
