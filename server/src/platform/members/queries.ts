/** SQL of people and their memberships; all of it runs as gatehouse_console. */
import type { listSessions } from '#contract/console/me.ts'
import type { OutputOf } from '#contract/operation.ts'
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

const MEMBERSHIP = `o.id as organization_id, m.role, o.name, o.plan, o.has_partner_agreement, o.time_zone, o.is_sandbox, o.sandbox_of`

/** The membership of a person. A sandbox has the members of its organization, with their roles there. */
export const findMembership = statement<MembershipRow>(
  'find_membership',
  `select ${MEMBERSHIP}
     from organizations o
     join console.members m on m.organization_id = coalesce(o.sandbox_of, o.id)
    where o.id = $1 and m.user_id = $2 and o.retired_at is null`,
)

export const listMemberships = statement<MembershipRow>(
  'list_memberships',
  `select ${MEMBERSHIP}
     from console.members m
     join organizations o on o.id = m.organization_id or o.sandbox_of = m.organization_id
    where m.user_id = $1 and o.retired_at is null
    order by lower(o.name), o.is_sandbox, o.id
    limit 1000`,
)

/** The sandbox that is in use. */
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

/** The live organization that the organization `$1` is a sandbox of, or null. */
export const findLiveOrganization = statement<{ sandbox_of: string | null }>(
  'find_live_organization',
  `select sandbox_of from organizations where id = $1`,
)

export type MemberRow = {
  user_id: string
  email: string
  name: string
  role: Role
  two_factor_enabled: boolean
  email_verified: boolean
  created_at: string
}

const MEMBER = `m.user_id, u.email, u.name, m.role, u.two_factor_enabled, u.email_verified, m.created_at`

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

/** Locks the members of an organization, because two owners who demote each other at once would leave it without one. */
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

/** An account. `confined_to` is the one organization of an account whose address is not verified, and null otherwise. */
type UserRow = { id: string; email: string; name: string; confined_to: string | null }

export const findUserByEmail = statement<UserRow>(
  'find_user_by_email',
  `select id, email, name, confined_to from console.users where email = $1`,
)

/** Locks the account, so that a decision about it is still true when it takes effect. */
export const lockUserByEmail = statement<UserRow>(
  'lock_user_by_email',
  `select id, email, name, confined_to from console.users where email = $1 for no key update`,
)

/** Creates an account. `$4` is the organization to which an unverified account is confined; null for a verified one. */
export const insertUser = statement<{ id: string }>(
  'insert_user',
  `insert into console.users (id, email, name, email_verified, confined_to) values ($1, $2, $3, $4::uuid is null, $4)
   on conflict do nothing returning id`,
)

/** Verifies an address. `$2` is a new name, or null to keep the present one. Returns a row if the address was not verified before. */
export const verifyUser = statement<{ id: string }>(
  'verify_user',
  `update console.users
      set email_verified = true, confined_to = null, name = coalesce($2, name), updated_at = transaction_timestamp()
    where id = $1 and not email_verified
   returning id`,
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

const PASSWORD_OF = `select a.password
     from console.users u
     join console.accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where u.email = $1`

export const findPassword = statement<{ password: string }>('find_password', PASSWORD_OF)

export const lockPassword = statement<{ password: string }>('lock_password', `${PASSWORD_OF} for share of a`)

export const deleteTwoFactorOf = statement<never>(
  'delete_two_factor_of',
  `with gone as (delete from console.two_factors where user_id = $1)
   update console.users set two_factor_enabled = false where id = $1`,
)

export const deleteSessionsOf = statement<never>(
  'delete_sessions_of',
  `delete from console.sessions where user_id = $1`,
)

/** Marks a code as used. Returns a row if the person had not used it before. An old use does not matter, because nothing accepts a code that old. */
export const useCode = statement<{ user_id: string }>(
  'use_code',
  `insert into console.used_codes (user_id, code) values ($1, $2)
   on conflict (user_id, code) do update set used_at = excluded.used_at
    where used_codes.used_at < excluded.used_at - interval '5 minutes'
   returning user_id`,
)

export const updateUserName = statement<{ name: string }>(
  'update_user_name',
  `update console.users set name = $2, updated_at = transaction_timestamp() where id = $1 returning name`,
)

type SessionRow = Omit<OutputOf<typeof listSessions>['data'][number], 'is_current'>

/** The sessions of the person `$1` that have not ended at `$2`. */
export const listSessionsOf = statement<SessionRow>(
  'list_sessions_of',
  `select id as session_id, created_at, updated_at as last_seen_at, expires_at, nullif(ip_address, '') as ip_address,
          nullif(left(user_agent, 2000), '') as user_agent
     from console.sessions
    where user_id = $1 and expires_at > $2
    order by created_at desc, id desc
    limit 100`,
)

type CurrentSessionRow = {
  session_id: string
  id: string
  email: string
  name: string
  email_verified: boolean
  two_factor_enabled: boolean
}

/** The session with the token `$1`, if more than `$2` seconds of it are left, and its person. */
export const findCurrentSession = statement<CurrentSessionRow>(
  'find_current_session',
  `select s.id as session_id, u.id, u.email, u.name, u.email_verified, u.two_factor_enabled
     from console.sessions s
     join console.users u on u.id = s.user_id
    where s.token = $1 and s.expires_at > now() + make_interval(secs => $2)`,
)

/** Ends the session `$2` of the person, or, if `$2` is null, all of them but `$3`. In that case, every browser needs a code to sign in again. */
export const endSessionsOf = statement<{ id: string }>(
  'end_sessions_of',
  `with links as (delete from console.verifications where value = $1 and $2::text is null)
   delete from console.sessions where user_id = $1 and ($2::text is null or id = $2) and id <> $3 returning id`,
)

/** Finds the person who has entered a password and has to enter a code next; `$1` is the hash of the identifier in the cookie of the second step. */
export const findChallenged = statement<{ user_id: string }>(
  'find_challenged',
  'select value as user_id from console.verifications where identifier = $1 and expires_at > now()',
)

export const deleteSession = statement<never>('delete_session', `delete from console.sessions where token = $1`)

/**
 * Deletes sessions that nobody can use anymore. Rows that somebody else has locked are skipped, because a statement that ends all sessions of a
 * person takes them in another order.
 */
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
