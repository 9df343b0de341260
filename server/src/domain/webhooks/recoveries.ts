/** Recoveries: events that a subscription missed are sent again, in the background and in any number. */
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import { LAST_UUID, newId } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { UpkeepPools } from '#server/db/upkeep-batches.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { V1Operations } from '#server/platform/context.ts'
import { forEachOrganization } from '#server/platform/each-organization.ts'
import { requireWebhooksInPlan } from '#server/platform/organizations/webhooks-of-plan.ts'
import { enableWebhook, getWebhook, lockSubscription } from './operations.ts'
import { lockWebhook } from './queries.ts'
import {
  advanceRecovery,
  findRunningRecovery,
  insertRecovery,
  type LockedRecovery,
  listRunningRecoveries,
  lockRunningRecovery,
  queueRecovered,
  type RecoveryRow,
  recoveryList,
} from './recovery-queries.ts'

/** Events that one transaction queues, which takes a tenth of a second. */
const BATCH = 1_000
/** Recoveries that one round handles in turn. */
const MAX_RECOVERIES = 100

export const recoverWebhook: V1Operations['recoverWebhook'] = async (context, { id, since, all = false }) => {
  const { db, now } = context
  await requireWebhooksInPlan(context)
  const { status } = await lockSubscription(context, id)
  const [running] = await db.query(findRunningRecovery, [db.organizationId, id])
  if (running)
    throw new Refusal('conflict', 'Another recovery of this subscription is running. Wait until it has finished.')
  if (status === 'PAUSED') await enableWebhook(context, { id })
  const from = new Date(Math.max(Date.parse(since), now - EVENTS_KEPT_DAYS * DAY_MS))
  const values = [newId('recovery', now), id, from, new Date(now), all]
  const begun = onlyRow(await db.query(insertRecovery, [db.organizationId, ...values]))
  await logAdministration(context, 'webhook.recover', id, { after: begun })
  return begun
}

export const listWebhookRecoveries: V1Operations['listWebhookRecoveries'] = async (context, { id, limit, offset }) => {
  await getWebhook(context, { id })
  return list<RecoveryRow, never>(context.db, recoveryList, [id], {}, { limit, offset })
}

/**
 * Queues what is left of the recoveries, a batch of each in turn, until all are done; `now` is in milliseconds since the epoch. A worker that dies
 * leaves only whole batches behind, and the next round continues after them. Resolves with how many events were queued.
 */
export async function runRecoveries({ platformWrites, writes }: UpkeepPools, now: number): Promise<number> {
  let total = 0
  for (;;) {
    const running = await platformWrites.transaction(null, tx => tx.query(listRunningRecoveries, [MAX_RECOVERIES]))
    if (running.length === 0) return total
    await forEachOrganization(running, async ({ id, subscription_id }) => {
      total += await writes.transaction(id, db => queueBatch(db, subscription_id, now))
    })
  }
}

/** Queues the next batch of a recovery, under the lock of its subscription. */
async function queueBatch(db: Tenant, subscriptionId: string, now: number): Promise<number> {
  const [webhook] = await db.query(lockWebhook, [db.organizationId, subscriptionId])
  const [recovery] = await db.query(lockRunningRecovery, [db.organizationId, subscriptionId])
  if (!recovery) return 0
  const isEnabled = webhook?.status === 'ACTIVE'
  const { looked, queued, through_at, through_id } = isEnabled
    ? await nextBatch(db, subscriptionId, webhook.event, recovery, now)
    : { looked: 0, queued: 0, through_at: null, through_id: null }
  const status = !isEnabled ? 'CANCELLED' : looked < BATCH ? 'COMPLETED' : 'RUNNING'
  const progress = [queued, through_at, through_id, status, status === 'RUNNING' ? null : new Date(now)]
  await db.query(advanceRecovery, [db.organizationId, subscriptionId, recovery.id, ...progress])
  return queued
}

async function nextBatch(db: Tenant, subscriptionId: string, event: string, recovery: LockedRecovery, now: number) {
  const { since, until, is_all, through_at, through_id } = recovery
  const after = [through_at ?? new Date(Date.parse(since) - 1), through_id ?? LAST_UUID]
  const values = [subscriptionId, event, ...after, until, is_all, BATCH, new Date(now)]
  return onlyRow(await db.query(queueRecovered, [db.organizationId, ...values]))
}
