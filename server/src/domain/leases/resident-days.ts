/** Residents of a lease by day, decided without reading the database: the days and the roles of its residents, and what may change about them. */
import { isDeepStrictEqual } from 'node:util'
import { addDays, later } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { AgreedStay, FormerRole, LeaseResident, ResidentRole } from './records.ts'
import { checkWithinLease } from './rules.ts'

/** A resident of a lease as stored. */
export type StoredResident = Required<Omit<LeaseResident, 'lease_id'>> & { name: string }
/** The days of the lease. */
type LeaseDays = { start_date: string; move_out_date: string | null }

/** What a resident is until the end of a day; the last span has no end, and a null role is a time in which they are not on the lease. */
type Span = { role: ResidentRole | null; until: string | null }

/** The first day of the resident on the lease, or of their last stay if they left and came back. */
export function firstDayOf({ from_day }: Pick<StoredResident, 'from_day'>, { start_date }: LeaseDays): string {
  return from_day === null ? start_date : later(from_day, start_date)
}

/** The last day of the resident on the lease; null if there is none yet. */
export function lastDayOf({ to_day }: Pick<StoredResident, 'to_day'>, { move_out_date }: LeaseDays): string | null {
  return to_day === null || (move_out_date !== null && move_out_date < to_day) ? move_out_date : to_day
}

/** Returns the day as it is stored: null if the lease has not begun before it. */
export function storedFrom(field: string, day: string | null, lease: LeaseDays): string | null {
  if (day === null || day === lease.start_date) return null
  checkWithinLease(field, day, lease)
  return day
}

/**
 * The resident with another first day, while `others` are the other residents of the lease. On days in front of the present first day they have the role that
 * they had on it, but there is one primary resident on each day.
 */
export function withFirstDay(
  resident: StoredResident,
  day: string | null,
  lease: LeaseDays,
  others: readonly StoredResident[],
): StoredResident {
  const from_day = storedFrom('from', day, lease)
  const { name } = resident
  const first = firstDayOf({ from_day }, lease)
  const lastDay = lastDayOf(resident, lease)
  if (lastDay !== null && first > lastDay)
    throw fieldError('from', `must not be after ${lastDay}, the last day of ${name} on the lease`)
  const spans = spansOf(resident)
  const isLeft = ({ role }: Span, index: number) => role !== null && spans[index + 1]?.role === null
  const earlierEnd = spans.findLast(isLeft)?.until
  if (earlierEnd && first <= earlierEnd) {
    throw fieldError('from', `must be after ${earlierEnd}, the last day on which ${name} was on the lease before`)
  }
  const present = firstDayOf(resident, lease)
  const lost = first > present && primaryBetween(resident, present, addDays(first, -1))
  if (lost) throw formerPrimaryRefusal(resident, lost.until)
  const added = addDays(present, -1)
  const isTaken = others.some(other => primaryBetween(other, first, added))
  const kept = spans.filter(
    ({ role, until }) => role !== null && (until === null || from_day === null || until >= first),
  )
  const [atFirst] = kept
  const demoted =
    first < present && isTaken && atFirst?.role === 'PRIMARY' ? [{ role: 'CO_TENANT', until: added } as const] : []
  if (!earlierEnd) return fromSpans({ ...resident, from_day }, [...demoted, ...kept])
  const before = spans.slice(0, spans.findIndex(({ until }) => until === earlierEnd) + 1)
  const dayBefore = addDays(first, -1)
  const stay = [...demoted, ...kept.filter(span => !before.includes(span))]
  if (dayBefore > earlierEnd) {
    return fromSpans({ ...resident, from_day }, [...before, { role: null, until: dayBefore }, ...stay])
  }
  // They did not leave in between, so both stays are one.
  const absence = before.findLast(({ role }) => role === null)?.until
  return fromSpans({ ...resident, from_day: absence ? addDays(absence, 1) : null }, [...before, ...stay])
}

