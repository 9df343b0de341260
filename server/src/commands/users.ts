/** `user`: creates members, who sign in to the console, and sets their passwords. */
import { ROLES, type Role } from '#contract/roles.ts'
import { idFromUuid } from '../base/ids.ts'
import { addUser, type MembersContext, setPassword } from '../platform/members/changes.ts'
import type { MemberRow } from '../platform/members/queries.ts'
import { hashPassword, makePassword } from '../sign-in/password.ts'
import { type Call, type Command, ORGANIZATION_OPTION, type Outcome } from './command.ts'
import { promptSecret } from './prompt-secret.ts'
import { withSession } from './session.ts'

const email = { value: 'EMAIL', required: true, about: 'E-mail address of the member.' }

export const createUserCommand: Command = {
  words: 'user create',
  about:
    'Create an account for the console, or add an existing account to the organization. This verifies the e-mail address.',
  options: {
    org: ORGANIZATION_OPTION,
    email,
    role: { value: 'ROLE', required: true, oneOf: ROLES, about: `One of ${ROLES.join(', ')}.` },
    name: { value: 'NAME', about: 'Name of the member. Defaults to the part of the address before the @.' },
  },
  run: call =>
    withPassword(call, async (context, passwordHash) =>
      addUser(context, {
        email: call.text('email') as string,
        role: call.text('role') as Role,
        name: call.text('name'),
        passwordHash,
      }),
    ),
}

export const setPasswordCommand: Command = {
  words: 'user set-password',
  about: 'Set a member’s password and verify the e-mail address. All their sessions end.',
  options: {
    org: ORGANIZATION_OPTION,
    email,
    'without-codes': { about: 'Also turn off two-factor authentication, for a member who lost the device.' },
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

/** Asks for the password at a terminal; without a terminal, or if nothing is typed, generates one and prints it once. */
function withPassword(
  call: Call,
  change: (context: MembersContext, passwordHash: string) => Promise<Changed>,
): Promise<Outcome> {
  return withSession(call, async session => {
    const { id: organizationId } = await session.organization(call.text('org') as string)
    const typed = call.isSet('json') ? undefined : await promptSecret('Password (leave empty to generate one): ')
    const password = typed ?? makePassword()
    const passwordHash = await hashPassword(password)
    const { member, isNew } = await session.withMembers(organizationId, context => change(context, passwordHash))
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
      ...(password === undefined ? [] : ['', `  ${password}`, '', 'Save it now: it cannot be shown again.']),
      ...(isNew ? [] : ['The member signs in with the existing password.']),
    ],
  }
}
