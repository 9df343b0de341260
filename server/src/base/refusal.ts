/** The one expected failure: a code of the contract, a sentence for the caller, and where it applies the places that do not fit. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  /** Whole seconds after which the same call may succeed; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, more: { details?: ErrorDetail[]; retryAfterSeconds?: number } = {}) {
    super(message)
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** The refusal of one place in a request; `message` reads on from its name: `is not a unit of that property`. */
export function misfit(path: string, message: string): Refusal {
  return new Refusal('invalid_request', `${path} ${message}.`, { details: [{ path, message }] })
}