/** The resident with another last day, while `others` are the other residents of the lease. Null if they stay until the lease ends. */
export function withLastDay(
  resident: StoredResident,
  to_day: string | null,
  lease: LeaseDays,
  others: readonly StoredResident[],
): StoredResident {
  if (to_day === null) return { ...resident, to_day }
  const { name } = resident
  const firstDay = firstDayOf(resident, lease)
  if (to_day < firstDay) throw fieldError('to', `must not be before ${firstDay}, the first day of ${name} on the lease`)
  checkWithinLease('to', to_day, lease)
  const stays = (other: StoredResident) => other.to_day === null || other.to_day > to_day
  if (!others.some(stays)) {
    throw new Refusal(
      'conflict',
      `Nobody else stays on the lease after ${to_day}. If ${name} leaves, end the lease instead.`,
    )
  }
  const primary = spansOf(resident).find(({ role, until }) => role === 'PRIMARY' && (until === null || until > to_day))
  if (primary) throw primary.until === null ? primaryRefusal(name) : formerPrimaryRefusal(resident, primary.until)
  return { ...resident, to_day }
}

/**
 * Returns all residents of the lease once `changed`, one of them, has another role from a day on. A new primary resident makes the former one a
 * co-tenant on the days on which both would be primary.
 */
export function withRole(
  residents: readonly StoredResident[],
  changed: StoredResident,
  role: ResidentRole,
  day: string,
): StoredResident[] {
  if (role !== 'PRIMARY') {
    const primary = spansOf(changed).findLast(
      ({ role, until }) => role === 'PRIMARY' && (until === null || until >= day),
    )
    if (primary)
      throw primary.until === null ? primaryRefusal(changed.name) : formerPrimaryRefusal(changed, primary.until)
  }
  return residents.map(resident =>
    resident.resident_id === changed.resident_id
      ? changeRoles(changed, day, was => (was === null ? null : role))
      : role === 'PRIMARY'
        ? changeRoles(resident, day, was => (was === 'PRIMARY' ? 'CO_TENANT' : was))
        : resident,
  )
}

/** A resident who has left the lease, and is on it again from a day on. */
export function returned(resident: StoredResident, role: ResidentRole, from_day: string): StoredResident {
  const { to_day } = resident as { to_day: string }
  if (addDays(to_day, 1) === from_day) return changeRoles({ ...resident, to_day: null }, from_day, () => role)
  const spans = spansOf(resident).filter(({ until }) => until !== null && until < to_day)
  const absent = resident.from_day === null || spans.some(each => each.role === null) ? [] : [resident.from_day]
  return fromSpans({ ...resident, from_day, to_day: null }, [
    ...absent.map(day => ({ role: null, until: addDays(day, -1) })),
    ...spans,
    { role: roleOnLastDay(resident), until: to_day },
    { role: null, until: addDays(from_day, -1) },
    { role, until: null },
  ])
}

/**
 * The residents of a lease that ends on the day, with the stays and roles that they had by then. Those who were to join it later are on no day of the lease,
 * and none of them is its primary resident if another one is.
 */
export function residentsUntil(residents: readonly StoredResident[], day: string): StoredResident[] {
  const joinsLater = ({ from_day }: StoredResident) => from_day !== null && from_day > day
  const ended = residents.map(resident => endedOn(resident, day))
  const hasPrimary = ended.some(each => each.role === 'PRIMARY' && !joinsLater(each))
  return ended.map((each, index): StoredResident => {
    const resident = residents[index]!
    const isDemoted = hasPrimary && each.role === 'PRIMARY' && joinsLater(each)
    if (each === resident && !isDemoted) return resident
    return { ...each, ...(isDemoted && { role: 'CO_TENANT' }), before_end: agreedStay(resident) }
  })
}

/**
 * The residents of a lease that a move-out on `endedOn` has ended, with what that took away, because the move-out is corrected or canceled. If their
 * days or roles were changed since, these stay as they are.
 */
export function residentsBeforeEnd(residents: readonly StoredResident[], endedOn: string): readonly StoredResident[] {
  if (residents.every(({ before_end }) => before_end === null)) return residents
  const before = residents.map(each => (each.before_end ? { ...each, ...each.before_end, before_end: null } : each))
  const ended = residentsUntil(before, endedOn)
  const isUnchanged = residents.every((each, index) => isDeepStrictEqual(agreedStay(each), agreedStay(ended[index]!)))
  return isUnchanged ? before : residents.map(each => (each.before_end ? { ...each, before_end: null } : each))
}

function agreedStay({ role, from_day, to_day, former_roles }: StoredResident): AgreedStay {
  return { role, from_day, to_day, former_roles }
}

/**
 * The resident without their last stay on the lease, and so as they were when they left before; undefined if they have no earlier stay. Refused if they are
 * the primary resident on some of its days.
 */
