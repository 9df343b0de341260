/** How long events, deliveries and attempts are kept. */
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import type { MonthlyTable } from '#server/db/monthly-partitions.ts'

export const DELIVERY_TABLES: readonly MonthlyTable[] = [
  { schema: 'public', name: 'events', keptDays: EVENTS_KEPT_DAYS },
  // A worker claims each delivery and finishes it: two updates, the first of which finds room on its page.
  { schema: 'public', name: 'webhook_deliveries', keptDays: EVENTS_KEPT_DAYS, fillFactor: 60 },
  { schema: 'public', name: 'webhook_attempts', keptDays: EVENTS_KEPT_DAYS },
]
