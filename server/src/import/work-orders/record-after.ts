/** Plans the work order of a row: a new one, or the changes to the stored one. Pure. */
import { todayIn } from '#server/base/dates.ts'
import type { KnownWorkOrder, WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { titleFrom } from '#server/domain/work-orders/rules.ts'
import { instantOf, type Moment } from '../read/moments.ts'
import type { WorkOrderField } from './columns.ts'
import type { WorkOrderRow } from './row.ts'

type Settled = {
  id: string
  property_id: string
  unit_id: string | null
  resident_id: string | null
  external_id: string
}

type Clock = { timeZone: string; now: number }

const MIDNIGHT = 0
const LAST_MINUTE = 24 * 60 - 1

/** The context in which a row is planned. `drop` reports a value that cannot be stored, and `report` one that is assumed. */
type Planning = {
  row: WorkOrderRow
  /** The stored work order; undefined if the row is a new one. */
  match: KnownWorkOrder | undefined
  clock: Clock
  drop: (field: WorkOrderField, reason: string) => void
  report: (message: string) => void
}

/** Plans the work order; values that the file does not state are unchanged. */
export function recordAfter(planning: Planning, settled: Settled): WorkOrderRecord {
  const { row, match } = planning
  const createdAt = createdAtOf(planning)
  const status = row.status ?? match?.status ?? (row.completedAt ? 'COMPLETED' : 'NEW')
  const description = row.description ?? match?.description ?? null
  return {
    ...settled,
    title: row.title ?? (row.description === undefined ? match?.title : undefined) ?? titleFrom(description ?? ''),
    description,
    status,
    priority: row.priority ?? match?.priority ?? 'NORMAL',
    category: row.category ?? match?.category ?? 'OTHER',
    source: row.source ?? match?.source ?? 'IMPORT',
    vendor_name: row.vendor ?? match?.vendor_name ?? null,
    entry_permission: match?.entry_permission ?? 'CALL_FIRST',
    entry_notes: match?.entry_notes ?? null,
    has_pets: match?.has_pets ?? null,
    due_date: row.dueOn ?? match?.due_date ?? null,
    ...scheduleOf(planning),
    completed_at: completedAtOf(planning, status, createdAt),
    cost_cents: row.cents ?? match?.cost_cents ?? null,
    ...(createdAt !== undefined && { created_at: createdAt }),
  }
}

function createdAtOf({ row, clock, drop }: Planning): string | undefined {
  if (!row.createdAt) return undefined
  const at = instantOf(row.createdAt, clock.timeZone, MIDNIGHT)
  if (Date.parse(at) <= clock.now) return at
  drop('createdAt', `${row.createdAt.day} is in the future. Correct it, or leave it empty.`)
  return undefined
}

function scheduleOf({
  row,
  match,
  clock: { timeZone },
  drop,
}: Planning): Pick<WorkOrderRecord, 'scheduled_start' | 'scheduled_end'> {
  const start = row.scheduledStart
    ? instantOf(row.scheduledStart, timeZone, MIDNIGHT)
    : (match?.scheduled_start ?? null)
  const end = row.scheduledEnd ? instantOf(row.scheduledEnd, timeZone, LAST_MINUTE) : (match?.scheduled_end ?? null)
  if (end === null || (start !== null && Date.parse(end) >= Date.parse(start))) {
    return { scheduled_start: start, scheduled_end: end }
  }
  if (row.scheduledEnd) {
    const why = start === null ? 'but the file does not state when it begins' : 'before it begins'
    drop('scheduledEnd', `The work is scheduled to end on ${row.scheduledEnd.day}, ${why}. Correct one of the two.`)
  }
  return { scheduled_start: start, scheduled_end: null }
}

function completedAtOf(
  { row, match, clock, drop, report }: Planning,
  status: WorkOrderRecord['status'],
  createdAt: string | undefined,
): string | null {
  if (status !== 'COMPLETED') {
    if (row.completedAt) {
      const what = status.toLowerCase().replaceAll('_', ' ')
      const reason = `The completion date is ${row.completedAt.day}, but the work order is ${what}. Correct one of them.`
      drop('completedAt', reason)
    }
    return null
  }
  if (row.completedAt) {
    const at = atLeast(row.completedAt, createdAt, clock.timeZone)
    if (Date.parse(at) <= clock.now) return at
    drop('completedAt', `${row.completedAt.day} is in the future. Correct it.`)
  }
  if (match?.completed_at) return match.completed_at
  report(
    `The file does not state when the work was completed, so ${todayIn(clock.timeZone, clock.now)} is used. Correct the date in Gatehouse if it is wrong.`,
  )
  return new Date(clock.now).toISOString()
}

/** Returns the instant of a day. Without a time, it is the start of the day, but not before the work order was created. */
function atLeast(moment: Moment, earliest: string | undefined, timeZone: string): string {
  const at = instantOf(moment, timeZone, MIDNIGHT)
  const isSameDay = earliest !== undefined && todayIn(timeZone, Date.parse(earliest)) === moment.day
  return moment.minute === undefined && isSameDay && earliest > at ? earliest : at
}
