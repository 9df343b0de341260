/** Webhook subscriptions: which events are sent to which URLs, and the deliveries made for them. */
import { EVENT_EXAMPLES } from '#contract/event-examples.ts'
import type { Implementations, InputOf, OutputOf } from '#contract/operation.ts'
import { MAX_SUBSCRIPTIONS } from '#contract/v1/webhooks.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid, newId, uuidFromId, uuidv7, uuidv7FloorAt } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list, type Page } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import type { ExternalServices } from '#server/platform/external-services.ts'
import { startNotices } from '../changes/notices.ts'
import {
  activateWebhook,
  beginAgain,
  cancelDeliveries,
  countWebhooks,
  type DeliveryRow,
  deactivateWebhook,
  deliveryList,
  findDelivery,
  findFirstRootKey,
  findWebhook,
  insertTestEvent,
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

type Webhooks = Implementations<
  Pick<
    V1,
    | 'createWebhook'
    | 'getWebhook'
    | 'deleteWebhook'
    | 'testWebhook'
    | 'rotateWebhookSecret'
    | 'enableWebhook'
    | 'listWebhookDeliveries'
    | 'getWebhookDelivery'
    | 'redeliverWebhook'
  >,
  Context
>

/** How long the previous secret signs as well, unless it can no longer be derived. */
const OVERLAP_MS = 24 * 3_600_000

export const listWebhooks = (
  { db }: Context,
  { limit, offset, sort, ...filters }: InputOf<V1['listWebhooks']> & Page<WebhookSort>,
): Promise<OutputOf<V1['listWebhooks']>> => list(db, webhookList, [], filters, { limit, offset, sort })

export const getWebhook: Webhooks['getWebhook'] = async ({ db }, { id }) => {
  return requireOne(await db.query(findWebhook, [db.organizationId, id]), 'subscription')
}

/** Checks the target of `createWebhook` outside its transaction, because a name server may take a second to answer. */
export async function checkTargetOf(external: ExternalServices, { target_url }: { target_url: string }): Promise<void> {
  await external.checkTarget(target_url)
}

/** Creates a subscription to a target that was checked before. The target's address is checked again at each call. */
export const createWebhook: Webhooks['createWebhook'] = async (context, { event, target_url, description }) => {
  const { db, now, external } = context
  await db.query(lockCreation, [db.organizationId])
  const [counted] = await db.query(countWebhooks, [db.organizationId])
  if (counted && counted.count >= MAX_SUBSCRIPTIONS) {
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
  const [created] = await db.query(insertWebhook, [db.organizationId, ...values])
  await log(context, 'webhook.create', id, { after: created })
  return { ...(created as WebhookRow), secret }
}

type SecretContext = Pick<Context, 'db' | 'external'>
type StoredReply = Record<string, unknown>

/** The secret that the creation of a subscription returned, for the replay of that reply. */
export const firstSecretOf = (context: SecretContext, { id }: StoredReply): Promise<string> =>
  earlierSecretOf(context, String(id))

/** The secret that a rotation returned. The stored reply has the place of the secret instead of the secret. */
export async function rotatedSecretOf(context: SecretContext, { id, secret }: StoredReply): Promise<string> {
  const [, epoch, rootKeyId] = /^(\d+)\/(.+)$/.exec(String(secret)) ?? []
  if (rootKeyId === undefined) throw new Error(`The stored reply about ${id} does not say which secret it returned`)
  return earlierSecretOf(context, String(id), { rootKeyId, epoch: Number(epoch) })
}

/** The secret a subscription has or had, by default its first one. */
async function earlierSecretOf(
  { db, external }: SecretContext,
  subscriptionId: string,
  at?: { rootKeyId: string; epoch: number },
): Promise<string> {
  const [found] = await db.query(findFirstRootKey, [db.organizationId, subscriptionId])
  if (!found) throw new Error(`The reply about ${subscriptionId} is stored, but not the subscription`)
  const { rootKeyId, epoch } = at ?? { rootKeyId: found.first_root_key_id, epoch: 1 }
  const place = { organizationId: db.organizationId, subscriptionId, rootKeyId }
  // The hash of an earlier secret is gone after a rotation, but that of the present one also shows whether the root key is right.
  if (found.root_key_id === rootKeyId) {
    deriveChecked(external.rootKeys, { ...place, epoch: found.epoch }, found.secret_sha256)
  }
  return deriveSecret(external.rootKeys, { ...place, epoch })
}

export const deleteWebhook: Webhooks['deleteWebhook'] = async (context, { id }) => {
  const { db, now } = context
  const before = shown(await lock(context, id))
  await db.query(markDeleted, [db.organizationId, id, new Date(now)])
  await db.query(cancelDeliveries, [db.organizationId, id, new Date(now)])
  await log(context, 'webhook.delete', id, { before })
  return { id, deleted: true }
}

export const rotateWebhookSecret: Webhooks['rotateWebhookSecret'] = async (context, { id }) => {
  const { db, now, external } = context
  const before = await lock(context, id)
  const rootKeyId = external.rootKeys.current
  const epoch = before.epoch + 1
  const place = { organizationId: db.organizationId, subscriptionId: id, rootKeyId, epoch }
  const secret = deriveSecret(external.rootKeys, place)
  const { sha256, hint } = storedFormOf(secret)
  const overlapMs = canDerive(external, db.organizationId, before) ? OVERLAP_MS : 0
  const until = new Date(now + overlapMs)
  const [rotated] = await db.query(replaceSecret, [db.organizationId, id, rootKeyId, epoch, sha256, hint, until])
  await log(context, 'webhook.rotate_secret', id, { before: shown(before), after: rotated })
  return { ...(rotated as WebhookRow), secret, secret_place: `${epoch}/${rootKeyId}` }
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

export const enableWebhook: Webhooks['enableWebhook'] = async (context, { id }) => {
  const { db, now } = context
  const before = shown(await lock(context, id))
  if (before.status === 'ACTIVE') return before
  const [enabled] = await db.query(activateWebhook, [db.organizationId, id, new Date(now)])
  await log(context, 'webhook.enable', id, { before, after: enabled })
  return enabled as WebhookRow
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
  const before = shown(await lock(context, id))
  const { target_url, description } = { ...before, ...changes }
  const values = [context.db.organizationId, id, target_url, description, new Date(context.now)]
  const [after] = await context.db.query(retargetWebhook, values)
  await log(context, 'webhook.update', id, { before, after })
  return after as WebhookRow
}

/** Pauses a subscription and cancels its pending deliveries, which also happens when it is paused automatically. */
export async function pauseWebhook(context: Context, { id }: { id: string }): Promise<WebhookRow> {
  const { db, now, actor } = context
  const before = shown(await lock(context, id))
  if (before.status === 'PAUSED') return before
  const [paused] = await db.query(deactivateWebhook, [db.organizationId, id, `Paused by ${actor}.`])
  await db.query(cancelDeliveries, [db.organizationId, id, new Date(now)])
  await log(context, 'webhook.pause', id, { before, after: paused })
  return paused as WebhookRow
}

export const testWebhook: Webhooks['testWebhook'] = async (context, { id }) => {
  const { db, now } = context
  const { event, status } = await lock(context, id)
  refuseIfPaused(status)
  const deliveryId = uuidv7(now)
  const data = JSON.stringify(EVENT_EXAMPLES[event])
  await db.query(insertTestEvent, [db.organizationId, uuidv7(now), event, data, new Date(now), deliveryId, id])
  return oneDelivery(context, id, deliveryId)
}

export const listWebhookDeliveries: Webhooks['listWebhookDeliveries'] = async (
  context,
  { id, status, since, until, limit, offset },
) => {
  const { db } = context
  await getWebhook(context, { id })
  const filters = { status, since: since && uuidv7FloorAt(since), until: until && uuidv7FloorAt(until) }
  const page = await list<DeliveryRow, 'status' | 'since' | 'until'>(db, deliveryList, [id], filters, { limit, offset })
  return { ...page, data: page.data.map(asDelivery) }
}

export const getWebhookDelivery: Webhooks['getWebhookDelivery'] = async (context, { id, delivery_id }) => {
  await getWebhook(context, { id })
  return oneDelivery(context, id, uuidFromId('delivery', delivery_id))
}

export const redeliverWebhook: Webhooks['redeliverWebhook'] = async (context, { id, delivery_id }) => {
  const { db, now } = context
  const { status } = await lock(context, id)
  refuseIfPaused(status)
  const deliveryId = uuidFromId('delivery', delivery_id)
  const values = [db.organizationId, id, deliveryId ?? null, new Date(now)]
  requireOne(await db.query(beginAgain, values), 'delivery')
  return oneDelivery(context, id, deliveryId)
}

async function oneDelivery({ db }: Context, subscriptionId: string, deliveryId: string | undefined) {
  const found = await db.query(findDelivery, [db.organizationId, subscriptionId, deliveryId ?? null])
  return asDelivery(requireOne(found, 'delivery'))
}

function asDelivery({ id, event_id, ...rest }: DeliveryRow) {
  return { delivery_id: idFromUuid('delivery', id), ...rest, event_id: idFromUuid('event', event_id) }
}

/** Locks the subscription: nobody else can change it before this transaction ends. */
export async function lock({ db }: Pick<Context, 'db'>, id: string): Promise<StoredWebhook> {
  return requireOne(await db.query(lockWebhook, [db.organizationId, id]), 'subscription')
}

/** The subscription without the fields that only signing needs. */
function shown({ root_key_id, epoch, secret_sha256, first_root_key_id, ...row }: StoredWebhook): WebhookRow {
  return row
}

function log(context: Context, action: string, id: string, change: { before?: unknown; after?: unknown }) {
  return logAdministration(context, action, id, change)
}

function refuseIfPaused(status: WebhookRow['status']): void {
  if (status === 'ACTIVE') return
  throw new Refusal('conflict', 'The subscription is paused. Enable it first.')
}
