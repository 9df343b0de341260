/** Members of an organization and their roles. Every change goes to the administrative log. */
import { includesRole, ROLE_NAMES, type Role } from '#contract/roles.ts'
import { LINE } from '#contract/values.ts'
import { isAccountAddress } from '#server/base/contact.ts'
import { explainPattern } from '#server/base/field-errors.ts'
import { fieldError, Refusal, requireOne } from '#server/base/refusal.ts'
import { isBlank, isOneLine } from '#server/base/text.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { logAdministration } from '../administrative-log.ts'
import { createAccount, storePassword, takeOverAccount } from './accounts.ts'
import { withdrawInvitationsBy } from './invitation-queries.ts'
import {
  deleteMember,
  deleteTwoFactorOf,
  findLiveOrganization,
  findMember,
  findUserByEmail,
  insertMember,
  listMembersByEmail,
  lockMembers,
  lockUserByEmail,
  type MemberRow,
  updateMemberRole,
} from './queries.ts'

/** The context of a change of members: who changes them, and when. `db` is a transaction of the organization as gatehouse_console. */
export type MembersContext = {
  db: Tenant
  actor: string
  now: number
  /** The member who acts; undefined for an operator, who may do everything. */
  userId?: string | undefined
}

type NewUser = {
  email: string
  role: Role
  name?: string | undefined
  /** The hash of the password, for someone who cannot sign in yet. */
  passwordHash: string
}

const NO_ACCOUNT_ADDRESS =
  "is not an e-mail address that can sign in. Enter one such as dana@example.com: a full domain, and before it only a to z, digits and . _ ' + -"

/** Reads the address of an account. Addresses are compared in lower case. */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (isAccountAddress(email)) return email
  const details = [{ path: 'email', message: NO_ACCOUNT_ADDRESS }]
  throw new Refusal('invalid_request', `${text} ${NO_ACCOUNT_ADDRESS}.`, { details })
}

/**
 * Begins a change of members: other changes wait, and the acting member is looked up again, since they may have been removed while the call was on
 * its way. Returns the role in which they act.
 */
export async function beginChange({ db, userId }: MembersContext): Promise<Role> {
  const [organization] = await db.query(findLiveOrganization, [db.organizationId])
  if (organization?.sandbox_of) {
    throw new Refusal('conflict', 'A sandbox has the members of its organization. Change them in the organization.')
  }
  await db.query(lockMembers, [db.organizationId])
  if (userId === undefined) return 'OWNER'
  const [acting] = await db.query(findMember, [db.organizationId, userId])
  if (acting && includesRole(acting.role, 'ADMIN')) return acting.role
  throw new Refusal('forbidden', `This requires the role ${ROLE_NAMES.ADMIN}, which you no longer have here.`)
}

/**
 * Makes someone a member at an operator's request, and first creates the account if the address has none. An account whose address was not verified
 * becomes theirs. `isNew` is whether the given password was set.
 */
export async function addUser(context: MembersContext, input: NewUser): Promise<{ member: MemberRow; isNew: boolean }> {
  const email = readEmail(input.email)
  const { role, passwordHash } = input
  const name = isBlank(input.name ?? '') ? undefined : input.name?.trim()
  if (name !== undefined && !isOneLine(name)) throw fieldError('name', explainPattern(LINE))
  await beginChange(context)
  const fresh = { email, name: name ?? email.split('@', 1)[0]!, passwordHash, confinedTo: null }
  const made = await createAccount(context, fresh)
  if (made !== undefined) return { member: await join(context, made, role), isNew: true }
  const { id, confined_to: confinedTo } = onlyRow(await context.db.query(lockUserByEmail, [email]))
  const isNew = confinedTo !== null && (await takeOverAccount(context, id, { name, passwordHash }))
  return { member: await join(context, id, role), isNew }
}

/** Makes a person a member, within a change that has begun. */
export async function join(context: MembersContext, userId: string, role: Role): Promise<MemberRow> {
  const { db } = context
  const [joined] = await db.query(insertMember, [db.organizationId, userId, role])
  const member = await existing(context, userId)
  if (!joined) throw new Refusal('conflict', `${member.email} is already a member, as ${member.role}.`)
  await logAdministration(context, 'member.add', member.email, { after: described(member) })
  return member
}

