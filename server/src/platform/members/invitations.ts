/** Inviting people: the token is sent and never stored; only its hash is. */
import { hash, randomBytes } from 'node:crypto'
import type { InvitationStep } from '#contract/console/members.ts'
import type { Role } from '#contract/roles.ts'
import { newId } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Access, OrganizationId } from '#server/db/tenant.ts'
import { logAdministration } from '../administrative-log.ts'
import type { RootKeys } from '../root-keys.ts'
import { createAccount, takeOverAccount } from './accounts.ts'
import { beginChange, join, type MembersContext, membersOf, readEmail, refuseOwnerChange } from './changes.ts'
import {
  acceptOpenInvitation,
  countInvitationsMailed,
  type FoundInvitation,
  findInvitationByToken,
  type InvitationRow,
  insertInvitation,
  listOpenInvitations,
  withdrawInvitation,
  withdrawInvitationsTo,
} from './invitation-queries.ts'
import type { User } from './member.ts'

const VALID_MS = 7 * DAY_MS
/** How many invitations of one organization may be open. Members who invite people one by one never reach this limit. */
const MAX_OPEN = 200
/** How many invitations are mailed to one address within a day, so that nobody's mailbox can be flooded. */
const MAX_MAILED_PER_DAY = 5

/** What a mailed invitation needs: the keys from which its token is derived, and the origin of its link. */
type Mailing = { rootKeys: RootKeys; origin: string }

/**
 * Stores an invitation. With `mailing`, the token goes only to the mailbox and is derived again by the process that sends it. Without it, the token
 * is random and is returned only this once.
 */
export async function invite(
  context: MembersContext,
  input: { email: string; role: Role },
  mailing?: Mailing,
): Promise<{ invitation: InvitationRow; token: string }> {
  const { db, actor, now } = context
  refuseOwnerChange(await beginChange(context), [input.role])
  const email = readEmail(input.email)
  if ((await membersOf(context)).some(member => member.email === email)) {
    throw new Refusal('conflict', `${email} is already a member.`)
  }
  if (mailing) await checkMailbox(context, email)
  const at = new Date(now)
  await db.query(withdrawInvitationsTo, [db.organizationId, email, at])
  if ((await openInvitations(context)).length >= MAX_OPEN) {
    throw new Refusal(
      'conflict',
      `${MAX_OPEN} invitations are already open. Cancel one, or wait until one is accepted.`,
    )
  }
  const id = newId('invitation', now)
  const rootKeyId = mailing?.rootKeys.current ?? null
  const token = mailing
    ? deriveToken(mailing.rootKeys, mailing.rootKeys.current, db.organizationId, id)
    : randomBytes(32).toString('base64url')
  const values = [id, email, input.role, hashOf(token), actor, at, new Date(now + VALID_MS), rootKeyId]
  const stored = await db.query(insertInvitation, [db.organizationId, ...values, mailing?.origin ?? null])
  await logAdministration(context, 'invitation.create', email, { after: { role: input.role } })
  return { invitation: onlyRow(stored), token }
}

async function checkMailbox({ db, now }: MembersContext, email: string): Promise<void> {
  const since = new Date(now - DAY_MS)
  const [mailed] = await db.query(countInvitationsMailed, [db.organizationId, email, since])
  if (mailed && mailed.count >= MAX_MAILED_PER_DAY) {
    const message = `${email} was sent ${MAX_MAILED_PER_DAY} invitations within 24 hours. Invite them again tomorrow.`
    throw new Refusal('conflict', message)
  }
}

/** The token of a mailed invitation, which cannot be derived from the database alone. */
export function deriveToken(rootKeys: RootKeys, rootKeyId: string, organizationId: string, id: string): string {
  return rootKeys.derive(rootKeyId, 'console-invitation/v1', [organizationId, id]).toString('base64url')
}

export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export async function openInvitations({ db, now }: MembersContext): Promise<InvitationRow[]> {
  return db.query(listOpenInvitations, [db.organizationId, new Date(now)])
}

export async function withdraw(context: MembersContext, invitationId: string): Promise<InvitationRow> {
  const { db, now } = context
  const role = await beginChange(context)
  const gone = requireOne(
    await db.query(withdrawInvitation, [db.organizationId, invitationId, new Date(now)]),
    'open invitation',
  )
  refuseOwnerChange(role, [gone.role])
  await logAdministration(context, 'invitation.withdraw', gone.email, { before: { role: gone.role } })
  return gone
}

export async function findInvitation(db: Access<OrganizationId>, token: string, now: number): Promise<FoundInvitation> {
  const [found] = await db.query(findInvitationByToken, [hashOf(token), new Date(now)])
  if (!found) {
    throw new Refusal('not_found', 'This invitation is unknown, used, canceled or expired. Ask for a new one.')
  }
  return found
}

/**
 * What `user`, the person who is signed in, if any, must do to accept. An account whose address is not verified proves nothing: having the mailbox,
 * which a mailed invitation reached, outweighs it.
 */
export function stepOf(invitation: FoundInvitation, user: Pick<User, 'id'> | undefined): InvitationStep {
  const { organization_id, is_mailed, user_id, confined_to } = invitation
  if (user_id === null) return 'CREATE_ACCOUNT'
  if (confined_to !== null && is_mailed) return 'CREATE_ACCOUNT'
  if (confined_to !== null && confined_to !== organization_id) return 'ASK_OPERATOR'
  return user?.id === user_id ? 'CONFIRM' : 'SIGN_IN'
}

/** Makes the invited person a member, in a transaction of the inviting organization; `account` is given if an account has to be created. */
export async function accept(
  context: MembersContext,
  token: string,
  user: Pick<User, 'id'> | undefined,
  account: { name: string; passwordHash: string } | undefined,
): Promise<void> {
  const { db, now } = context
  await beginChange(context)
  // The invitation is checked again now that nobody else can change the members, because what the page showed may be out of date.
  const invitation = await findInvitation(db, token, now)
  const { id, email, role, user_id: userId, is_mailed: isMailed } = invitation
  const step = stepOf(invitation, user)
  if (step !== (account ? 'CREATE_ACCOUNT' : 'CONFIRM')) throw changed()
  const [accepted] = await db.query(acceptOpenInvitation, [db.organizationId, id, new Date(now)])
  if (!accepted) throw changed()
  await join(context, (await memberToBe()) as string, role)

  async function memberToBe(): Promise<string | null> {
    if (!account) return userId
    if (userId === null) {
      const made = await createAccount(context, { email, ...account, confinedTo: isMailed ? null : db.organizationId })
      if (made === undefined) throw changed()
      return made
    }
    if (!(await takeOverAccount(context, userId, account))) throw changed()
    return userId
  }
}

function changed(): Refusal {
  return new Refusal('conflict', 'Something about this invitation changed a moment ago. Open its link again.')
}
