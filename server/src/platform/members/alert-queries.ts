/** SQL of the queue of alerts about webhooks; all of it runs as gatehouse_console. */
import { statement } from '#server/db/statement.ts'

/** Alerts with an e-mail that is due at `$1`, at most `$2`: the oldest of each organization, then the second of each. */
export const listDueAlerts = statement<{ organization_id: string; id: string }>(
  'list_due_webhook_alerts',
  `select organization_id, subscription_id as id from webhook_alerts
    where next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
    order by row_number() over (partition by organization_id order by next_attempt_at, subscription_id), next_attempt_at, subscription_id
    limit $2`,
)

export type ClaimedAlert = {
  webhook_id: string
  event: string
  target_host: string
  threshold_pct: number
  failed: number
  attempted: number
  raised_at: string
  organization_name: string
  /** The number of attempts to mail this recipient, including this one. */
  attempts: number
  /** The next administrator with a verified address; null if all were mailed. */
  recipient: { user_id: string; email: string; name: string } | null
}

/** Claims the alert `$2` at `$3` until `$4`. Returns a row if it was due and not claimed by another process. */
export const claimAlert = statement<ClaimedAlert>(
  'claim_webhook_alert',
  `update webhook_alerts a
      set claimed_until = $4, tries = a.tries + 1
     from organizations o
    where a.organization_id = $1 and a.subscription_id = $2 and o.id = $1
      and a.next_attempt_at <= $3 and (a.claimed_until is null or a.claimed_until <= $3)
   returning a.subscription_id as webhook_id, a.event, a.target_host, a.threshold_pct, a.failed, a.attempts as attempted, a.raised_at,
             o.name as organization_name, a.tries as attempts,
             (
               select json_build_object('user_id', m.user_id, 'email', u.email, 'name', u.name)
                 from console.members m
                 join console.users u on u.id = m.user_id
                where m.organization_id = $1 and m.role in ('OWNER', 'ADMIN') and u.email_verified
                  and m.user_id <> all (a.handled_user_ids)
                order by m.user_id
                limit 1
             ) as recipient`,
)

/**
 * Stores the outcome of the attempt whose claim ends at `$3`. `$4` is when the next e-mail is due, null if none is left; `$5` is the administrator
 * who was mailed or has been given up, null if the same one is tried again. An alert that was raised again in the meantime has another claim, and one
 * that has ended has no row.
 */
export const storeAlertOutcome = statement<never>(
  'store_webhook_alert_outcome',
  `update webhook_alerts
      set claimed_until = null, next_attempt_at = $4::timestamptz,
          handled_user_ids = case when $5::text is null then handled_user_ids else handled_user_ids || $5::text end,
          tries = case when $5::text is null then tries else 0 end
    where organization_id = $1 and subscription_id = $2 and claimed_until = $3`,
)
