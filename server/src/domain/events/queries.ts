/** SQL of events. `$1` is the organization. */
import type { EventType } from '#contract/events.ts'
import type { ListDefinition } from '#server/db/list.ts'

export type EventRow = { id: string; type: EventType; data: Record<string, unknown>; timestamp: string }

/** `$2` is the instant before which events are no longer shown, though their month may not be dropped yet. */
export const eventList: ListDefinition<'type' | 'since'> = {
  name: 'list_events',
  matching:
    'select e.id, e.occurred_at from events e where e.organization_id = $1 and e.occurred_at >= $2 and not e.is_test',
  matchOnce: false,
  filters: { type: 'e.type = ?', since: 'e.occurred_at >= ?' },
  order: 'occurred_at, id',
  sorts: {},
  columns: 'e.id, e.type, e.data, e.occurred_at as timestamp',
  joins: 'join events e on e.organization_id = $1 and e.id = page.id',
}