export function withoutLastStay(resident: StoredResident, lease: LeaseDays): StoredResident | undefined {
  const first = firstDayOf(resident, lease)
  const primary = primaryBetween(resident, first, lastDayOf(resident, lease))
  if (primary) throw formerPrimaryRefusal(resident, primary.until)
  return earlierStay(resident)
}

/** The resident as they were when they left the lease, before they came back; undefined if they have only one stay. */
function earlierStay(resident: StoredResident): StoredResident | undefined {
  const spans = spansOf(resident)
  const lastAbsence = spans.findLastIndex(({ role }) => role === null)
  const earlier = spans.slice(0, Math.max(0, lastAbsence))
  const left = earlier.at(-1)
  if (!left) return undefined
  const absence = earlier.findLast(({ role }) => role === null)?.until
  const stay = { from_day: absence ? addDays(absence, 1) : null, to_day: left.until }
  return fromSpans({ ...resident, ...stay }, earlier)
}

/** The resident without the stays and the roles that begin after the day, unless they are on the lease only then. */
function endedOn(resident: StoredResident, day: string): StoredResident {
  const spans = spansOf(resident)
  if (resident.from_day !== null && resident.from_day > day) {
    const before = earlierStay(resident)
    return before ? endedOn(before, day) : resident
  }
  const begun = spans.filter((_, index) => index === 0 || spans[index - 1]!.until! < day)
  if (begun.length === spans.length) return resident
  return fromSpans(resident, [...begun.slice(0, -1), { ...begun.at(-1)!, until: null }])
}

/** The role of the resident on a day; null if they are not on the lease. */
export function roleOn(resident: StoredResident, day: string): ResidentRole | null {
  const { from_day, to_day } = resident
  if (to_day !== null && to_day < day) return null
  const span = spansOf(resident).find(({ until }) => until === null || until >= day)!
  return span.until === null && from_day !== null && from_day > day ? null : span.role
}

function roleOnLastDay(resident: StoredResident): ResidentRole | null {
  const { to_day } = resident
  return spansOf(resident).find(({ until }) => until === null || (to_day !== null && until >= to_day))!.role
}

function primaryRefusal(name: string): Refusal {
  return new Refusal('conflict', `${name} is the primary resident. Make another resident the primary one first.`)
}

function formerPrimaryRefusal({ name }: StoredResident, until: string | null): Refusal {
  if (until === null) return primaryRefusal(name)
  return new Refusal(
    'conflict',
    `${name} was the primary resident until ${until}. Make another resident the primary one on these days first.`,
  )
}

function spansOf({ role, former_roles }: StoredResident): Span[] {
  return [...(former_roles ?? []), { role, until: null }]
}

/** The first span in which the resident is the primary one on some of the days, which have no end if `last` is null. */
function primaryBetween(resident: StoredResident, first: string, last: string | null): Span | undefined {
  const { from_day } = resident
  return spansOf(resident).find(({ role, until }, index, all) => {
    const before = all[index - 1]?.until
    const from = before ? addDays(before, 1) : from_day
    return role === 'PRIMARY' && (from === null || last === null || from <= last) && (until === null || until >= first)
  })
}

/** Changes the roles that the resident has on the day and later. */
function changeRoles(
  resident: StoredResident,
  day: string,
  change: (role: ResidentRole | null) => ResidentRole | null,
): StoredResident {
  const dayBefore = addDays(day, -1)
  const { from_day } = resident
  const isAbsentBefore = (until: string | null) =>
    from_day !== null && day <= from_day && (until === null || until >= from_day)
  const spans = spansOf(resident).flatMap(({ role, until }, index, all): Span[] => {
    if (until !== null && until < day) return [{ role, until }]
    const before = all[index - 1]?.until ?? null
    const beginsBefore = (before === null || before < dayBefore) && !isAbsentBefore(until)
    return [...(beginsBefore ? [{ role, until: dayBefore }] : []), { role: change(role), until }]
  })
  return fromSpans(resident, spans)
}

/** The resident with these spans, of which those with the same role follow each other as one. */
function fromSpans(resident: StoredResident, spans: readonly Span[]): StoredResident {
  const merged = spans.filter(({ role, until }, index) => role !== spans[index + 1]?.role || until === null)
  const former = merged.slice(0, -1) as FormerRole[]
  return { ...resident, role: merged.at(-1)!.role!, former_roles: former.length > 0 ? former : null }
}
