/** The one kind of expected failure: a code of the contract, a message for the caller and, if any, the field errors. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'
import { counted } from './text.ts'

/** When to try again if the service cannot do something now and nothing says how long that will last. */
const USUAL_WAIT_SECONDS = 30

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  /** Whole seconds after which the same call may succeed; becomes `Retry-After`, which every 503 has. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, more: { details?: ErrorDetail[]; retryAfterSeconds?: number } = {}) {
    super(message)
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds ?? (code === 'unavailable' ? USUAL_WAIT_SECONDS : undefined)
  }
}

/** The refusal of a call that is over a limit, for another `waitMs`. The message says how long in words, because people also see it in the console. */
export function tooMany(message: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const wait = seconds <= 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return new Refusal('rate_limited', `${message} Try again in ${wait}.`, { retryAfterSeconds: seconds })
}

/** The refusal of one field of a request. `message` continues the field's name, such as `is not a unit of that property`. */
export function fieldError(path: string, message: string): Refusal {
  return new Refusal('invalid_request', `${path} ${message}.`, { details: [{ path, message }] })
}

/** The refusal of a field whose ID names no record of the organization. `noun` has its article, such as `an invoice`. */
export function unknownReference(path: string, noun: string): Refusal {
  return fieldError(path, `is not ${noun} of this organization`)
}

/** Returns the first of `rows`. Throws a Refusal(not_found) if there is none; `noun` is what a row stands for, such as `lease`. */
export function requireOne<Row>([row]: readonly Row[], noun: string): Row {
  if (row === undefined) throw new Refusal('not_found', `There is no such ${noun}.`)
  return row
}

/** The refusal of work whose caller no longer waits for it. */
export function callerLeft(): Refusal {
  return new Refusal('unavailable', 'The caller disconnected.', { retryAfterSeconds: 1 })
}