/** The members of an organization; for a sandbox, those of the organization it belongs to. */
export async function membersOf({ db }: MembersContext): Promise<MemberRow[]> {
  const [organization] = await db.query(findLiveOrganization, [db.organizationId])
  return db.query(listMembersByEmail, [organization?.sandbox_of ?? db.organizationId])
}

export async function changeRole(context: MembersContext, userId: string, role: Role): Promise<MemberRow> {
  const { db } = context
  const acting = await beginChange(context)
  const before = await existing(context, userId)
  refuseOwnerChange(acting, [before.role, role])
  if (before.role === role) return before
  await refuseLastOwner(context, before)
  if (!includesRole(role, before.role)) await endInvitationsOf(context, before)
  await db.query(updateMemberRole, [db.organizationId, userId, role])
  const after = await existing(context, userId)
  await logAdministration(context, 'member.change_role', before.email, {
    before: described(before),
    after: described(after),
  })
  return after
}

export async function removeMember(context: MembersContext, userId: string): Promise<MemberRow> {
  const { db } = context
  const acting = await beginChange(context)
  const before = await existing(context, userId)
  refuseOwnerChange(acting, [before.role])
  await refuseLastOwner(context, before)
  await endInvitationsOf(context, before)
  await db.query(deleteMember, [db.organizationId, userId])
  await logAdministration(context, 'member.remove', before.email, { before: described(before) })
  return before
}

/** Ends the invitations sent by a member who was removed or got a lesser role, because an invitation carries the rights of its sender. */
async function endInvitationsOf(context: MembersContext, { email }: MemberRow): Promise<void> {
  const { db, now } = context
  const ended = await db.query(withdrawInvitationsBy, [db.organizationId, email, new Date(now)])
  for (const invitation of ended) {
    const before = { role: invitation.role, invited_by: email }
    await logAdministration(context, 'invitation.withdraw', invitation.email, { before })
  }
}

/**
 * Gives a member of the organization another password and ends their sessions. This is how an operator helps somebody who lost their password or
 * their codes, or whose address nobody verified. It makes the account theirs.
 */
export async function setPassword(
  context: MembersContext,
  { email, passwordHash, withoutCodes = false }: { email: string; passwordHash: string; withoutCodes?: boolean },
): Promise<MemberRow> {
  const [user] = await context.db.query(findUserByEmail, [readEmail(email)])
  const member = await existing(context, user?.id ?? email)
  const verifies = await takeOverAccount(context, member.user_id, { passwordHash })
  if (!verifies) await storePassword(context, member.user_id, passwordHash)
  if (withoutCodes) await context.db.query(deleteTwoFactorOf, [member.user_id])
  const after = { ends_codes: withoutCodes || verifies, verifies_address: verifies }
  await logAdministration(context, 'member.set_password', member.email, { after })
  return member
}

/** Refuses a change that adds, changes or removes an OWNER unless an OWNER makes it. */
export function refuseOwnerChange(role: Role, roles: readonly Role[]): void {
  if (includesRole(role, 'OWNER') || !roles.includes('OWNER')) return
  throw new Refusal('forbidden', `Only an OWNER may add, change or remove an OWNER. Your role here is ${role}.`)
}

async function refuseLastOwner(context: MembersContext, { role, email }: MemberRow): Promise<void> {
  if (role !== 'OWNER') return
  const owners = (await membersOf(context)).filter(member => member.role === 'OWNER')
  if (owners.length === 1) {
    throw new Refusal('conflict', `${email} is the last OWNER. Make another member an OWNER first.`)
  }
}

async function existing({ db }: MembersContext, userId: string): Promise<MemberRow> {
  return requireOne(await db.query(findMember, [db.organizationId, userId]), 'member')
}

function described({ user_id, role }: MemberRow): Record<string, unknown> {
  return { user_id, role }
}
