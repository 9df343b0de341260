/** Events: what happened, in the form in which webhooks carry it. */
import type { Implementations } from '#contract/operation.ts'
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { list } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { type EventRow, eventList } from './queries.ts'

type Events = Implementations<Pick<V1, 'listEvents'>, Context>

const DAY_MS = 86_400_000

export const listEvents: Events['listEvents'] = async ({ db, now }, { limit, offset, ...filters }) => {
  const keptFrom = new Date(now - EVENTS_KEPT_DAYS * DAY_MS)
  const page = await list<EventRow, 'type' | 'since'>(db, eventList, [keptFrom], filters, { limit, offset })
  return { ...page, data: page.data.map(row => eventOf(db.organizationId, row)) }
}

/** `organizationId` is the organization's uuid. */
export function eventOf(organizationId: string, { id, type, timestamp, data }: EventRow) {
  return {
    id: idFromUuid('event', id),
    type,
    timestamp,
    api_version: 'v1',
    organization_id: idFromUuid('organization', organizationId),
    data,
  }
}
