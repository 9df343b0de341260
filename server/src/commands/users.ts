/** `user`: people who sign in to the console. */
import { ROLES } from '#contract/roles.ts'
import { idFromUuid } from '../base/ids.ts'
import { addUser, type PeopleContext, setPassword } from '../platform/members/operations.ts'
import type { MemberRow } from '../platform/members/queries.ts'
import { hashPassword, makePassword } from '../sign-in/password.ts'
import { askSecret } from './ask-secret.ts'
import type { Call, Command, Outcome } from './command.ts'
import { withSession } from './session.ts'

const org = { value: 'ID', required: true, about: 'The organization.' }
const email = { value: 'E', required: true, about: 'The person’s e-mail address.' }

export const createUserCommand: Command = {
  words: 'user create',
  about: 'Let someone sign in to the console, or make somebody who can a member. It verifies their address.',
  options: {
    org,
    email,
    role: { value: 'ROLE', required: true, oneOf: ROLES, about: `${ROLES.join(', ')}.` },
    name: { value: 'NAME', about: 'What to call them; else what stands before the @.' },
  },
  run: call =>
    withPassword(call, async (context, passwordHash) =>
      addUser(context, {
        email: call.text('email') as string,
        role: call.text('role') as string,
        name: call.text('name'),
        passwordHash,
      }),
    ),
}

export const setPasswordCommand: Command = {
  words: 'user set-password',
  about: 'Give a member another password, and verify their address; every session of theirs ends.',
  options: {
    org,
    email,
    'without-codes': { about: 'They sign in without codes again, for who lost those too.' },
  },
  run: call =>
    withPassword(call, async (context, passwordHash) => ({
      member: await setPassword(context, {
        email: call.text('email') as string,
        passwordHash,
        withoutCodes: call.isSet('without-codes'),
      }),
      isNew: true,
    })),
}

type Changed = { member: MemberRow; isNew: boolean }

/** Asks for the password at a terminal; elsewhere, or when none is typed, one is made and printed this once. */
function withPassword(
  call: Call,
  change: (context: PeopleContext, passwordHash: string) => Promise<Changed>,
): Promise<Outcome> {
  return withSession(call, async session => {
    const { id: organizationId } = await session.organization(call.text('org') as string)
    const typed = call.isSet('json') ? undefined : await askSecret('Password (nothing for one that is made up): ')
    const password = typed ?? makePassword()
    const passwordHash = await hashPassword(password)
    const { member, isNew } = await session.withPeople(organizationId, context => change(context, passwordHash))
    return answer(organizationId, member, isNew && typed === undefined ? password : undefined, isNew)
  })
}

function answer(organizationId: string, member: MemberRow, password: string | undefined, isNew: boolean): Outcome {
  const { user_id, email: address, name, role } = member
  return {
    json: {
      user_id,
      organization_id: idFromUuid('organization', organizationId),
      email: address,
      name,
      role,
      ...(password !== undefined && { password }),
    },
    lines: [
      `${user_id}  ${address}  ${name}  (${role})`,
      ...(password === undefined ? [] : ['', `  ${password}`, '', 'Keep it now: it cannot be shown again.']),
      ...(isNew ? [] : ['They sign in with the password they have.']),
    ],
  }
}
