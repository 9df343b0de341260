/** The promise of a quota: at most `limit` calls of one key are accepted in any 60-second span; refused calls do not count. */

/** A call counts while it is this old or younger, so that no closed span of 60 seconds ever holds one call too many. */
export const SPAN_MS = 60_000

/** The largest limit a key may have; it bounds the memory of one window. */
export const MAX_LIMIT = 100_000

export type QuotaDecision = {
  accepted: boolean
  limit: number
  /** How many further calls would be accepted now. */
  remaining: number
  /** If accepted: milliseconds until the oldest counted call is 60 seconds old. If refused: milliseconds until the next call is accepted. */
  resetMs: number
}

export type Quota = {
  /** Counts one call of `keyId` if fewer than `limit` already count (1 to MAX_LIMIT; it may differ from call to call). */
  take(keyId: string, limit: number): QuotaDecision | Promise<QuotaDecision>
  close(): Promise<void>
}

/**
 * Throws if `limit` is not valid. The operations that create keys must have refused such a limit, so this is a bug and never a reply to the caller.
 */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new RangeError(`no quota limit: ${limit}`)
}
