/** The work orders of units and properties, completed and open. */
import { addDays, daysBetween, later } from '#server/base/dates.ts'
import { instantOn } from '../instants.ts'
import type { Random } from '../random.ts'
import type { SeedLease, SeedWorkOrder } from '../records.ts'
import { BUILDING_JOBS, HOME_JOBS, type Job, TURN, VENDORS } from './jobs.ts'

type Days = { today: string; recordsFrom: string }
type Case = { external_id: string; job: Job; day: string; today: string; lease: SeedLease | undefined }

/**
 * An occupied unit has two reports in three years, and most move-outs cause a unit turn. With the reports of buildings, that is 1.2 work orders per
 * unit and year.
 */
const HOME_REPORTS_A_DAY = 0.71 / 365
const BUILDING_REPORTS_A_UNIT_AND_DAY = 0.08 / 365

/** The work orders of a unit, oldest first. */
export function drawHomeWork(
  random: Random,
  unitId: string,
  leases: readonly SeedLease[],
  days: Days,
): SeedWorkOrder[] {
  const { today, recordsFrom } = days
  const cases: Omit<Case, 'external_id'>[] = []
  for (const lease of leases) {
    const livedFrom = lease.move_in_date
    if (livedFrom === null || lease.stage !== 'SIGNED') continue
    const isOver = lease.move_out_date !== null && lease.move_out_date < today
    const to = isOver ? lease.move_out_date! : today
    const from = later(livedFrom, recordsFrom)
    for (const day of drawDays(random, from, to, HOME_REPORTS_A_DAY)) {
      cases.push({ job: random.pickWeighted(HOME_JOBS), day, today, lease })
    }
    if (isOver && random.chance(0.9)) cases.push({ job: TURN, day: addDays(to, 1), today, lease: undefined })
  }
  return inOrder(random, unitId, cases)
}

/** The work orders of a property with `unitCount` units. */
export function drawBuildingWork(random: Random, propertyId: string, unitCount: number, days: Days): SeedWorkOrder[] {
  const { today, recordsFrom } = days
  const reported = drawDays(random, recordsFrom, today, BUILDING_REPORTS_A_UNIT_AND_DAY * unitCount)
  const cases = reported.map(day => ({ job: random.pickWeighted(BUILDING_JOBS), day, today, lease: undefined }))
  return inOrder(random, propertyId, cases)
}

/** Random days for events that are `1 / aDay` days apart on average. */
function drawDays(random: Random, from: string, to: string, aDay: number): string[] {
  const length = daysBetween(from, to)
  const days: string[] = []
  for (let at = drawGap(random, aDay); at <= length; at += drawGap(random, aDay))
    days.push(addDays(from, Math.floor(at)))
  return days
}

function drawGap(random: Random, aDay: number): number {
  return -Math.log(1 - random.between(0, 1)) / aDay
}

function inOrder(random: Random, placeId: string, cases: Omit<Case, 'external_id'>[]): SeedWorkOrder[] {
  return cases.map((one, index) => drawWorkOrder(random, { ...one, external_id: `${placeId}-W${index + 1}` }))
}

/** Days from the report to completion. Some work waits for a part or a decision. */
const DAYS_TO_DO: Record<Job['priority'], readonly [least: number, most: number]> = {
  EMERGENCY: [0, 1],
  HIGH: [0, 4],
  NORMAL: [1, 12],
  LOW: [3, 28],
}

