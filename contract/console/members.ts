/** The members of an organization, and the people invited to join it. */
import Type from 'typebox'
import { ROLES } from '../roles.ts'
import {
  email,
  flag,
  id,
  idInput,
  instant,
  listOf,
  nullable,
  oneOf,
  parameters,
  password,
  resource,
  text,
} from '../values.ts'
import { organizationOperation, userOperation } from './operation.ts'

const USER_ID = 'usr_01kh3zr6tb5e9j2m8q4w0x6z3v'
const INVITATION_ID = 'invt_01kh3zr6v2n6b8d4f0h3k7m1q9'

const role = oneOf(ROLES, { description: 'What the person may do.', example: 'ADMIN' })
const address = email({ description: 'The person’s e-mail address.', example: 'dana@example.com' })

export const Member = resource('Member', 'A member of the organization.', {
  user_id: id({ description: 'The person.', example: USER_ID }),
  email: address,
  name: text(200, { description: 'The person’s name.', example: 'Dana Whitfield' }),
  role,
  two_factor_enabled: flag({
    description: 'Whether the person signs in with two-factor authentication.',
    example: true,
  }),
  email_verified: flag({
    description:
      'Whether the person has confirmed the address. An account that was created from a link handed over by hand is not verified, and can belong only to this organization until it is.',
    example: true,
  }),
  joined_at: instant({ description: 'When the person became a member.', example: '2026-01-05T16:20:00.000Z' }),
})

/** Status of the e-mail with an invitation; NONE if its link was handed over by hand. */
const EMAIL_STATUSES = ['NONE', 'QUEUED', 'SENT', 'FAILED'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** What the person who opens an invitation has to do to accept it. */
const INVITATION_STEPS = ['CREATE_ACCOUNT', 'SIGN_IN', 'CONFIRM', 'ASK_OPERATOR'] as const
export type InvitationStep = (typeof INVITATION_STEPS)[number]

const invitationFields = {
  invitation_id: id({ description: 'The invitation.', example: INVITATION_ID }),
  email: address,
  role,
  invited_by: text(254, { description: 'The member who sent the invitation.', example: 'lee@example.com' }),
  created_at: instant({ description: 'When the invitation was created.', example: '2026-03-14T08:15:30.000Z' }),
  expires_at: instant({ description: 'When the invitation expires.', example: '2026-03-21T08:15:30.000Z' }),
  email_status: oneOf(EMAIL_STATUSES, {
    description:
      'Status of the e-mail with the link: QUEUED until the mail server accepts it, FAILED if it could not be sent, NONE if the link is handed over by hand.',
    example: 'SENT',
  }),
  failure_reason: nullable(
    text(500, {
      description: 'Why the e-mail could not be sent.',
      example: 'The mail server refused the message: No such user',
    }),
  ),
}
export const Invitation = resource('Invitation', 'An invitation to join the organization.', invitationFields)

const member = { path: parameters({ user_id: idInput({ description: 'The person.', example: USER_ID }) }) }
const invitation = {
  path: parameters({ invitation_id: idInput({ description: 'The invitation.', example: INVITATION_ID }) }),
}

export const listMembers = organizationOperation({
  tag: 'Members',
  method: 'GET',
  path: '/members',
  summary: 'List members',
  description: 'Lists every member, ordered by e-mail address.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The members.',
    schema: resource('MemberList', 'Members.', {
      data: listOf(Member, 10_000, 'The members, ordered by e-mail address.'),
    }),
  },
})

export const updateMember = organizationOperation({
  tag: 'Members',
  method: 'PATCH',
  path: '/members/{user_id}',
  summary: 'Change a member’s role',
  description:
    'Changes a member’s role. Only an OWNER may add or change an OWNER, and the last OWNER cannot get another role (409).',
  role: 'ADMIN',
  parameters: member,
  body: parameters({ role }),
  success: { status: 200, description: 'The member.', schema: Member },
  errors: ['not_found', 'conflict'],
})

export const removeMember = organizationOperation({
  tag: 'Members',
  method: 'DELETE',
  path: '/members/{user_id}',
  summary: 'Remove a member',
  description:
    'Removes a member from the organization; members may also remove themselves. Only an OWNER may remove an OWNER, and the last OWNER cannot be removed (409).',
  role: 'ADMIN',
  parameters: member,
  success: {
    status: 200,
    description: 'The member was removed.',
    schema: resource('RemovedMember', 'A removed membership.', {
      user_id: id({ description: 'The person.', example: USER_ID }),
      removed: flag({ description: 'True.', example: true }),
    }),
  },
  errors: ['not_found', 'conflict'],
})

