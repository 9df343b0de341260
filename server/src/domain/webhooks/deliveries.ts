/** The deliveries of a webhook subscription: listing and reading them, sending one again, and sending a test event. */
import { EVENT_EXAMPLES } from '#contract/event-examples.ts'
import { idFromUuid, uuidFromId, uuidv7, uuidv7FloorAt } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { getWebhook, lockSubscription } from './operations.ts'
import {
  beginAgain,
  type DeliveryRow,
  deliveryList,
  findDelivery,
  insertTestEvent,
  type WebhookRow,
} from './queries.ts'

export const testWebhook: V1Operations['testWebhook'] = async (context, { id }) => {
  const { db, now } = context
  const { event, status } = await lockSubscription(context, id)
  refuseIfPaused(status)
  const deliveryId = uuidv7(now)
  const data = JSON.stringify(EVENT_EXAMPLES[event])
  await db.query(insertTestEvent, [db.organizationId, uuidv7(now), event, data, new Date(now), deliveryId, id])
  return readDelivery(context, id, deliveryId)
}

export const listWebhookDeliveries: V1Operations['listWebhookDeliveries'] = async (
  context,
  { id, status, since, until, limit, offset },
) => {
  const { db } = context
  await getWebhook(context, { id })
  const filters = { status, since: since && uuidv7FloorAt(since), until: until && uuidv7FloorAt(until) }
  const page = await list<DeliveryRow, 'status' | 'since' | 'until'>(db, deliveryList, [id], filters, { limit, offset })
  return { ...page, data: page.data.map(shownDelivery) }
}

export const getWebhookDelivery: V1Operations['getWebhookDelivery'] = async (context, { id, delivery_id }) => {
  await getWebhook(context, { id })
  return readDelivery(context, id, uuidFromId('delivery', delivery_id))
}

export const redeliverWebhook: V1Operations['redeliverWebhook'] = async (context, { id, delivery_id }) => {
  const { db, now } = context
  const { status } = await lockSubscription(context, id)
  refuseIfPaused(status)
  const deliveryId = uuidFromId('delivery', delivery_id)
  const values = [db.organizationId, id, deliveryId ?? null, new Date(now)]
  requireOne(await db.query(beginAgain, values), 'delivery')
  return readDelivery(context, id, deliveryId)
}

async function readDelivery({ db }: Context, subscriptionId: string, deliveryId: string | undefined) {
  const found = await db.query(findDelivery, [db.organizationId, subscriptionId, deliveryId ?? null])
  return shownDelivery(requireOne(found, 'delivery'))
}

function shownDelivery({ id, event_id, ...rest }: DeliveryRow) {
  return { delivery_id: idFromUuid('delivery', id), ...rest, event_id: idFromUuid('event', event_id) }
}

function refuseIfPaused(status: WebhookRow['status']): void {
  if (status === 'ACTIVE') return
  throw new Refusal('conflict', 'The subscription is paused. Enable it first.')
}
