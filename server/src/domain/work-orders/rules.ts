/** The statuses a work order can move to, decided without reading the database. */
import type { PRIORITIES, PRIORITY_WORDS, WORK_ORDER_STATUSES } from '#contract/v1/work-orders.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { fromFirstVisible, onOneLine, truncate } from '#server/base/text.ts'

type Status = (typeof WORK_ORDER_STATUSES)[number]
type Priority = (typeof PRIORITIES)[number]
type PriorityWord = (typeof PRIORITY_WORDS)[number]

/** The statuses a work order can move to. Vendors seldom report each step, so every open work order can be completed. */
export const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  NEW: ['SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  SCHEDULED: ['NEW', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  IN_PROGRESS: ['SCHEDULED', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  ON_HOLD: ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  COMPLETED: ['IN_PROGRESS'],
  CANCELLED: ['NEW'],
}

/** Refuses a change of status that is not in the table. Keeping the status is allowed. */
export function checkTransition(from: Status, to: Status): void {
  if (from === to || NEXT_STATUSES[from].includes(to)) return
  throw new Refusal(
    'conflict',
    `A work order that is ${from} cannot become ${to}; it can become ${NEXT_STATUSES[from].join(', ')}.`,
  )
}

type Schedule = { scheduled_start?: string | null; scheduled_end?: string | null }

/**
 * Refuses a scheduled end without a start, or before it. `given` is what the caller sent, and the refusal names a field of it: if an update sends only the
 * start, the end is the stored one.
 */
export function checkSchedule({ scheduled_start: start, scheduled_end: end }: Schedule, given: Schedule): void {
  if (!end || (start && Date.parse(end) >= Date.parse(start))) return
  if (given.scheduled_end === undefined) {
    throw fieldError(
      'scheduled_start',
      start
        ? `must not be after scheduled_end, which is ${end}. Send scheduled_end as well`
        : `must not be null while scheduled_end is ${end}. Send null for scheduled_end as well`,
    )
  }
  if (!start) throw fieldError('scheduled_end', 'must be left out unless scheduled_start is given')
  throw fieldError('scheduled_end', `must not be before scheduled_start, ${start}`)
}

/** The title of a work order that has only a description: one line, however many the description has. */
export function titleFrom(description: string): string {
  return truncate(onOneLine(fromFirstVisible(description)), 80).trim()
}

export function priorityFrom(word: PriorityWord): Priority {
  if (word === 'MEDIUM') return 'NORMAL'
  return word === 'URGENT' ? 'EMERGENCY' : word
}
