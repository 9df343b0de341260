/**
 * How the recurring charges of a lease change. Charges are distinguished by code and description; each is stored as a row of spans that do not
 * overlap. A span is closed and never removed, so that earlier days keep what was charged on them.
 */
import type { RECURRING_CHARGE_CODES } from '#contract/v1/leases.ts'
import { addDays, earlier, later } from '#server/base/dates.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { LeaseCharge } from './records.ts'

export type Charge = Omit<LeaseCharge, 'lease_id'>
type Code = (typeof RECURRING_CHARGE_CODES)[number]

/** One charge from a day on: a new amount, or null to end the charge on the day before. If `to` is left out, the agreed end is kept. */
export type ChargeChange = {
  code: Code
  description?: string
  amount_cents: number | null
  to?: string | null
  /** The path of a field of the change in the input, for field errors. */
  at: (field?: string) => string
}

/** The description of a charge that is given without one. */
const DESCRIPTIONS: Readonly<Record<Code, string>> = {
  RENT: 'Rent',
  PARKING: 'Parking',
  PET: 'Pet',
  UTILITY: 'Utilities',
  STORAGE: 'Storage',
  LATE_FEE: 'Late fee',
  CONCESSION: 'Concession',
  OTHER: 'Other',
}

type NewCharge = { code: Code; description?: string; amount_cents: number; from?: string; to?: string | null }

/** The charges of a new lease. */
export function newCharges(given: readonly NewCharge[], startDate: string): Charge[] {
  const charges: Charge[] = []
  for (const [
    index,
    { code, description = DESCRIPTIONS[code], amount_cents, from = startDate, to = null },
  ] of given.entries()) {
    const at = (field: string) => `charges[${index}].${field}`
    checkSign(at('amount_cents'), code, amount_cents)
    if (from < startDate) throw fieldError(at('from'), `must not be before the lease starts on ${startDate}`)
    if (to !== null && to < from) throw fieldError(at('to'), `must not be before ${from}, the first day of the charge`)
    const charge = { code, description, amount_cents, effective_from: from, effective_to: to }
    if (charges.some(other => isSameCharge(other, charge) && spansOverlap(other, charge))) {
      throw fieldError(
        at('from'),
        'overlaps the days of the same charge. Change the days, or give this charge a different description',
      )
    }
    charges.push(charge)
  }
  return charges
}

/** The rows to store so that `changes` are in force from `day` on. */
export function changedCharges(charges: readonly Charge[], day: string, changes: readonly ChargeChange[]): Charge[] {
  const seen: Line[] = []
  return changes.flatMap(change => {
    const line = { code: change.code, description: change.description ?? DESCRIPTIONS[change.code] }
    if (seen.some(other => isSameCharge(other, line)))
      throw fieldError(change.at(), 'repeats a charge that is already in the list. Remove one of them')
    seen.push(line)
    const same = charges.filter(charge => isSameCharge(charge, line))
    const spans = same.filter(charge => !isWithdrawn(charge))
    const changed =
      change.amount_cents === null
        ? endedLine(spans, day, change)
        : changedLine(spans, day, line, { ...change, amount_cents: change.amount_cents })
    return [...changed, ...replacedCharges(same, day, changed, change.amount_cents === null)]
  })
}

/**
 * The rows to store once `changed` are in force from `day` on, where a charge that has the amount of the day before from then on goes on: what was
 * agreed from that day is withdrawn. If it stayed, it would end a later change to an earlier day.
 */
export function withdrawnChanges(charges: readonly Charge[], day: string, changed: readonly Charge[]): Charge[] {
  return changed.flatMap(row => {
    if (row.effective_from !== day || wasEnded(row)) return [row]
    const same = charges.filter(charge => isSameCharge(charge, row) && !isWithdrawn(charge) && !wasEnded(charge))
    const isReplaced = same.some(({ effective_from }) => effective_from === day)
    const before = same.find(({ effective_to }) => effective_to === addDays(day, -1))
    if (!isReplaced || before?.amount_cents !== row.amount_cents) return [row]
    return [{ ...before, effective_to: row.effective_to }, withdraw(row)]
  })
}

type Line = { code: Code; description: string }

/** Ends a charge; spans that were agreed for later are removed as well. */
function endedLine(spans: readonly Charge[], day: string, { at }: ChargeChange): Charge[] {
  const coming = spans.filter(charge => charge.effective_from >= day)
  const closed = closedBefore(spans, day)
  if (coming.length + closed.length === 0)
    throw fieldError(at(), `names a charge that is not in force on ${day} or later`)
  return [...closed, ...coming.map(withdraw)]
}

