/** SQL of people and where they belong; all of it runs as gatehouse_console. */
import type { Role } from '#contract/roles.ts'
import type { Plan } from '#contract/scopes.ts'
import { statement } from '#server/db/statement.ts'

export type MembershipRow = {
  organization_id: string
  role: Role
  name: string
  plan: Plan
  has_partner_agreement: boolean
  time_zone: string
  is_sandbox: boolean
  sandbox_of: string | null
}

const MEMBERSHIP = `m.organization_id, m.role, o.name, o.plan, o.has_partner_agreement, o.time_zone, o.is_sandbox, o.sandbox_of`

export const findMembership = statement<MembershipRow>(
  'find_membership',
  `select ${MEMBERSHIP}
     from console.members m
     join organizations o on o.id = m.organization_id
    where m.organization_id = $1 and m.user_id = $2 and o.retired_at is null`,
)

export const listMemberships = statement<MembershipRow>(
  'list_memberships',
  `select ${MEMBERSHIP}
     from console.members m
     join organizations o on o.id = m.organization_id
    where m.user_id = $1 and o.retired_at is null
    order by lower(o.name), o.is_sandbox, o.id
    limit 1000`,
)

/** The one in use. */
export const findSandbox = statement<{ id: string; name: string }>(
  'find_sandbox',
  `select id, name from organizations where sandbox_of = $1 and retired_at is null`,
)

export const insertSandbox = statement<{ id: string; name: string }>(
  'insert_sandbox',
  `insert into organizations (id, name, plan, has_partner_agreement, time_zone, is_sandbox, sandbox_of)
   values ($1, $2, $3, $4, $5, true, $6)
   on conflict (sandbox_of) where retired_at is null do nothing
   returning id, name`,
)

export const retireSandbox = statement<{ id: string }>(
  'retire_sandbox',
  `update organizations set retired_at = $2 where sandbox_of = $1 and retired_at is null returning id`,
)

export const copyMembers = statement<never>(
  'copy_members',
  `insert into console.members (organization_id, user_id, role)
   select $2::uuid, user_id, role from console.members where organization_id = $1`,
)

export type MemberRow = {
  user_id: string
  email: string
  name: string
  role: Role
  two_factor_enabled: boolean
  created_at: string
}

const MEMBER = `m.user_id, u.email, u.name, m.role, u.two_factor_enabled, m.created_at`

export const listMembersByEmail = statement<MemberRow>(
  'list_members_by_email',
  `select ${MEMBER} from console.members m join console.users u on u.id = m.user_id
    where m.organization_id = $1 order by u.email, m.user_id limit 10000`,
)

export const findMember = statement<MemberRow>(
  'find_member',
  `select ${MEMBER} from console.members m join console.users u on u.id = m.user_id
    where m.organization_id = $1 and m.user_id = $2`,
)

/** Two who unmake each other at once would leave an organization without an owner. */
export const lockMembers = statement<never>(
  'lock_members',
  `select pg_advisory_xact_lock(hashtextextended('members ' || $1::uuid, 0))`,
)

export const insertMember = statement<{ user_id: string }>(
  'insert_member',
  `insert into console.members (organization_id, user_id, role) values ($1, $2, $3)
   on conflict do nothing returning user_id`,
)

export const updateMemberRole = statement<never>(
  'update_member_role',
  `update console.members set role = $3 where organization_id = $1 and user_id = $2`,
)

export const deleteMember = statement<never>(
  'delete_member',
  `delete from console.members where organization_id = $1 and user_id = $2`,
)

export type UserRow = { id: string; email: string; name: string }

export const findUserByEmail = statement<UserRow>(
  'find_user_by_email',
  `select id, email, name from console.users where email = $1`,
)

export const insertUser = statement<{ id: string }>(
  'insert_user',
  `insert into console.users (id, email, name, email_verified) values ($1, $2, $3, true)
   on conflict do nothing returning id`,
)

