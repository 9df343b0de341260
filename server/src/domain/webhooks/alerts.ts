/**
 * Alerts raise the e-mails about subscriptions that fail: one per threshold that is reached, until the subscription recovers. A subscription has
 * recovered when its share of failures is below 40%, so that one that fails every other attempt is not reported again and again. Sandboxes raise no
 * alerts.
 */
import { FAILING_PCT } from '#contract/console/webhooks.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { statement } from '#server/db/statement.ts'
import type { UpkeepPools } from '#server/db/upkeep-batches.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'
import { listFailingSince } from './failing.ts'

const RECOVERED_PCT = 40

/** Organizations in which an attempt failed since `$1` or an alert has yet to end; `$2` at most. Runs as gatehouse_platform. */
export const listOrganizationsToAlert = statement<{ id: string }>(
  'list_organizations_to_alert',
  `select o.id
     from organizations o
    where not o.is_sandbox and o.retired_at is null
      and (
        exists (
          select from webhook_subscriptions s
           where s.organization_id = o.id and s.status = 'ACTIVE' and s.deleted_at is null and s.last_failure_at >= $1
        )
        or exists (select from webhook_alerts a where a.organization_id = o.id)
      )
    order by random()
    limit $2::int`,
)

/** Returns a row if the share `$5` is higher than the one that was reported last, and queues its e-mails again. */
export const raiseAlert = statement<{ raised: true }>(
  'raise_webhook_alert',
  `insert into webhook_alerts as a (
     organization_id, subscription_id, event, target_host, threshold_pct, attempts, failed, raised_at, next_attempt_at
   )
   values ($1, $2, $3, $4, $5::int, $6::int, $7::int, $8::timestamptz, $8::timestamptz)
   on conflict (organization_id, subscription_id) do update
      set threshold_pct = excluded.threshold_pct, attempts = excluded.attempts, failed = excluded.failed, raised_at = excluded.raised_at,
          next_attempt_at = excluded.next_attempt_at, handled_user_ids = '{}', tries = 0, claimed_until = null,
          event = excluded.event, target_host = excluded.target_host
    where a.threshold_pct < excluded.threshold_pct
   returning true as raised`,
)

/** Ends the alerts of all subscriptions except `$2`. E-mails of those alerts that were not sent yet are never sent. */
export const endAlerts = statement<never>(
  'end_webhook_alerts',
  'delete from webhook_alerts where organization_id = $1 and subscription_id <> all ($2::text[])',
)

/** Raises and ends alerts as of `now`, in milliseconds since the epoch. Resolves with how many were raised. */
export async function raiseAlerts({ platformWrites, writes }: UpkeepPools, now: number): Promise<number> {
  const since = new Date(now - DAY_MS)
  const organizations = await platformWrites.transaction(null, tx =>
    tx.query(listOrganizationsToAlert, [since, ORGANIZATIONS_PER_ROUND]),
  )
  let raised = 0
  await forEachOrganization(organizations, ({ id }) =>
    writes.transaction(id, async db => {
      const failing = await listFailingSince(db, now, RECOVERED_PCT)
      await db.query(endAlerts, [id, failing.map(({ webhook_id }) => webhook_id)])
      for (const { webhook_id, event, target_url, attempts, failed } of failing) {
        const reached = FAILING_PCT.findLast(threshold => failed * 100 >= threshold * attempts)
        if (reached === undefined) continue
        const values = [webhook_id, event, new URL(target_url).host, reached, attempts, failed, new Date(now)]
        raised += (await db.query(raiseAlert, [id, ...values])).length
      }
    }),
  )
  return raised
}
