/** Webhook subscriptions follow the plan: one without webhooks pauses them, and one with webhooks enables those that it paused. */
import { type Plan, TIERS, tierOf } from '#contract/scopes.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'
import type { Platform, Tenant } from '#server/db/tenant.ts'
import { authorize } from '../api-keys/authorize.ts'

type Agreement = { plan: Plan; has_partner_agreement: boolean }

const SCOPE = 'webhooks:manage'
const PAUSED_REASON = 'The plan of the organization does not include webhooks.'

/** Reads the plan of the organization and keeps it from changing until the transaction ends. */
export const lockPlan = statement<Agreement>(
  'lock_plan',
  'select plan, has_partner_agreement from organizations where id = $1 for share',
)

/** Locks the subscriptions of the organization in the order of their keys. */
export const lockSubscriptionsOfPlan = statement<never>(
  'lock_subscriptions_of_plan',
  'select from webhook_subscriptions where organization_id = $1 and deleted_at is null order by id for no key update',
)

/** Pauses the active subscriptions of the organization `$1` for the reason `$2`, and cancels their pending deliveries at `$3`. */
export const pauseSubscriptionsOfPlan = statement<never>(
  'pause_subscriptions_of_plan',
  `with paused as (
     update webhook_subscriptions s set status = 'PAUSED', paused_reason = $2
      where s.organization_id = $1 and s.deleted_at is null and s.status = 'ACTIVE'
     returning s.id
   )
   update webhook_deliveries d
      set status = 'CANCELLED', due_at = null, claimed_until = null, finished_at = $3
     from paused p
    where d.organization_id = $1 and d.subscription_id = p.id and d.due_at is not null`,
)

/** Enables the subscriptions of the organization `$1` that were paused for the reason `$2`, at `$3`. What failed before says nothing about them now. */
export const resumeSubscriptionsOfPlan = statement<never>(
  'resume_subscriptions_of_plan',
  `update webhook_subscriptions s
      set status = 'ACTIVE', paused_reason = null, consecutive_failures = 0, failing_since = null, judged_from = $3::timestamptz
    where s.organization_id = $1 and s.deleted_at is null and s.status = 'PAUSED' and s.paused_reason = $2`,
)

/** Pauses or enables the subscriptions of an organization whose row is locked and has the plan `agreement`. */
export async function matchWebhooksToPlan(
  { db, now }: { db: Platform; now: number },
  organizationId: string,
  agreement: Agreement,
): Promise<void> {
  await db.query(lockSubscriptionsOfPlan, [organizationId])
  const change = includesWebhooks(agreement) ? resumeSubscriptionsOfPlan : pauseSubscriptionsOfPlan
  await db.query(change, [organizationId, PAUSED_REASON, new Date(now)])
}

/**
 * Refuses to create or enable a subscription if the plan does not include webhooks. The pipelines have asked before, but perhaps a moment before the
 * plan changed, and nothing would pause a subscription that is created after that.
 */
export async function requireWebhooksInPlan({ db }: { db: Tenant }): Promise<void> {
  const { plan, has_partner_agreement } = onlyRow(await db.query(lockPlan, [db.organizationId]))
  authorize({ scopes: [SCOPE], plan, hasPartnerAgreement: has_partner_agreement }, SCOPE)
}

function includesWebhooks({ plan, has_partner_agreement }: Agreement): boolean {
  const tier = tierOf(plan, has_partner_agreement)
  return tier !== undefined && TIERS[tier].scopes.includes(SCOPE)
}
