/** Reads what a file says about the lease of a row, in a column of its own: whether it is in force, future or over. Pure. */
import { comparable, parseStatus } from './cells.ts'
import type { UnitStatus } from './records.ts'

const FUTURE =
  /^(?:future|upcoming|preleased?|applicant|approved(?:applica(?:nt|tion))?|application(?:approved|pending)|pending(?:movein|applica(?:nt|tion)|approval|resident|signature)?|movein(?:pending|scheduled)|leasesigned|notstarted)(?:lease|tenant|resident)?s?$/
const FORMER =
  /^(?:past|former|previous|ended|terminated|closed|inactive|archived|cancell?ed|movedout|evicted|skipped)(?:lease|tenant|resident)?s?$/

/** A lease that is about to end, whatever else the word says: `Active - Notice Given`, `Current (Eviction Filed)`. */
const ENDING: readonly (readonly [word: RegExp, status: UnitStatus])[] = [
  [/evict(?!ed)|inlegal/, 'EVICT'],
  [/notice|ntv|vacating|movingout|pendingmoveout/, 'NOTICE_UNRENTED'],
]

/** A notice or an eviction that is not, or that no longer stands: `No Notice`, `Notice Canceled`, `Not vacating`. `Notice, not renewing` is one. */
const NOT_ENDING = /\b(?:no|non|not(?! renew)|without)\b|cancel|withdr[ae]w|rescind|revoked|dismissed/i

/** The status of the unit by the word for its lease; undefined for any other word, such as Fixed or Renewed, which is in force. */
export function leaseStateOf(word: string): UnitStatus | 'FUTURE' | 'FORMER' | undefined {
  if (word === '') return undefined
  const key = comparable(word)
  // Of `Past - Evicted` and `Future (Approved)`, the first part says whether the lease is in force.
  const first = comparable(word.split(/ [-–] |[(/,:]/, 1)[0] as string)
  if (FORMER.test(key) || FORMER.test(first)) return 'FORMER'
  if (FUTURE.test(key)) return 'FUTURE'
  const known =
    parseStatus(word) ?? (NOT_ENDING.test(word) ? undefined : ENDING.find(([ending]) => ending.test(key))?.[1])
  return known ?? (FUTURE.test(first) ? 'FUTURE' : undefined)
}

/** What a unit may be in a column of its own status, so that such a word does not end the lease of its tenant. */
const OF_A_UNIT = /^(?:closed|inactive|archived|cancell?ed)/

/** Whether a word for the status of a unit, or a heading above it, is one for its last resident, such as `Former` and `Past Residents`. */
export function isOfFormer(word: string): boolean {
  return leaseStateOf(word) === 'FORMER' && !OF_A_UNIT.test(comparable(word))
}

/** The status of a lease that is about to be renewed, or, in a second row of its unit, of the renewal. */
const RENEWAL = /^(?:pending|upcoming|future|approved)?renewal(?:pending|offered|sent|approved|signed)?$|^renewing$/
/** The status of a resident who is moving out. The word `notice` alone is not among these, because it may mean a notice to pay. */
const LEAVING = /^(?:pendingmoveouts?|moveoutpending|movingout|vacating)$/
const EVICTING = /^evicting$|^evictions?(?:pending|inpro(?:cess|gress)|started)$|^pendingevictions?$/

/**
 * Returns the status of a unit from a word in its status column that describes the lease. Undefined if the word may mean something else, such as `Pending`
 * for a lease that has begun. `from` is the start of the lease, and `isFurther` is whether an earlier row has the same unit.
 */
export function statusOfLeaseWord(
  word: string,
  from: string | undefined,
  { asOf, isFurther }: { asOf: string | undefined; isFurther: boolean },
): UnitStatus | undefined {
  const key = comparable(word)
  if (LEAVING.test(key)) return 'NOTICE_UNRENTED'
  if (EVICTING.test(key)) return 'EVICT'
  const isFuture = from !== undefined && asOf !== undefined && from > asOf
  if (RENEWAL.test(key)) return isFuture && isFurther ? 'VACANT_RENTED' : 'CURRENT'
  return isFuture && leaseStateOf(word) === 'FUTURE' ? 'VACANT_RENTED' : undefined
}
