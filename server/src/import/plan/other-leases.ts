/** Plans the other leases of a unit: those that the row contradicts, and those that it would overlap. Pure. */
import { addDays, todayIn } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import type { KnownLease, LeaseRecord } from '#server/domain/leases/records.ts'
import { CLOSE_MISSING } from '../option-words.ts'
import { fullName, namesOf } from '../read/full-name.ts'
import { statusName, type TenancyRecord } from '../read/records.ts'
import { endCharges } from './charges.ts'
import { namesOn, residentsOfEnd } from './residents.ts'
import { FOREVER, type PlanTerms, type RowPlan } from './row-plan.ts'
import { mayBeSamePerson } from './similar-names.ts'

/** Reports current and future leases that the file contradicts, and ends them only with `closeMissing`. Returns the ended leases. */
export function endContradicted(
  plan: RowPlan,
  leases: readonly KnownLease[],
  matches: readonly KnownLease[],
  lease: LeaseRecord | undefined,
  { asOf, timeZone, closeMissing }: PlanTerms,
): LeaseRecord[] {
  const { row } = plan
  const ended: LeaseRecord[] = []
  const others = leases.filter(other => !matches.includes(other))
  for (const old of others.filter(other => occupies(other, leases, asOf))) {
    const lastDay = addDays(row.tenancy && lease ? lease.start_date : asOf, -1)
    ended.push(...endCurrent(plan, old, lastDay, { asOf, closeMissing }))
  }
  const isUnrented = row.status === 'VACANT_UNRENTED' || row.status === 'NOTICE_UNRENTED'
  if (!isUnrented && row.futureTenancies.length === 0) return ended
  // An older file cannot state a lease that was signed after its day.
  const coming = others.filter(other => isUpcoming(other, leases, asOf) && isSignedBy(other, asOf, timeZone))
  for (const old of coming) {
    const refusal = refusalForNames(old, row.futureTenancies)
    if (refusal) {
      plan.refuse('Tenant', refusal)
      continue
    }
    const what = `The lease of ${namesOn(old)} from ${old.start_date} is not in the file`
    if (closeMissing) ended.push(endLease(plan, old, { stage: 'CANCELLED', cancelled_on: asOf }, `${what}: canceled`))
    else plan.report(`${what}. Choose ${CLOSE_MISSING} to cancel it.`)
  }
  return ended
}

/** Ends a lease that occupies the unit, with `lastDay` as its last day, or says why it is not ended. */
function endCurrent(
  plan: RowPlan,
  old: KnownLease,
  lastDay: string,
  { asOf, closeMissing }: Pick<PlanTerms, 'asOf' | 'closeMissing'>,
): LeaseRecord[] {
  const { row } = plan
  const who = namesOn(old)
  const isPossible = lastDay >= old.start_date
  const refusal = row.tenancy && refusalForNames(old, [row.tenancy])
  if (refusal) {
    plan.refuse('Tenant', refusal)
  } else if (!isPossible && row.tenancy) {
    plan.refuse(
      'Lease From',
      `The file has ${namesOf(row.tenancy.residents)} in the unit from ${addDays(lastDay, 1)}, but ${who} has occupied it in Gatehouse since ${old.start_date}. Correct the date or the tenant; if it is the same resident under another name, change the name in Gatehouse first.`,
    )
  } else if (row.tenancy && !closeMissing) {
    plan.refuse(
      'Tenant',
      `The unit is occupied by ${who} in Gatehouse, and by ${namesOf(row.tenancy.residents)} in the file. Choose ${CLOSE_MISSING} to move them out on ${lastDay}, or correct the tenant; if it is the same resident under another name, change the name in Gatehouse first.`,
    )
  } else if (!isPossible) {
    plan.report(`No longer in the file: ${who}. They moved in on ${old.start_date}, so they are not moved out.`)
  } else if (closeMissing) {
    plan.movedOut++
    plan.changes.leaseResidents.push(...residentsOfEnd(old, lastDay))
    plan.changes.charges.push(...endCharges(old, lastDay, asOf))
    return [endLease(plan, old, { move_out_date: lastDay }, `${who} moved out on ${lastDay}`)]
  } else {
    plan.report(
      `No longer in the file: ${who}. The unit is ${statusName(row.status)} in the file. Choose ${CLOSE_MISSING} to move them out on ${lastDay}.`,
    )
  }
  return []
}

/**
 * Returns why a lease cannot be ended for those of the file: a resident of the file may be one of its residents under another name, and would then have a
 * second lease. Returns undefined if no names are alike.
 */
