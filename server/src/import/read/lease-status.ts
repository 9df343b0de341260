/** Reads what a file says about the lease of a row, in a column of its own: whether it is in force, to come or over. Pure. */
import { comparable, parseStatus } from './cells.ts'
import type { UnitStatus } from './records.ts'

const FUTURE =
  /^(?:future|upcoming|preleased?|applicant|approved(?:applicant)?|pending(?:movein|applicant|approval|resident)?|notstarted)(?:lease|tenant|resident)?s?$/
const FORMER =
  /^(?:past|former|previous|ended|terminated|closed|inactive|archived|cancell?ed|movedout|evicted|skipped)(?:lease|tenant|resident)?s?$/

/** The status of the unit by the word for its lease; undefined for any other word, such as Fixed or Renewed, which is in force. */
export function leaseStateOf(word: string): UnitStatus | 'FUTURE' | 'FORMER' | undefined {
  const key = comparable(word)
  if (FORMER.test(key)) return 'FORMER'
  return FUTURE.test(key) ? 'FUTURE' : parseStatus(word)
}

/** What a unit may be in a column of its own status, so that such a word does not end the lease of its tenant. */
const OF_A_UNIT = /^(?:closed|inactive|archived|cancell?ed)/

/** Whether a word for the status of a unit, or a heading above it, is one for its last resident, such as `Former` and `Past Residents`. */
export function isOfFormer(word: string): boolean {
  return leaseStateOf(word) === 'FORMER' && !OF_A_UNIT.test(comparable(word))
}
