/** Asking someone to belong: the token is sent and never stored, its hash is. */
import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#contract/roles.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Access } from '#server/db/tenant.ts'
import { logAdministration } from '../administrative-log.ts'
import { addUser, join, membersOf, type PeopleContext, readEmail, refuseOwnersMatter } from './operations.ts'
import {
  acceptOpenInvitation,
  type FoundInvitation,
  findInvitationByToken,
  type InvitationRow,
  insertInvitation,
  listOpenInvitations,
  withdrawInvitation,
  withdrawInvitationsTo,
} from './queries.ts'

const HOLDS_MS = 7 * 86_400_000

/** The token is what the invited person shows; only its hash is kept. */
export async function invite(
  context: PeopleContext,
  input: { email: string; role: Role },
): Promise<{ invitation: InvitationRow; token: string }> {
  const { db, organizationId, actor, now } = context
  refuseOwnersMatter(context, [input.role])
  const email = readEmail(input.email)
  if ((await membersOf(context)).some(member => member.email === email)) {
    throw new Refusal('conflict', `${email} belongs already.`)
  }
  const at = new Date(now).toISOString()
  await db.query(withdrawInvitationsTo, [organizationId, email, at])
  const token = randomBytes(32).toString('base64url')
  const [invitation] = await db.query(insertInvitation, [
    organizationId,
    newId('invitation', now),
    email,
    input.role,
    hashOf(token),
    actor,
    at,
    new Date(now + HOLDS_MS).toISOString(),
  ])
  await logAdministration(context, organizationId, 'invitation.create', email, { after: { role: input.role } })
  return { invitation: invitation as InvitationRow, token }
}

export async function openInvitations({ db, organizationId, now }: PeopleContext): Promise<InvitationRow[]> {
  return db.query(listOpenInvitations, [organizationId, new Date(now).toISOString()])
}

export async function withdraw(context: PeopleContext, invitationId: string): Promise<InvitationRow> {
  const { db, organizationId, now } = context
  const [gone] = await db.query(withdrawInvitation, [organizationId, invitationId, new Date(now).toISOString()])
  if (!gone) throw new Refusal('not_found', 'There is no such open invitation.')
  refuseOwnersMatter(context, [gone.role])
  await logAdministration(context, organizationId, 'invitation.withdraw', gone.email, { before: { role: gone.role } })
  return gone
}

export async function findInvitation(db: Access<null>, token: string, now: number): Promise<FoundInvitation> {
  const [found] = await db.query(findInvitationByToken, [hashOf(token), new Date(now).toISOString()])
  if (!found) {
    throw new Refusal('not_found', 'This invitation is unknown, used, withdrawn or too old: ask for another one.')
  }
  return found
}

/** In a transaction of the inviting organization; who invited is asked no more. */
export async function accept(
  context: PeopleContext,
  invitation: FoundInvitation,
  newUser: { name: string; passwordHash: string } | undefined,
): Promise<void> {
  const { organization_id, id, email, role, user_id } = invitation
  const [accepted] = await context.db.query(acceptOpenInvitation, [
    organization_id,
    id,
    new Date(context.now).toISOString(),
  ])
  if (!accepted) throw new Refusal('not_found', 'This invitation was used a moment ago.')
  if (newUser) await addUser(context, { email, role, ...newUser })
  else await join(context, user_id as string, role)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
