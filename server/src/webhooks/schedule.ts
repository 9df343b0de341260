/** When a failed delivery is tried again. Source: the contract's own figures, after Svix and Standard Webhooks. */

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
/** The longest delay that a receiver's Retry-After can ask for. */
export const LONGEST_DELAY_MS = 24 * HOUR
/** How long a subscription may have nothing but failures before it is paused. */
export const PAUSED_AFTER_MS = 5 * 24 * HOUR

const JITTER = 0.2

/**
 * Milliseconds until the next attempt after `attempts` of the schedule were made, give or take a fifth, so that what failed together
 * does not come back together; undefined when it was the last. `random` is in [0, 1).
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
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_DELAY_MS))
}