function changedLine(
  spans: readonly Charge[],
  day: string,
  line: Line,
  { amount_cents, to, at }: ChargeChange & { amount_cents: number },
): Charge[] {
  checkSign(at('amount_cents'), line.code, amount_cents)
  const present = spans.find(charge => isInForce(charge, day))
  const [next] = spans
    .map(charge => charge.effective_from)
    .filter(from => from > day)
    .sort()
  if (to && to < day) throw fieldError(at('to'), `must not be before ${day}, the first day of the change`)
  if (to !== undefined && next !== undefined && (to === null || to >= next)) {
    throw fieldError(at('to'), `must be before ${next}, because another amount is agreed from that day on`)
  }
  const agreed = present ? present.effective_to : next === undefined ? null : addDays(next, -1)
  const effective_to = to === undefined ? agreed : to
  if (present?.amount_cents === amount_cents && present.effective_to === effective_to) return []
  const changed = { ...line, amount_cents, effective_from: day, effective_to }
  // A charge that a move-out has ended goes on with the new amount if the residents stay.
  const follows = present !== undefined && wasEnded(present) && to === undefined
  const kept = follows && { agreed_cents: amount_cents, agreed_to: present.agreed_to ?? null }
  return [...closedBefore(spans, day), { ...changed, ...kept }]
}

/** The charges that a move-out withdrew and that the change replaces, so that they do not return if the residents stay. */
function replacedCharges(same: readonly Charge[], day: string, changed: readonly Charge[], isEnd: boolean): Charge[] {
  const last = changed.at(-1)
  if (last === undefined) return []
  const { effective_to: to } = agreedFor(last)
  const isReplaced = ({ effective_from: from }: Charge) => from > day && (isEnd || to === null || from <= to)
  return same
    .filter(charge => isWithdrawn(charge) && wasEnded(charge) && isReplaced(charge))
    .map(charge => ({ ...charge, ...NOT_ENDED }))
}

function closedBefore(spans: readonly Charge[], day: string): Charge[] {
  return spans
    .filter(charge => isInForce(charge, day) && charge.effective_from < day)
    .map(charge => ({ ...charge, effective_to: addDays(day, -1), ...NOT_ENDED }))
}

/**
 * The rows to store so that nothing is charged after `lastDay`. Each keeps what was agreed, so that a later day of the move-out, or none, restores it.
 * If nothing is kept of what was agreed, and the occupancy had ended on `before`, charges that ended on that day follow it to `lastDay`.
 */
export function endedCharges(charges: readonly Charge[], lastDay: string, before: string | null): Charge[] {
  const follow = !charges.some(wasEnded)
  return charges.flatMap(charge => {
    const agreed = agreedFor(charge)
    const { effective_from: from, effective_to: to } = agreed
    const ends = to === null || to > lastDay || (follow && to === before && to < lastDay)
    if (isWithdrawn(agreed) || (!ends && agreed === charge)) return []
    if (!ends) return [agreed]
    const kept = { agreed_cents: agreed.amount_cents, agreed_to: to }
    return [{ ...(from > lastDay ? withdraw(agreed) : { ...agreed, effective_to: lastDay }), ...kept }]
  })
}

/**
 * The rows to store so that the charges that a move-out ended go on as agreed. Those that were agreed to end on that day still do. If nothing is kept of what
 * was agreed, as for a lease that was stored with its end, the charges that ended with the occupancy on `endedOn` go on without an end; a concession
 * does not, because it may have been for those months only.
 */
export function resumedCharges(charges: readonly Charge[], endedOn: string | null): Charge[] {
  if (charges.some(wasEnded)) return charges.filter(wasEnded).map(agreedFor)
  return charges
    .filter(charge => endedOn !== null && charge.effective_to === endedOn && !isWithdrawn(charge))
    .filter(({ code }) => code !== 'CONCESSION')
    .map(charge => ({ ...charge, effective_to: null }))
}

/** Whether a move-out ended the charge. */
export function wasEnded({ agreed_cents }: Charge): boolean {
  return agreed_cents !== undefined && agreed_cents !== null
}

/** The charge as it was agreed before a move-out ended it. */
function agreedFor(charge: Charge): Charge {
  const { agreed_cents, agreed_to = null } = charge
  if (agreed_cents === undefined || agreed_cents === null) return charge
  return { ...charge, amount_cents: agreed_cents, effective_to: agreed_to, ...NOT_ENDED }
}

/** What a charge keeps if no move-out has ended it. */
export const NOT_ENDED = { agreed_cents: null, agreed_to: null }

