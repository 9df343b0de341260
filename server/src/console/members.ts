/** Members and invitations, as the console shows and changes them. */
import type { Static } from 'typebox'
import type {
  createInvitation as creation,
  Invitation,
  Member as MemberSchema,
  updateMember as update,
} from '#contract/console/members.ts'
import type { MemberInputOf } from '#contract/console/operation.ts'
import * as members from '#server/platform/members/changes.ts'
import type { InvitationRow } from '#server/platform/members/invitation-queries.ts'
import { invite, openInvitations, withdraw } from '#server/platform/members/invitations.ts'
import type { MemberContext } from '#server/platform/members/member.ts'
import type { MemberRow } from '#server/platform/members/queries.ts'
import type { Links } from './mail.ts'

export async function listMembers(context: MemberContext): Promise<{ data: Static<typeof MemberSchema>[] }> {
  return { data: (await members.membersOf(asMember(context))).map(shown) }
}

export async function updateMember(context: MemberContext, { user_id, role }: MemberInputOf<typeof update>) {
  return shown(await members.changeRole(asMember(context), user_id, role))
}

export async function removeMember(context: MemberContext, { user_id }: { user_id: string }) {
  const gone = await members.removeMember(asMember(context), user_id)
  return { user_id: gone.user_id, removed: true }
}

export async function listInvitations(context: MemberContext): Promise<{ data: Static<typeof Invitation>[] }> {
  return { data: (await openInvitations(asMember(context))).map(shownInvitation) }
}

/** Creates an invitation. If links are mailed, it is in the queue once the transaction is committed; otherwise the link is shown only once. */
export function createInvitation(links: Links) {
  return async (context: MemberContext, input: MemberInputOf<typeof creation>) => {
    const { rootKeys } = context.external
    const origin = links.mailedFrom()
    const { invitation, token } = await invite(asMember(context), input, origin ? { rootKeys, origin } : undefined)
    const url = origin ? null : links.to('accept-invitation', token)
    return { ...shownInvitation(invitation), accept_url: url }
  }
}

export async function deleteInvitation(context: MemberContext, { invitation_id }: { invitation_id: string }) {
  const gone = await withdraw(asMember(context), invitation_id)
  return { invitation_id: gone.id, deleted: true }
}

function asMember(context: MemberContext): members.MembersContext {
  return { ...context, userId: context.member.user.id }
}

function shown({ created_at, ...member }: MemberRow): Static<typeof MemberSchema> {
  return { ...member, joined_at: created_at }
}

function shownInvitation({ organization_id: _, id, ...invitation }: InvitationRow): Static<typeof Invitation> {
  return { invitation_id: id, ...invitation }
}
