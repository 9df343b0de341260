/** Changes of which nobody knows whether they were stored: the connection was lost, or a proxy answered, after they had been sent. */
import { ApiError } from '#client/errors.ts'

const unknown = new WeakSet<ApiError>()

/** Awaits the call of a change and, if it fails, records whether the change may have been stored anyway. */
export async function recordOutcome<Output>(call: Promise<Output>): Promise<Output> {
  try {
    return await call
  } catch (failure) {
    if (failure instanceof ApiError && mayBeStored(failure)) unknown.add(failure)
    throw failure
  }
}

/** Whether this is the failure of a change that may have been stored anyway. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && unknown.has(failure)
}

const advice = new WeakMap<ApiError, string>()

/** Awaits the call of a change that must not be sent again and, if it fails, records what to do instead in case the change was stored. */
export async function withAdvice<Output>(call: Promise<Output>, whatToDo: string): Promise<Output> {
  try {
    return await call
  } catch (failure) {
    if (failure instanceof ApiError) advice.set(failure, whatToDo)
    throw failure
  }
}

/** What to do after a change that may have been stored, unless it can be sent again. */
export function adviceOn(failure: ApiError): string | undefined {
  return advice.get(failure)
}

function mayBeStored({ status, error }: ApiError): boolean {
  if (error === 'idempotency_in_progress') return true
  return !(status >= 300 && status < 500) && error !== 'not_implemented'
}
