/** Everything known about an ID, for developers who found it in one of their logs. */
import { INSPECTED_EVENTS, INSPECTED_ROWS } from '#contract/console/inspector.ts'
import { idFromUuid, uuidFromId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { listCallsNaming } from '#server/platform/audit/calls.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { namesOf } from '../names/operations.ts'
import { findDeveloperName, findEventOfDelivery, listDeliveriesOf, listEventsNaming } from './queries.ts'

export const inspectId: ConsoleOperations['inspectId'] = async (context, { id }) => {
  const { db } = context
  const event = await eventNamed(context, id)
  const [names, others, calls, events] = await Promise.all([
    namesOf(context, [id]),
    db.query(findDeveloperName, [db.organizationId, id]),
    listCallsNaming(context, id, INSPECTED_ROWS),
    db.query(listEventsNaming, [db.organizationId, id, event ?? null, INSPECTED_EVENTS, INSPECTED_ROWS]),
  ])
  const name = names[0]?.name ?? others[0]?.name ?? null
  if (name === null && calls.length === 0 && events.length === 0) {
    throw new Refusal('not_found', 'Nothing in this organization has this ID.')
  }
  const deliveries = await db.query(listDeliveriesOf, [db.organizationId, events.map(({ id }) => id)])
  const deliveriesOf = Map.groupBy(deliveries, ({ event_id }) => event_id)
  return {
    id,
    name,
    calls,
    events: events.map(({ id, ...event }) => ({
      event_id: idFromUuid('event', id),
      ...event,
      deliveries: (deliveriesOf.get(id) ?? []).map(({ id, event_id, ...delivery }) => ({
        delivery_id: idFromUuid('delivery', id),
        ...delivery,
      })),
    })),
  }
}

/** The event that an ID stands for, whether it is the ID of an event or of one of its deliveries. */
async function eventNamed({ db }: Context, id: string): Promise<string | undefined> {
  const delivery = uuidFromId('delivery', id)
  if (delivery === undefined) return uuidFromId('event', id)
  const [found] = await db.query(findEventOfDelivery, [db.organizationId, delivery])
  return found?.event_id
}
