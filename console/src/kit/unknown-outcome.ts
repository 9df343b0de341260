/** Changes of which nobody knows whether they were stored: the connection was lost, or a proxy answered, after they had been sent. */
import { ApiError } from '#client/errors.ts'

const unknown = new WeakSet<ApiError>()

/** Makes the call of a change, and remembers of its failure whether the change may have been stored. */
export async function recordOutcome<Output>(call: Promise<Output>): Promise<Output> {
  try {
    return await call
  } catch (failure) {
    if (failure instanceof ApiError && mayBeStored(failure)) unknown.add(failure)
    throw failure
  }
}

/** Whether this is the failure of a change that may have been stored all the same. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && unknown.has(failure)
}

const advice = new WeakMap<ApiError, string>()

/** Makes the call of a change that would be made twice if it were sent again, and remembers what to do instead if nobody knows whether it was stored. */
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