function drawWorkOrder(random: Random, { external_id, job, day, today, lease }: Case): SeedWorkOrder {
  const { category, title, description } = job
  const isTurn = category === 'UNIT_TURN'
  const createdAt = instantOn(random, day)
  const isHeldUp = job.priority !== 'EMERGENCY' && random.chance(0.06)
  const days = isHeldUp ? random.integer(20, 60) : random.integer(...DAYS_TO_DO[job.priority])
  const doneOn = addDays(day, days)
  const status = doneOn < today ? pastStatus(random) : openStatus(random, isHeldUp, day === today)
  const reporter = lease?.residents[0]?.external_id ?? null
  const vendorName = status !== 'NEW' && random.chance(isTurn ? 0.7 : 0.55) ? random.pick(VENDORS[category]) : null
  return {
    ...{ external_id, title, description, category, status, reporter, vendor_name: vendorName, created_at: createdAt },
    priority: random.chance(0.85) ? job.priority : random.pick(['LOW', 'NORMAL', 'NORMAL', 'HIGH']),
    source: reporter !== null && random.chance(0.8) ? 'RESIDENT' : 'STAFF',
    entry_permission: reporter === null ? 'YES' : random.pick(['YES', 'YES', 'CALL_FIRST', 'CALL_FIRST', 'NO']),
    entry_notes: reporter !== null && random.chance(0.2) ? random.pick(ENTRY_NOTES) : null,
    has_pets: lease === undefined ? null : lease.charges.some(charge => charge.code === 'PET'),
    due_date: random.chance(0.4) ? addDays(day, DAYS_TO_DO[job.priority][1] + 1) : null,
    ...drawVisit(random, day, visitDay(random, status, doneOn, today)),
    completed_at: status === 'COMPLETED' ? completedAt(random, createdAt, day, doneOn) : null,
    cost_cents: status === 'COMPLETED' ? drawCost(random, job, vendorName !== null) : null,
  }
}

function pastStatus(random: Random): SeedWorkOrder['status'] {
  return random.chance(0.04) ? 'CANCELLED' : 'COMPLETED'
}

function openStatus(random: Random, isHeldUp: boolean, isFresh: boolean): SeedWorkOrder['status'] {
  if (isFresh) return 'NEW'
  if (isHeldUp && random.chance(0.75)) return 'ON_HOLD'
  return random.pick(['NEW', 'SCHEDULED', 'SCHEDULED', 'IN_PROGRESS', 'IN_PROGRESS'])
}

/** The scheduled day of the visit, if one was agreed. */
function visitDay(random: Random, status: SeedWorkOrder['status'], doneOn: string, today: string): string | null {
  if (status === 'SCHEDULED') return addDays(today, random.integer(1, 6))
  if (status === 'IN_PROGRESS') return addDays(today, -random.integer(0, 3))
  return status === 'COMPLETED' && random.chance(0.7) ? doneOn : null
}

/** A window of two hours; null for a visit on the day of the report, because it was not scheduled. */
function drawVisit(
  random: Random,
  reportedOn: string,
  day: string | null,
): Pick<SeedWorkOrder, 'scheduled_start' | 'scheduled_end'> {
  if (day === null || day <= reportedOn) return { scheduled_start: null, scheduled_end: null }
  const hour = random.integer(14, 21)
  return { scheduled_start: `${day}T${hour}:00:00Z`, scheduled_end: `${day}T${hour + 2}:00:00Z` }
}

/** The completion time; work done on the day of the report is completed at the end of that day. */
function completedAt(random: Random, createdAt: string, day: string, doneOn: string): string {
  if (doneOn > day) return instantOn(random, doneOn)
  const lastMinute = `${day}T23:59:30Z`
  return createdAt > lastMinute ? createdAt : lastMinute
}

/** The cost. In-house work costs only parts, and one job in ten is under warranty, a courtesy or never billed. */
function drawCost(random: Random, { cost: [least, most] }: Job, isVendor: boolean): number | null {
  if (random.chance(0.1)) return null
  const dollars = random.between(least, random.chance(0.15) ? most : least + (most - least) * 0.4)
  return Math.round(dollars * (isVendor ? 100 : 35))
}

const ENTRY_NOTES = [
  'Please knock loudly; works nights.',
  'Cat must not get out.',
  'Text before coming.',
  'Key at the office.',
  'Baby sleeps from 1 to 3.',
  'Gate code is on file.',
]
