/** A person who is signed in, and what they are in an organization. */
import { includesRole, type Role } from '#contract/roles.ts'
import type { Plan } from '#contract/scopes.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Access } from '#server/db/tenant.ts'
import type { Context } from '../context.ts'
import { findMembership, type MembershipRow } from './queries.ts'

export type Person = {
  /** `usr_…` */
  id: string
  email: string
  name: string
  hasTwoFactor: boolean
  /** Whether the address is known to be theirs. */
  hasVerifiedEmail: boolean
}

export type Member = {
  person: Person
  role: Role
  /** The organization's uuid. */
  organizationId: string
  /** Whose limits the member's calls count towards: the live organization's uuid, also in its sandbox. */
  customerId: string
  organizationName: string
  plan: Plan
  hasPartnerAgreement: boolean
  timeZone: string
  isSandbox: boolean
  /** The uuid of the organization a sandbox stands beside. */
  liveOrganizationId: string | null
  /** Whose name the logs bear: the address, so that an entry says something without looking anyone up, also about who has left. */
  actor: string
  /** Whose Idempotency-Keys are one. */
  familyId: string
}

/** What an operation of the console knows beyond any other: who acts. */
export type MemberContext = Context & { member: Member }

/** Reads where `person` stands in an organization, at each call; undefined for who is no member. */
export async function memberOf(
  db: Access<null>,
  person: Person,
  organizationId: string | undefined,
): Promise<Member | undefined> {
  const [row] = organizationId === undefined ? [] : await db.query(findMembership, [organizationId, person.id])
  return row && fromRow(person, row)
}

export function requireRole({ role }: Pick<Member, 'role'>, needed: Role): void {
  if (includesRole(role, needed)) return
  throw new Refusal('forbidden', `This takes the role ${needed}; you are ${role} here.`)
}

function fromRow(person: Person, row: MembershipRow): Member {
  return {
    person,
    role: row.role,
    organizationId: row.organization_id,
    customerId: row.sandbox_of ?? row.organization_id,
    organizationName: row.name,
    plan: row.plan,
    hasPartnerAgreement: row.has_partner_agreement,
    timeZone: row.time_zone,
    isSandbox: row.is_sandbox,
    liveOrganizationId: row.sandbox_of,
    actor: person.email,
    familyId: person.id,
  }
}
