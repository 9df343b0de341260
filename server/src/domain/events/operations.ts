/** Events: what happened, in the form in which webhooks carry it. */
import { EVENT_SCOPES, EVENT_TYPES, type EventType } from '#contract/events.ts'
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import { idFromUuid, uuidFromId } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { leaseFor } from '../ledger/accounting-only.ts'
import { type EventRow, eventList, findEvent, webhookEventList } from './queries.ts'

export const listEvents: V1Operations['listEvents'] = async (
  context,
  { limit, offset, webhook_id, delivered, type, since, until },
) => {
  const { db, now } = context
  if (delivered !== undefined && webhook_id === undefined) {
    throw fieldError('webhook_id', 'is required when delivered is given')
  }
  const fixed = [keptFrom(now), readableTypes(context, type)]
  const filters = { type, since, until }
  const paging = { limit, offset }
  const page =
    webhook_id === undefined
      ? await list<EventRow, keyof typeof filters>(db, eventList, fixed, filters, paging)
      : await list<EventRow, keyof typeof filters | 'delivered'>(
          db,
          webhookEventList,
          [...fixed, webhook_id],
          { ...filters, delivered },
          paging,
        )
  return { ...page, data: page.data.map(row => eventOf(context, row)) }
}

/** One event as its deliveries carry it. Its type is checked against the caller's scopes, as in the list. */
export const getEvent: V1Operations['getEvent'] = async (context, { id }) => {
  const { db, now } = context
  const uuid = uuidFromId('event', id)
  const [found] = uuid === undefined ? [] : await db.query(findEvent, [db.organizationId, uuid, keptFrom(now)])
  if (!found) throw new Refusal('not_found', 'There is no such event, or it is no longer kept.')
  readableTypes(context, found.type)
  return { ...eventOf(context, found), ...(found.is_test && { test: true }) }
}

function keptFrom(now: number): Date {
  return new Date(now - EVENTS_KEPT_DAYS * DAY_MS)
}

/** The types whose data the caller may read. Refuses a requested type that is not among them. */
function readableTypes({ scopes }: Pick<Context, 'scopes'>, asked: EventType | undefined): EventType[] {
  const isReadable = (type: EventType) => {
    const scope = EVENT_SCOPES[type]
    return scope === null || scopes.includes(scope)
  }
  if (asked !== undefined && !isReadable(asked)) {
    throw new Refusal(
      'forbidden',
      `This key lacks the scope ${EVENT_SCOPES[asked]}, which reads events of type ${asked}. Use a key that has it.`,
    )
  }
  return EVENT_TYPES.filter(isReadable)
}

/** The event as the caller sees it: the money of a lease is left out unless the caller also sees it in the list of leases. */
function eventOf(context: Context, { id, type, timestamp, data }: EventRow) {
  return {
    id: idFromUuid('event', id),
    type,
    timestamp,
    api_version: 'v1',
    organization_id: idFromUuid('organization', context.db.organizationId),
    data: type === 'lease.signed' ? { ...data, lease: leaseFor(context, data.lease as SignedLease) } : data,
  }
}

type SignedLease = { deposit_held_cents: number | null; balance_cents: number | null }
