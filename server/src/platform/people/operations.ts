/** Who belongs to an organization and as what; every change goes to the administrative log. */
import { includesRole, ROLES, type Role } from '#contract/roles.ts'
import { isMailAddress } from '#server/base/contact.ts'
import { newId, uuidv7 } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { logAdministration } from '../administrative-log.ts'
import {
  deleteMember,
  deleteSessionsOf,
  deleteTwoFactorOf,
  findMember,
  findUserByEmail,
  insertMember,
  insertPassword,
  insertUser,
  listMembersByEmail,
  lockMembers,
  type MemberRow,
  updateMemberRole,
  updatePassword,
} from './queries.ts'

/** Who acts and when; `db` is a transaction of the organization as gatehouse_console. */
export type PeopleContext = {
  db: Tenant
  organizationId: string
  actor: string
  now: number
  /** What the one who acts is there; undefined for an operator, who may do everything. */
  role?: Role | undefined
}

export type NewUser = {
  email: string
  role: string
  name?: string | undefined
  /** The hash of the password, for someone who cannot sign in yet. */
  passwordHash: string
}

/** Addresses are compared in lower case. */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!isMailAddress(email)) {
    throw new Refusal('invalid_request', `${text} is no e-mail address; write one such as dana@example.com.`)
  }
  return email
}

export function readRole(text: string): Role {
  const role = ROLES.find(name => name === text.toUpperCase())
  if (!role) throw new Refusal('invalid_request', `${text} is not a role; the roles are ${ROLES.join(', ')}.`)
  return role
}

/** Makes someone a member, and a person first where nobody has the address; `isNew` says whether the password was taken. */
export async function addUser(context: PeopleContext, input: NewUser): Promise<{ member: MemberRow; isNew: boolean }> {
  const email = readEmail(input.email)
  const role = readRole(input.role)
  const id = newId('user', context.now)
  const name = input.name?.trim() || (email.split('@', 1)[0] as string)
  const [made] = await context.db.query(insertUser, [id, email, name])
  if (made) await context.db.query(insertPassword, [uuidv7(context.now), id, input.passwordHash])
  const [user] = await context.db.query(findUserByEmail, [email])
  return { member: await join(context, (user as { id: string }).id, role), isNew: made !== undefined }
}

/** Makes a person a member. */
export async function join(context: PeopleContext, userId: string, role: Role): Promise<MemberRow> {
  const { db, organizationId } = context
  const [joined] = await db.query(insertMember, [organizationId, userId, role])
  const member = await existing(context, userId)
  if (!joined) throw new Refusal('conflict', `${member.email} belongs already, as ${member.role}.`)
  await logAdministration(context, organizationId, 'member.add', member.email, { after: described(member) })
  return member
}

export async function membersOf({ db, organizationId }: PeopleContext): Promise<MemberRow[]> {
  return db.query(listMembersByEmail, [organizationId])
}

export async function changeRole(context: PeopleContext, userId: string, role: Role): Promise<MemberRow> {
  const { db, organizationId } = context
  await db.query(lockMembers, [organizationId])
  const before = await existing(context, userId)
  refuseOwnersMatter(context, [before.role, role])
  if (before.role === role) return before
  await refuseLastOwner(context, before)
  await db.query(updateMemberRole, [organizationId, userId, role])
  const after = await existing(context, userId)
  await logAdministration(context, organizationId, 'member.change_role', before.email, {
    before: described(before),
    after: described(after),
  })
  return after
}

export async function removeMember(context: PeopleContext, userId: string): Promise<MemberRow> {
  const { db, organizationId } = context
  await db.query(lockMembers, [organizationId])
  const before = await existing(context, userId)
  refuseOwnersMatter(context, [before.role])
  await refuseLastOwner(context, before)
  await db.query(deleteMember, [organizationId, userId])
  await logAdministration(context, organizationId, 'member.remove', before.email, { before: described(before) })
  return before
}

/** Gives a member of the organization another password and ends their sessions; an operator's way in for who lost theirs, or their codes. */
export async function setPassword(
  context: PeopleContext,
  { email, passwordHash, withoutCodes = false }: { email: string; passwordHash: string; withoutCodes?: boolean },
): Promise<MemberRow> {
  const [user] = await context.db.query(findUserByEmail, [readEmail(email)])
  const member = await existing(context, user?.id ?? email)
  const [changed] = await context.db.query(updatePassword, [member.user_id, passwordHash])
  if (!changed) await context.db.query(insertPassword, [uuidv7(context.now), member.user_id, passwordHash])
  if (withoutCodes) await context.db.query(deleteTwoFactorOf, [member.user_id])
  await context.db.query(deleteSessionsOf, [member.user_id])
  const after = { ends_codes: withoutCodes }
  await logAdministration(context, context.organizationId, 'member.set_password', member.email, { after })
  return member
}

/** Only an OWNER makes one, or decides on one. */
export function refuseOwnersMatter({ role }: PeopleContext, roles: readonly Role[]): void {
  if (role === undefined || includesRole(role, 'OWNER') || !roles.includes('OWNER')) return
  throw new Refusal('forbidden', `Who is an OWNER is for an OWNER to decide; you are ${role} here.`)
}

async function refuseLastOwner(context: PeopleContext, { role, email }: MemberRow): Promise<void> {
  if (role !== 'OWNER') return
  const owners = (await membersOf(context)).filter(member => member.role === 'OWNER')
  if (owners.length === 1) {
    throw new Refusal('conflict', `${email} is the last OWNER: make another member OWNER first.`)
  }
}

async function existing({ db, organizationId }: PeopleContext, userId: string): Promise<MemberRow> {
  const [member] = await db.query(findMember, [organizationId, userId])
  if (!member) throw new Refusal('not_found', 'There is no such member.')
  return member
}

function described({ user_id, role }: MemberRow): Record<string, unknown> {
  return { user_id, role }
}
