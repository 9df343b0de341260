/** What someone who is invited does, without being signed in: the token proves that they have the mail. */
import type { acceptInvitation as acceptance } from '#contract/console/members.ts'
import type { InputOf } from '#contract/operation.ts'
import { refuseFieldErrors } from '#server/base/field-errors.ts'
import { idFromUuid } from '#server/base/ids.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { accept, findInvitation } from '#server/platform/people/invitations.ts'
import type { FoundInvitation } from '#server/platform/people/queries.ts'

export type Invited = {
  people: Access<null>
  peopleWrites: WritePool
  hashPassword: (password: string) => Promise<string>
  now: () => number
}

export async function lookUpInvitation({ people, now }: Invited, { token }: { token: string }) {
  const { email, role, organization_name, user_id } = await findInvitation(people, token, now())
  return { email, role, organization_name, has_account: user_id !== null }
}

export async function acceptInvitation(invited: Invited, input: InputOf<typeof acceptance>) {
  const { people, peopleWrites, now } = invited
  const invitation = await findInvitation(people, input.token, now())
  const newUser = await newUserOf(invited, invitation, input)
  const { organization_id: organizationId, email, role } = invitation
  await peopleWrites.transaction(organizationId, db =>
    accept({ db, organizationId, actor: email, now: now() }, invitation, newUser),
  )
  return { organization_id: idFromUuid('organization', organizationId), email, role }
}

/** Hashed before the transaction: it takes a tenth of a second. */
async function newUserOf(
  { hashPassword }: Invited,
  { user_id, email }: FoundInvitation,
  { name, password }: InputOf<typeof acceptance>,
) {
  if (user_id !== null) {
    const given = Object.entries({ name, password }).flatMap(([path, value]) => (value === undefined ? [] : [path]))
    refuseFieldErrors(given.map(path => ({ path, message: `must be left out: ${email} can sign in already` })))
    return undefined
  }
  if (name !== undefined && password !== undefined) return { name, passwordHash: await hashPassword(password) }
  const missing = Object.entries({ name, password }).flatMap(([path, value]) => (value === undefined ? [path] : []))
  refuseFieldErrors(missing.map(path => ({ path, message: `is required: ${email} cannot sign in yet` })))
  return undefined
}
