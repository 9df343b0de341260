/** Webhook subscriptions: which events are sent to which URLs, signed with which secret. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import { MAX_SUBSCRIPTIONS } from '#contract/v1/webhooks.ts'
import type { V1 } from '#contract/v1.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list, type Page } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import type { ExternalServices } from '#server/platform/external-services.ts'
import { requireWebhooksInPlan } from '#server/platform/organizations/webhooks-of-plan.ts'
import { startNotices } from '../changes/notices.ts'
import {
  activateWebhook,
  cancelDeliveries,
  countWebhooks,
  deactivateWebhook,
  findWebhook,
  insertWebhook,
  lockCreation,
  lockWebhook,
  markDeleted,
  replaceSecret,
  retargetWebhook,
  type StoredWebhook,
  type WebhookRow,
  type WebhookSort,
  webhookList,
} from './queries.ts'
import { deriveChecked, deriveSecret, storedFormOf } from './secret.ts'

/** How long the previous secret signs as well, unless it can no longer be derived. */
const OVERLAP_MS = 24 * 3_600_000

export const listWebhooks = (
  { db }: Context,
  { limit, offset, sort, ...filters }: InputOf<V1['listWebhooks']> & Page<WebhookSort>,
): Promise<OutputOf<V1['listWebhooks']>> => list(db, webhookList, [], filters, { limit, offset, sort })

export const getWebhook: V1Operations['getWebhook'] = async ({ db }, { id }) => {
  return requireOne(await db.query(findWebhook, [db.organizationId, id]), 'subscription')
}

/** Checks the target of `createWebhook` outside its transaction, because a name server may take a second to answer. */
export async function checkTargetOf(external: ExternalServices, { target_url }: { target_url: string }): Promise<void> {
  await external.checkTarget(target_url)
}

/** Creates a subscription to a target that was checked before. The target's address is checked again at each call. */
export const createWebhook: V1Operations['createWebhook'] = async (context, { event, target_url, description }) => {
  const { db, now, external } = context
  await requireWebhooksInPlan(context)
  await db.query(lockCreation, [db.organizationId])
  const { count } = onlyRow(await db.query(countWebhooks, [db.organizationId]))
  if (count >= MAX_SUBSCRIPTIONS) {
    throw new Refusal(
      'conflict',
      `An organization can have at most ${MAX_SUBSCRIPTIONS} subscriptions. Delete one first.`,
    )
  }
  const id = newId('webhook', now)
  const rootKeyId = external.rootKeys.current
  const secret = deriveSecret(external.rootKeys, {
    organizationId: db.organizationId,
    subscriptionId: id,
    rootKeyId,
    epoch: 1,
  })
  const { sha256, hint } = storedFormOf(secret)
  const values = [id, event, target_url, description ?? null, sha256, hint, rootKeyId, new Date(now)]
  if (event === 'records.changed') await startNotices(db)
  const created = onlyRow(await db.query(insertWebhook, [db.organizationId, ...values]))
  await logAdministration(context, 'webhook.create', id, { after: created })
  return { ...created, secret }
}

export const deleteWebhook: V1Operations['deleteWebhook'] = async (context, { id }) => {
  const { db, now } = context
  const before = shown(await lockSubscription(context, id))
  await db.query(markDeleted, [db.organizationId, id, new Date(now)])
  await db.query(cancelDeliveries, [db.organizationId, id, new Date(now)])
  await logAdministration(context, 'webhook.delete', id, { before })
  return { id, deleted: true }
}

export const rotateWebhookSecret: V1Operations['rotateWebhookSecret'] = async (context, { id }) => {
  const { db, now, external } = context
  const before = await lockSubscription(context, id)
  const rootKeyId = external.rootKeys.current
  const epoch = before.epoch + 1
  const place = { organizationId: db.organizationId, subscriptionId: id, rootKeyId, epoch }
  const secret = deriveSecret(external.rootKeys, place)
  const { sha256, hint } = storedFormOf(secret)
  const overlapMs = canDerive(external, db.organizationId, before) ? OVERLAP_MS : 0
  const until = new Date(now + overlapMs)
  const rotated = onlyRow(await db.query(replaceSecret, [db.organizationId, id, rootKeyId, epoch, sha256, hint, until]))
  await logAdministration(context, 'webhook.rotate_secret', id, { before: shown(before), after: rotated })
  return { ...rotated, secret, secret_place: `${epoch}/${rootKeyId}` }
}

/**
 * Whether the old secret can still be derived; false if its root key is lost. Rotating is the remedy for that, so it must not depend on the old
 * secret.
 */
function canDerive({ rootKeys }: ExternalServices, organizationId: string, { id, ...stored }: StoredWebhook): boolean {
  const place = { organizationId, subscriptionId: id, rootKeyId: stored.root_key_id, epoch: stored.epoch }
  try {
    deriveChecked(rootKeys, place, stored.secret_sha256)
    return true
  } catch {
    return false
  }
}

export const enableWebhook: V1Operations['enableWebhook'] = async (context, { id }) => {
  const { db, now } = context
  await requireWebhooksInPlan(context)
  const before = shown(await lockSubscription(context, id))
  if (before.status === 'ACTIVE') return before
  const enabled = onlyRow(await db.query(activateWebhook, [db.organizationId, id, new Date(now)]))
  await logAdministration(context, 'webhook.enable', id, { before, after: enabled })
  return enabled
}

/** Checks the target of `updateWebhook`, as for a creation. */
export async function checkNewTargetOf(
  external: ExternalServices,
  { target_url }: { target_url?: string },
): Promise<void> {
  if (target_url !== undefined) await external.checkTarget(target_url)
}

/** Changes the target or the description. Pending deliveries are sent to the new target, signed with the same secret. */
export const updateWebhook: ConsoleOperations['updateWebhook'] = async (context, { id, ...changes }) => {
  const before = shown(await lockSubscription(context, id))
  const { target_url, description } = { ...before, ...changes }
  const values = [context.db.organizationId, id, target_url, description, new Date(context.now)]
  const after = onlyRow(await context.db.query(retargetWebhook, values))
  await logAdministration(context, 'webhook.update', id, { before, after })
  return after
}

/** Pauses a subscription and cancels its pending deliveries, which also happens when it is paused automatically. */
export async function pauseWebhook(context: Context, { id }: { id: string }): Promise<WebhookRow> {
  const { db, now, actor } = context
  const before = shown(await lockSubscription(context, id))
  if (before.status === 'PAUSED') return before
  const paused = onlyRow(await db.query(deactivateWebhook, [db.organizationId, id, `Paused by ${actor}.`]))
  await db.query(cancelDeliveries, [db.organizationId, id, new Date(now)])
  await logAdministration(context, 'webhook.pause', id, { before, after: paused })
  return paused
}

/** Locks the subscription: nobody else can change it before this transaction ends. */
export async function lockSubscription({ db }: Pick<Context, 'db'>, id: string): Promise<StoredWebhook> {
  return requireOne(await db.query(lockWebhook, [db.organizationId, id]), 'subscription')
}

/** The subscription without the fields that only signing needs. */
function shown({ root_key_id, epoch, secret_sha256, first_root_key_id, ...row }: StoredWebhook): WebhookRow {
  return row
}
