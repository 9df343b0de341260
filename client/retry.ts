/** Which calls are repeated after a failure, and when. */
import { ApiError } from './errors.ts'

export type Retries = {
  /** How often a call is repeated. */
  retries: number
  /** Resolves after `ms` milliseconds, or rejects as soon as `signal` is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** A number from 0 to 1, as `Math.random`. */
  random: () => number
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** If the service asks for a longer wait than this, it has a problem that the caller should know about. */
const MAX_RETRY_AFTER_SECONDS = 120

/** The failures that are not caused by the call itself, so that it may succeed next time. 502 and 504 come from a proxy. */
const PASSING_STATUSES = [408, 429, 502, 503, 504]
const PASSING_ERRORS: ApiError['error'][] = ['idempotency_in_progress', 'unreachable', 'timeout']

/** Runs `attempt` until it succeeds, fails for good, or has been repeated `retries` times. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, sleep, random }: Retries,
  signal?: AbortSignal,
): Promise<Result> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt()
    } catch (error) {
      if (repeated >= retries || !mayPass(error)) throw error
      // At least half of each delay and at random beyond, so that callers that failed together do not come back together.
      const backOffMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** repeated) * (0.5 + random() / 2)
      await sleep((error.retryAfterSeconds ?? 0) * 1_000 + backOffMs, signal)
    }
  }
}

function mayPass(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || (error.retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return false
  const isBrokenOff = error.error === 'unreadable' && error.status >= 200 && error.status < 300
  return isBrokenOff || PASSING_STATUSES.includes(error.status) || PASSING_ERRORS.includes(error.error)
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