/**
 * The rows to store so that the charges that begin with the lease on `firstDay`, and have not ended by `newFirstDay`, begin on that day. If an amount
 * was replaced by another one before the start was moved past both, moving the start back restores it: then the later amount begins on the day after
 * the earlier one ends, so that no day of the lease is charged twice or not at all.
 */
export function restartedCharges(charges: readonly Charge[], firstDay: string, newFirstDay: string): Charge[] {
  if (newFirstDay === firstDay) return []
  const agreed = charges.filter(charge => !isWithdrawn(charge))
  return agreed
    .filter(({ effective_to }) => effective_to === null || effective_to >= newFirstDay)
    .flatMap(charge => {
      const from = restartOf(charge, agreed, firstDay, newFirstDay)
      return from === charge.effective_from ? [] : [withdraw(charge), { ...charge, effective_from: from }]
    })
}

/** The first day of a charge once its lease begins on `newFirstDay` instead of `firstDay`. */
function restartOf(charge: Charge, agreed: readonly Charge[], firstDay: string, newFirstDay: string): string {
  const from = charge.effective_from
  const others = agreed.filter(other => other !== charge && isSameCharge(other, charge))
  const previous = others.filter(other => other.effective_from < from).map(({ effective_to }) => effective_to ?? '')
  if (from === firstDay) {
    const last = previous.sort().at(-1)
    return last === undefined ? newFirstDay : later(newFirstDay, addDays(last, 1))
  }
  const isReplaced = from < firstDay && others.length > previous.length
  return isReplaced && previous.length === 0 ? earlier(newFirstDay, from) : from
}

/**
 * The changes that make `rentCents` the rent from `day` on, until the lease ends. If the rents that are agreed for that day add up to it already, they
 * go on, until another rent that is agreed for later.
 */
export function rentChanges(charges: readonly Charge[], day: string, rentCents: number): ChargeChange[] {
  const rents = rentsOn(charges, day)
  const at = () => 'rent_cents'
  if (rents.length > 0 && rents.reduce((sum, { amount_cents }) => sum + amount_cents, 0) === rentCents) {
    return rents.map(({ description, amount_cents }) => {
      const end = firstRentAfter(charges, description, day) === undefined ? { to: null } : {}
      return { code: 'RENT', description, amount_cents, ...end, at }
    })
  }
  if (rents.length > 1) {
    throw fieldError('rent_cents', 'cannot be split among several charges with code RENT. Give each of them in charges')
  }
  const description = rents[0]?.description ?? DESCRIPTIONS.RENT
  const next = firstRentAfter(charges, description, day)
  if (next !== undefined) {
    throw fieldError('rent_cents', `cannot be set, because another rent is agreed from ${next} on. End that one first`)
  }
  return [{ code: 'RENT', description, amount_cents: rentCents, to: null, at }]
}

/** The first day after `day` from which a rent with the description is agreed. */
function firstRentAfter(charges: readonly Charge[], description: string, day: string): string | undefined {
  return charges
    .filter(charge => isSameCharge(charge, { code: 'RENT', description }) && !isWithdrawn(charge))
    .map(({ effective_from }) => effective_from)
    .filter(from => from > day)
    .sort()[0]
}

export function rentsOn(charges: readonly Charge[], day: string): Charge[] {
  return charges.filter(charge => charge.code === 'RENT' && isInForce(charge, day) && !isWithdrawn(charge))
}

export function isInForce({ effective_from, effective_to }: Charge, day: string): boolean {
  return effective_from <= day && (effective_to === null || effective_to >= day)
}

export function isSameCharge(one: Line, other: Line): boolean {
  return one.code === other.code && one.description === other.description
}

export function spansOverlap(one: Charge, other: Charge): boolean {
  const isBefore = (a: Charge, b: Charge) => a.effective_to !== null && a.effective_to < b.effective_from
  return !isBefore(one, other) && !isBefore(other, one)
}

/**
 * Withdraws a charge and returns its row. Rows are never deleted: a charge that was agreed upon but never came into force becomes a charge of 0 for
 * one day.
 */
export function withdraw(charge: Charge): Charge {
  return { ...charge, amount_cents: 0, effective_to: charge.effective_from, ...NOT_ENDED }
}

export function isWithdrawn({ amount_cents, effective_from, effective_to }: Charge): boolean {
  return amount_cents === 0 && effective_from === effective_to
}

function checkSign(path: string, code: Code, amountCents: number): void {
  if (code === 'CONCESSION' && amountCents > 0) throw fieldError(path, 'must be 0 or less for a CONCESSION')
  if (code !== 'CONCESSION' && amountCents < 0)
    throw fieldError(path, 'must be 0 or more. Use a CONCESSION to lower the rent')
}
