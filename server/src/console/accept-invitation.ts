/** Looking up and accepting an invitation. The token identifies the invitation; an existing account can join only with its own session. */
import type { acceptInvitation as acceptance, InvitationStep } from '#contract/console/members.ts'
import type { InputOf } from '#contract/operation.ts'
import { refuseFieldErrors } from '#server/base/field-errors.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { FoundInvitation } from '#server/platform/members/invitation-queries.ts'
import { accept, findInvitation, stepOf } from '#server/platform/members/invitations.ts'
import type { User } from '#server/platform/members/member.ts'

type Invited = {
  members: Access<null>
  memberWrites: WritePool
  hashPassword: (password: string) => Promise<string>
  now: () => number
}

type Visitor = User | undefined

export async function lookUpInvitation({ members, now }: Invited, user: Visitor, { token }: { token: string }) {
  const invitation = await findInvitation(members, token, now())
  const { email, role, organization_name, invited_by } = invitation
  return { email, role, organization_name, invited_by, step: stepOf(invitation, user) }
}

export async function acceptInvitation(invited: Invited, user: Visitor, input: InputOf<typeof acceptance>) {
  const { members, memberWrites, now } = invited
  const invitation = await findInvitation(members, input.token, now())
  const step = stepOf(invitation, user)
  refuseStep(step, invitation, user)
  const account = await accountOf(invited, step, invitation, input)
  const { organization_id: organizationId, email, role } = invitation
  await memberWrites.transaction(organizationId, db =>
    accept({ db, actor: email, now: now() }, input.token, user, account),
  )
  return { organization_id: idFromUuid('organization', organizationId), email, role }
}

function refuseStep(step: InvitationStep, { email }: FoundInvitation, user: Visitor): void {
  if (step === 'SIGN_IN' && !user) {
    throw new Refusal('unauthorized', `Sign in as ${email} to accept this invitation.`)
  }
  if (step === 'SIGN_IN') {
    throw new Refusal('forbidden', `This invitation is for ${email}. Sign in with that address to accept it.`)
  }
  if (step === 'ASK_OPERATOR') {
    throw new Refusal(
      'conflict',
      `Nobody has verified the address ${email}, so its account cannot join another organization. Ask the operator of this service to add you with \`gatehouse user create\`.`,
    )
  }
}

/** Accepts an invitation. The password is hashed before the transaction, because hashing takes 0.1 s. */
async function accountOf(
  { hashPassword }: Invited,
  step: InvitationStep,
  { email }: FoundInvitation,
  { name, password }: InputOf<typeof acceptance>,
) {
  if (step !== 'CREATE_ACCOUNT') {
    const given = Object.entries({ name, password }).flatMap(([path, value]) => (value === undefined ? [] : [path]))
    refuseFieldErrors(given.map(path => ({ path, message: `must be left out: ${email} can already sign in` })))
    return undefined
  }
  if (name !== undefined && password !== undefined) return { name, passwordHash: await hashPassword(password) }
  const missing = Object.entries({ name, password }).flatMap(([path, value]) => (value === undefined ? [path] : []))
  refuseFieldErrors(missing.map(path => ({ path, message: `is required to create an account for ${email}` })))
  return undefined
}
