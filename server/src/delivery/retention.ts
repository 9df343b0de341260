/** How long events, deliveries and attempts are kept. */
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import type { MonthlyTable } from '#server/db/monthly-partitions.ts'

export const DELIVERY_TABLES: readonly MonthlyTable[] = ['events', 'webhook_deliveries', 'webhook_attempts'].map(
  name => ({ schema: 'public', name, keptDays: EVENTS_KEPT_DAYS }),
)