export const insertPassword = statement<never>(
  'insert_password',
  `insert into console.accounts (id, user_id, account_id, provider_id, password) values ($1, $2, $2, 'credential', $3)`,
)

export const updatePassword = statement<{ user_id: string }>(
  'update_password',
  `update console.accounts set password = $2, updated_at = transaction_timestamp()
    where user_id = $1 and provider_id = 'credential' returning user_id`,
)

export const deleteTwoFactorOf = statement<never>(
  'delete_two_factor_of',
  `with gone as (delete from console.two_factors where user_id = $1)
   update console.users set two_factor_enabled = false where id = $1`,
)

export const deleteSessionsOf = statement<never>(
  'delete_sessions_of',
  `delete from console.sessions where user_id = $1`,
)

export type InvitationRow = {
  organization_id: string
  id: string
  email: string
  role: Role
  invited_by: string
  created_at: string
  expires_at: string
}

const INVITATION = `organization_id, id, email, role, invited_by, created_at, expires_at`
const IS_OPEN = `accepted_at is null and withdrawn_at is null`

export const listOpenInvitations = statement<InvitationRow>(
  'list_open_invitations',
  `select ${INVITATION} from console.invitations
    where organization_id = $1 and ${IS_OPEN} and expires_at > $2 order by created_at desc, id desc limit 1000`,
)

export const withdrawInvitationsTo = statement<never>(
  'withdraw_invitations_to',
  `update console.invitations set withdrawn_at = $3 where organization_id = $1 and email = $2 and ${IS_OPEN}`,
)

export const withdrawInvitation = statement<InvitationRow>(
  'withdraw_invitation',
  `update console.invitations set withdrawn_at = $3
    where organization_id = $1 and id = $2 and ${IS_OPEN} and expires_at > $3 returning ${INVITATION}`,
)

export const insertInvitation = statement<InvitationRow>(
  'insert_invitation',
  `insert into console.invitations (organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${INVITATION}`,
)

export type FoundInvitation = InvitationRow & { organization_name: string; user_id: string | null }

export const findInvitationByToken = statement<FoundInvitation>(
  'find_invitation_by_token',
  `select i.organization_id, i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, o.name as organization_name, u.id as user_id
     from console.invitations i
     join organizations o on o.id = i.organization_id
     left join console.users u on u.email = i.email
    where i.token_sha256 = $1 and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > $2 and o.retired_at is null`,
)

/** Of two who accept at once, one finds it gone. */
export const acceptOpenInvitation = statement<{ id: string }>(
  'accept_open_invitation',
  `update console.invitations set accepted_at = $3 where organization_id = $1 and id = $2 and ${IS_OPEN} returning id`,
)

/** A row where the person has not used the code before; what was used long ago would be accepted by nobody anyway. */
export const useCode = statement<{ user_id: string }>(
  'use_code',
  `insert into console.used_codes (user_id, code) values ($1, $2)
   on conflict (user_id, code) do update set used_at = excluded.used_at
    where used_codes.used_at < excluded.used_at - interval '5 minutes'
   returning user_id`,
)

export const deleteSession = statement<never>('delete_session', `delete from console.sessions where token = $1`)

/** What nobody can use any more. What somebody else has locked is passed over: who ends all sessions of a person takes them in another order. */
export const deleteEndedSessions = statement<never>(
  'delete_ended_sessions',
  `delete from console.sessions
    where id in (select id from console.sessions where expires_at < now() - interval '1 day' for update skip locked)`,
)

export const deleteEndedVerifications = statement<never>(
  'delete_ended_verifications',
  `delete from console.verifications
    where id in (select id from console.verifications where expires_at < now() - interval '1 day' for update skip locked)`,
)

export const deleteOldCodes = statement<never>(
  'delete_old_codes',
  `delete from console.used_codes
    where (user_id, code) in (select user_id, code from console.used_codes where used_at < now() - interval '1 day' for update skip locked)`,
)
