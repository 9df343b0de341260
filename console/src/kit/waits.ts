/** How long a page waits: for its parts, and before a failed read is repeated, which is never before the service allows it. */
import { ApiError } from '#client/errors.ts'

/** After this time, the parts of a page that have arrived are shown, and the others keep their placeholders. */
export const MAX_REVEAL_MS = 3_000

/** If the service asks for a longer wait, the member should know about it. The limit of calls asks for 61 s at most. */
const MAX_WAIT_MS = 120_000
const FIRST_DELAY_MS = 1_000
const MAX_RETRIES = 2
/** The service cannot be reached, or cannot answer right now; or a proxy says so. */
const PASSING_STATUSES = [0, 502, 503, 504]
/** A failure that lasts longer than this is shown, because a page without rows should say why. */
const MAX_UNEXPLAINED_MS = 10_000

/** Whether the service may answer the same call later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING_STATUSES.includes(error.status)
}

/** How long the service asks to wait after a failure, in milliseconds. */
function askedMs(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}

/** How long to wait before a call that was over the member's limit is repeated, in milliseconds; undefined if it failed for another reason. */
export function waitForLimitMs(error: unknown): number | undefined {
  const waitMs = askedMs(error)
  const isOverLimit = error instanceof ApiError && error.status === 429 && waitMs > 0
  return isOverLimit && waitMs <= MAX_WAIT_MS ? waitMs : undefined
}

/**
 * Whether a failed read is repeated: without end while the member is over the limit of calls, and twice if the failure may be temporary. A refusal
 * would be refused again. While a read
 * waits to be repeated, its rows stay, and a page that polls does not make it either.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (waitForLimitMs(error) !== undefined) return true
  return failures < MAX_RETRIES && isPassing(error) && askedMs(error) <= MAX_UNEXPLAINED_MS
}

/** How long a read waits before it is repeated, in milliseconds. */
export function retryDelayMs(failures: number, error: unknown): number {
  return waitForLimitMs(error) ?? Math.max(askedMs(error), FIRST_DELAY_MS * 2 ** failures)
}

type Polled = { state: { error: unknown } }
type Interval<Query> = number | false | undefined | ((query: Query) => number | false | undefined)

/** The interval of a read that polls; after a failure, it is no shorter than the service allows. */
export function pollingEvery<Query extends Polled>(interval: Interval<Query>): (query: Query) => number | false {
  return query => {
    const ms = typeof interval === 'function' ? interval(query) : interval
    return ms === undefined || ms === false ? false : Math.max(ms, askedMs(query.state.error))
  }
}

/**
 * Waits for what is read again after a change, but not for long: the change is stored, and a form that stayed because reads are slow or wait for the
 * limit of calls would look as if it were not.
 */
export function waitBriefly(read: Promise<unknown>): Promise<unknown> {
  return Promise.race([read, new Promise(resolve => setTimeout(resolve, MAX_UNEXPLAINED_MS))])
}