export const listInvitations = organizationOperation({
  tag: 'Members',
  method: 'GET',
  path: '/invitations',
  summary: 'List open invitations',
  description: 'Lists invitations that can still be accepted, newest first.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The invitations.',
    schema: resource('InvitationList', 'Open invitations.', {
      data: listOf(Invitation, 1000, 'The invitations, newest first.'),
    }),
  },
})

export const createInvitation = organizationOperation({
  tag: 'Members',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite someone',
  description:
    'Sends an invitation that is valid for seven days, or until the member who sent it is removed or gets a lesser role. It replaces an earlier invitation to the same address. Only an OWNER may invite an OWNER. Inviting someone who is already a member is refused with 409, and so are the 201st open invitation and the sixth one that is mailed to an address within 24 hours. A sandbox has the members of its organization and cannot invite anyone (409).',
  role: 'ADMIN',
  body: parameters({ email: address, role }),
  success: {
    status: 201,
    description: 'The invitation.',
    schema: resource('NewInvitation', 'A new invitation.', {
      ...invitationFields,
      accept_url: nullable(
        text(2048, {
          description:
            'The link to accept the invitation, shown only once, to hand over by hand; null if it is sent by e-mail.',
          example: 'https://gatehouse.example.com/console/accept-invitation#token=5fXk2v',
        }),
      ),
    }),
  },
  errors: ['conflict'],
})

export const deleteInvitation = organizationOperation({
  tag: 'Members',
  method: 'DELETE',
  path: '/invitations/{invitation_id}',
  summary: 'Delete an invitation',
  description: 'Deletes an invitation that has not been accepted.',
  role: 'ADMIN',
  parameters: invitation,
  success: {
    status: 200,
    description: 'The invitation was deleted and can no longer be accepted.',
    schema: resource('DeletedInvitation', 'A deleted invitation.', {
      invitation_id: id({ description: 'The invitation.', example: INVITATION_ID }),
      deleted: flag({ description: 'True.', example: true }),
    }),
  },
  errors: ['not_found', 'conflict'],
})

const token = text(200, {
  description: 'The text after `#token=` in the link of the invitation.',
  example: '5fXk2vZ8mQ1cR7nT4wY9bD3hJ6pL0sG2aE5uK8xN1oM',
  minLength: 1,
})

export const lookUpInvitation = userOperation({
  tag: 'Members',
  method: 'POST',
  path: '/invitations/lookup',
  summary: 'Look up an invitation',
  description:
    'Returns what an invitation offers and what accepting it requires. A token that is unknown, used or expired is answered with 404.',
  role: 'PUBLIC',
  body: parameters({ token }),
  success: {
    status: 200,
    description: 'The invitation.',
    schema: resource('InvitationPreview', 'What an invitation offers.', {
      email: address,
      role,
      organization_name: text(200, { description: 'The organization.', example: 'Maple Management' }),
      invited_by: text(254, { description: 'The member who sent the invitation.', example: 'lee@example.com' }),
      step: oneOf(INVITATION_STEPS, {
        description:
          'What accepting requires. CREATE_ACCOUNT: a name and a password. SIGN_IN: signing in to the account that has the address. CONFIRM: nothing more, since that account is signed in. ASK_OPERATOR: the invitation cannot be accepted, because the address of the account is not verified; an operator has to add the person.',
        example: 'CREATE_ACCOUNT',
      }),
    }),
  },
  errors: ['not_found'],
})

export const acceptInvitation = userOperation({
  tag: 'Members',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'Makes the invited person a member. If no account has the address, a name and a password create one. If an account has it, the call requires the session of that account and nothing else: 401 without a session, 403 with the session of another account. An account whose address is not verified is replaced if the invitation was mailed, and refused (409) if the link was handed over by another organization.',
  role: 'PUBLIC',
  body: parameters({
    token,
    name: Type.Optional(text(200, { description: 'The person’s name.', example: 'Dana Whitfield', minLength: 1 })),
    password: Type.Optional(password({ description: 'At least 10 characters.', minLength: 10 })),
  }),
  success: {
    status: 200,
    description: 'The person is a member now, and can sign in.',
    schema: resource('AcceptedInvitation', 'An accepted invitation.', {
      organization_id: id({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
      email: address,
      role,
    }),
  },
  errors: ['not_found', 'conflict'],
})
