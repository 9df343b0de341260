/** A person who is signed in, and their membership in an organization. */
import { includesRole, ROLE_NAMES, type Role } from '#contract/roles.ts'
import type { Plan } from '#contract/scopes.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Access } from '#server/db/tenant.ts'
import type { Context } from '../context.ts'
import { findMembership, type MembershipRow } from './queries.ts'

export type User = {
  /** Such as `usr_…`. */
  id: string
  email: string
  name: string
  hasTwoFactor: boolean
  /** Whether the person has confirmed the address. */
  hasVerifiedEmail: boolean
  /** The ID of the call's session, which cannot be used to sign in. */
  sessionId: string
}

export type Member = {
  user: User
  role: Role
  /** The organization's uuid. */
  organizationId: string
  /** The uuid of the organization whose limits the member's calls count toward: the live organization, also in its sandbox. */
  customerId: string
  organizationName: string
  plan: Plan
  hasPartnerAgreement: boolean
  timeZone: string
  isSandbox: boolean
  /** The uuid of the live organization that a sandbox belongs to. */
  liveOrganizationId: string | null
  /** The name in the logs: the e-mail address, which is meaningful without a lookup, even after the member has left. */
  actor: string
  /** The space of Idempotency-Keys: the same key in the same family is the same call. */
  familyId: string
}

/** The context of a console operation, which also knows the member who acts. */
export type MemberContext = Context & { member: Member }

/** Reads the membership of `user` in an organization, at each call; undefined if the person is not a member. */
export async function memberOf(
  db: Access<null>,
  user: User,
  organizationId: string | undefined,
): Promise<Member | undefined> {
  const [row] = organizationId === undefined ? [] : await db.query(findMembership, [organizationId, user.id])
  return row && fromRow(user, row)
}

export function requireRole({ role }: Pick<Member, 'role'>, needed: Role): void {
  if (includesRole(role, needed)) return
  throw new Refusal(
    'forbidden',
    `This requires the role ${ROLE_NAMES[needed]}. Your role here is ${ROLE_NAMES[role]}. Ask an owner to change it.`,
  )
}

function fromRow(user: User, row: MembershipRow): Member {
  return {
    user,
    role: row.role,
    organizationId: row.organization_id,
    customerId: row.sandbox_of ?? row.organization_id,
    organizationName: row.name,
    plan: row.plan,
    hasPartnerAgreement: row.has_partner_agreement,
    timeZone: row.time_zone,
    isSandbox: row.is_sandbox,
    liveOrganizationId: row.sandbox_of,
    actor: user.email,
    familyId: user.id,
  }
}
