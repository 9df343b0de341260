/** How long the audit log is kept. */
import type { MonthlyTable } from '#server/db/monthly-partitions.ts'

export const KEPT_DAYS = 400

export const AUDIT_CALLS: MonthlyTable = { schema: 'audit', name: 'calls', keptDays: KEPT_DAYS }
