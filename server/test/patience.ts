/** Limits of a service that a test does not reach, however busy the machine is. */
import type { ServiceOptions } from '#server/start.ts'

/** Longer than anything takes on a machine with ten times as much work as it can do: an import of 3,000 units, at a lower priority, took 120 s there. */
export const PATIENCE_MS = 600_000
export const PATIENCE = {
  statementTimeoutMs: PATIENCE_MS,
  transactionTimeoutMs: PATIENCE_MS,
  importWaitMs: PATIENCE_MS,
}
export const SNAPSHOT_PATIENCE = { waitMs: PATIENCE_MS, statementTimeoutMs: PATIENCE_MS, lifetimeMs: PATIENCE_MS }
const REDIS_PATIENCE_MS = 60_000
export const REDIS_PATIENCE = {
  boundMs: REDIS_PATIENCE_MS,
  connectTimeoutMs: REDIS_PATIENCE_MS,
  answerTimeoutMs: REDIS_PATIENCE_MS,
}
/**
 * Limits of a service that a busy machine does not reach. With the product's limits, an export that a test read in the same process was cut off, because
 * the test read less than 1 MB in 30 s.
 */
export const PATIENT = {
  auditTimeoutMs: PATIENCE_MS,
  requestTimeoutMs: 300_000, // the most that Node accepts for a head
  stallLimitMs: PATIENCE_MS,
  minimumPace: { length: 1, ms: PATIENCE_MS },
  redisLimits: REDIS_PATIENCE,
  sendLimitMs: PATIENCE_MS,
  figuresWaitMs: PATIENCE_MS,
} satisfies Partial<ServiceOptions>