function refusalForNames(old: KnownLease, tenancies: readonly TenancyRecord[]): string | undefined {
  const stored = old.residents.filter(({ role_on_day: role }) => role !== null).map(({ resident }) => resident)
  for (const person of tenancies.flatMap(({ residents }) => residents)) {
    const like = stored.find(resident => mayBeSamePerson(person, resident))
    if (like)
      return `${fullName(person)} in the file may be ${fullName(like)}, who has a lease of the unit from ${old.start_date} in Gatehouse. If they are the same resident, correct the name in the file or in Gatehouse; if not, end that lease in Gatehouse first.`
  }
  return undefined
}

function endLease(plan: RowPlan, old: KnownLease, end: Partial<LeaseRecord>, words: string): LeaseRecord {
  const lease = { ...recordOf(old), ...end }
  plan.changes.leases.push({ to: lease, isNew: false })
  plan.report(`${words}.${toSettle(old)}`)
  plan.words.push(words)
  return lease
}

/** Says what is still to be settled of a lease that an import ends, because it ends the lease and not its money; empty if that is nothing. */
export function toSettle({ deposit_cents: deposit, balance_cents: balance }: KnownLease): string {
  const open = [
    ...(deposit > 0 ? [`holds a deposit of ${formatCents(deposit)}`] : []),
    ...(balance > 0 ? [`owes ${formatCents(balance)}`] : []),
    ...(balance < 0 ? [`has a credit of ${formatCents(-balance)}`] : []),
  ]
  return open.length > 0 ? ` The lease still ${open.join(' and ')}. Settle this in Gatehouse.` : ''
}

/** Rejects a row whose lease overlaps another, because the database would otherwise refuse the whole import. */
export function refuseOverlap(plan: RowPlan, leases: readonly KnownLease[], changed: readonly LeaseRecord[]): void {
  for (const lease of changed) {
    const other = overlapOf(lease, [...leases.filter(({ id }) => changed.every(each => each.id !== id)), ...changed])
    if (!other) continue
    const who = leases.find(({ id }) => id === other.id)
    plan.refuse(
      'Lease From',
      `The lease from ${lease.start_date} would overlap the one of ${who ? namesOn(who) : 'the same unit'} from ${termWords(other)}. Correct the dates.`,
    )
    return
  }
}

/** The days of a lease in a message: `2026-01-01 to 2026-12-31`. */
export function termWords(lease: LeaseRecord): string {
  return `${lease.start_date} to ${lastDayOf(lease) === FOREVER ? 'an open end' : lastDayOf(lease)}`
}

/** Finds a signed lease that occupies the unit on some day of this one. */
export function overlapOf(lease: LeaseRecord, leases: readonly LeaseRecord[]): LeaseRecord | undefined {
  if (lease.stage !== 'SIGNED') return undefined
  return leases.find(
    ({ id, stage, ...each }) =>
      id !== lease.id &&
      stage === 'SIGNED' &&
      each.start_date <= lastDayOf(lease) &&
      lastDayOf(each) >= lease.start_date,
  )
}

/** Whether a lease is the current one on a day: the earliest in force. A lease that begins later, or after a holdover moves out, is a future lease. */
export function occupies(lease: LeaseRecord, leases: readonly LeaseRecord[], day: string): boolean {
  return isRunning(lease, day) && !isAnotherBefore(lease, leases, day)
}

/** Whether a lease was signed on the day or before. */
export function isSignedBy({ stage, signed_at: signedAt }: LeaseRecord, day: string, timeZone: string): boolean {
  return stage === 'SIGNED' && signedAt !== null && todayIn(timeZone, Date.parse(signedAt)) <= day
}

export function isUpcoming(lease: LeaseRecord, leases: readonly LeaseRecord[], day: string): boolean {
  return lease.start_date > day || (isRunning(lease, day) && isAnotherBefore(lease, leases, day))
}

function isAnotherBefore({ start_date: startDate }: LeaseRecord, leases: readonly LeaseRecord[], day: string): boolean {
  return leases.some(other => other.stage === 'SIGNED' && other.start_date < startDate && isRunning(other, day))
}

export function isRunning({ start_date: startDate, move_out_date: moveOutDate }: LeaseRecord, day: string): boolean {
  return startDate <= day && (moveOutDate === null || moveOutDate >= day)
}

export function recordOf({
  residents,
  charges,
  deposit_cents: depositCents,
  balance_cents: balanceCents,
  ...lease
}: KnownLease): LeaseRecord {
  return lease
}

/** The last day on which the lease occupies its unit. */
function lastDayOf({
  move_out_date: moveOutDate,
  end_date: endDate,
}: Pick<LeaseRecord, 'move_out_date' | 'end_date'>): string {
  return moveOutDate ?? endDate ?? FOREVER
}
