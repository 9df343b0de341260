/** When a failed delivery is tried again. The figures are those of the contract, which follow Svix and Standard Webhooks. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay before each attempt, in milliseconds: before the first, before the second, and so on. */
export const RETRY_SCHEDULE: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** The longest delay that a receiver can request with Retry-After. */
export const MAX_DELAY_MS = 24 * HOUR
/** How long all attempts of a subscription may fail before it is paused. */
export const PAUSED_AFTER_MS = 5 * 24 * HOUR

const JITTER = 0.2

/**
 * Milliseconds until the next attempt after `attempts` of the schedule, varied by up to a fifth, so that deliveries that failed together are not
 * tried again together; undefined if that was the last attempt. `random` is in [0, 1).
 */
export function delayAfter(
  attempts: number,
  schedule: readonly number[],
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const delay = schedule[attempts]
  if (delay === undefined) return undefined
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_DELAY_MS))
}

/** The longest that a delivery can wait for its next attempt, in milliseconds. */
export function longestDelayMs(schedule: readonly number[] = RETRY_SCHEDULE): number {
  return Math.max(MAX_DELAY_MS, Math.max(...schedule) * (1 + JITTER))
}
