/**
 * Subscriptions with many failed attempts. The share covers the attempts of the last 24 hours at the newest 100 deliveries of each subscription, so
 * that a busy one is judged by its present and the statement reads a bounded number of rows. By default, deliveries are retried for three days, so
 * those of the last four days are read; a longer schedule reports less. Fewer than five attempts prove nothing: a single event to a target that
 * restarts makes three.
 */
import { FAILING_PCT } from '#contract/console/webhooks.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { listFailing } from './queries.ts'

export const listFailingWebhooks: ConsoleOperations['listFailingWebhooks'] = async ({ db, now }) => {
  const rows = await listFailingSince(db, now, FAILING_PCT[0])
  const data = rows.flatMap(row => {
    const pct = (100 * row.failed) / row.attempts
    const reached = FAILING_PCT.findLast(threshold => pct >= threshold)
    return reached === undefined ? [] : [{ ...row, failed_pct: Math.floor(pct), threshold_pct: reached }]
  })
  return { data }
}

/** The active subscriptions that failed at least `leastPct` percent of their recent attempts; `now` is in milliseconds since the epoch. */
export function listFailingSince(db: Tenant, now: number, leastPct: number) {
  const since = [uuidv7Floor(now - 4 * DAY_MS), uuidv7Floor(now - DAY_MS)]
  return db.query(listFailing, [db.organizationId, ...since, leastPct])
}
