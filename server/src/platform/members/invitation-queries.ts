/** SQL of invitations and of the queue of their e-mails; all of it runs as gatehouse_console. */
import type { EmailStatus } from '#contract/console/members.ts'
import type { Role } from '#contract/roles.ts'
import { statement } from '#server/db/statement.ts'

export type InvitationRow = {
  organization_id: string
  id: string
  email: string
  role: Role
  invited_by: string
  created_at: string
  expires_at: string
  /** NONE if no e-mail was sent because a member passed on the link. */
  email_status: EmailStatus
  failure_reason: string | null
}

const INVITATION = `organization_id, id, email, role, invited_by, created_at, expires_at, failure_reason,
  case when root_key_id is null then 'NONE'
       when sent_at is not null then 'SENT'
       when failure_reason is not null then 'FAILED'
       else 'QUEUED' end as email_status`
const IS_OPEN = `accepted_at is null and withdrawn_at is null`

export const listOpenInvitations = statement<InvitationRow>(
  'list_open_invitations',
  `select ${INVITATION} from console.invitations
    where organization_id = $1 and ${IS_OPEN} and expires_at > $2 order by created_at desc, id desc limit 1000`,
)

/** How many invitations were mailed, or are to be mailed, to an address since an instant. */
export const countInvitationsMailed = statement<{ count: number }>(
  'count_invitations_mailed',
  `select count(*)::int as count from console.invitations
    where organization_id = $1 and email = $2 and created_at > $3 and link_origin is not null`,
)

export const withdrawInvitationsTo = statement<never>(
  'withdraw_invitations_to',
  `update console.invitations set withdrawn_at = $3, next_attempt_at = null where organization_id = $1 and email = $2 and ${IS_OPEN}`,
)

export const withdrawInvitation = statement<InvitationRow>(
  'withdraw_invitation',
  `update console.invitations set withdrawn_at = $3, next_attempt_at = null
    where organization_id = $1 and id = $2 and ${IS_OPEN} and expires_at > $3 returning ${INVITATION}`,
)

/** Withdraws the open invitations of a member who was removed or got a lesser role. */
export const withdrawInvitationsBy = statement<InvitationRow>(
  'withdraw_invitations_by',
  `update console.invitations set withdrawn_at = $3, next_attempt_at = null
    where organization_id = $1 and invited_by = $2 and ${IS_OPEN} and expires_at > $3 returning ${INVITATION}`,
)

/** `$9` and `$10` are the root key and the origin of an invitation that is mailed; both are null if its link is handed over. */
export const insertInvitation = statement<InvitationRow>(
  'insert_invitation',
  `insert into console.invitations (
     organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at, root_key_id, link_origin, next_attempt_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $9::text is not null then $7::timestamptz end) returning ${INVITATION}`,
)

export type FoundInvitation = {
  organization_id: string
  id: string
  email: string
  role: Role
  invited_by: string
  organization_name: string
  is_mailed: boolean
  user_id: string | null
  confined_to: string | null
}

export const findInvitationByToken = statement<FoundInvitation>(
  'find_invitation_by_token',
  `select i.organization_id, i.id, i.email, i.role, i.invited_by, o.name as organization_name, i.root_key_id is not null as is_mailed,
          u.id as user_id, u.confined_to
     from console.invitations i
     join organizations o on o.id = i.organization_id
     left join console.users u on u.email = i.email
    where i.token_sha256 = $1 and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > $2 and o.retired_at is null`,
)

/** Accepts an invitation. If two people do so at once, one of them gets no row. */
export const acceptOpenInvitation = statement<{ id: string }>(
  'accept_open_invitation',
  `update console.invitations set accepted_at = $3, next_attempt_at = null where organization_id = $1 and id = $2 and ${IS_OPEN} returning id`,
)

/** Invitations whose e-mail is due at `$1`, at most `$2`: the oldest of each organization, then the second of each. */
export const listDueInvitations = statement<{ organization_id: string; id: string }>(
  'list_due_invitations',
  `select organization_id, id from console.invitations
    where next_attempt_at <= $1 and expires_at > $1 and (claimed_until is null or claimed_until <= $1)
    order by row_number() over (partition by organization_id order by next_attempt_at, id), next_attempt_at, id
    limit $2`,
)

export type ClaimedInvitation = {
  id: string
  email: string
  invited_by: string
  root_key_id: string
  token_sha256: Buffer
  link_origin: string
  /** The number of attempts, including this one. */
  attempts: number
  created_at: string
  organization_name: string
}

/** Claims an invitation at `$3` until `$4`. Returns a row if it was due and not claimed by another process. */
export const claimInvitation = statement<ClaimedInvitation>(
  'claim_invitation',
  `update console.invitations i
      set claimed_until = $4, attempts = attempts + 1
     from organizations o
    where i.organization_id = $1 and i.id = $2 and o.id = $1
      and i.next_attempt_at <= $3 and i.expires_at > $3 and (i.claimed_until is null or i.claimed_until <= $3)
   returning i.id, i.email, i.invited_by, i.root_key_id, i.token_sha256, i.link_origin, i.attempts, i.created_at, o.name as organization_name`,
)

/**
 * Stores the outcome of the attempt whose claim ends at `$3`: sent at `$4`, to be tried again at `$5`, or given up for the reason `$6`; the other
 * two are null. If the invitation has ended in the meantime, no further attempt is stored.
 */
export const storeInvitationOutcome = statement<never>(
  'store_invitation_outcome',
  `update console.invitations
      set claimed_until = null, sent_at = $4::timestamptz, failure_reason = $6::text,
          next_attempt_at = case when ${IS_OPEN} then $5::timestamptz end
    where organization_id = $1 and id = $2 and claimed_until = $3`,
)
