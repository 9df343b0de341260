/** The refusal of a time zone, whether the runtime or PostgreSQL does not know it. */
import { fieldError, type Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'

/** The SQLSTATE of a time zone that is not in PostgreSQL's own files, which may be older than those of the runtime. */
const INVALID_PARAMETER_VALUE = '22023'

export function unknownZone(): Refusal {
  return fieldError('time_zone', 'must be an IANA time zone such as America/Chicago')
}

/** Resolves like `write`, which stores a time zone, and refuses a zone that PostgreSQL does not know. */
export async function refusingUnknownZone<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    throw sqlState(error) === INVALID_PARAMETER_VALUE ? unknownZone() : error
  }
}
