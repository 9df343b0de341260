/**
 * How the recurring charges of a lease change. Code and description tell one charge from another; each is a row of spans that do not
 * overlap. A span is closed, never taken back, so that earlier days keep what was charged on them.
 */
import type { RECURRING_CHARGE_CODES } from '#contract/v1/leases.ts'
import { addDays } from '#server/base/dates.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { LeaseCharge } from './records.ts'

export type Charge = Omit<LeaseCharge, 'leaseId'>
type Code = (typeof RECURRING_CHARGE_CODES)[number]

/** One charge from a day on: a new amount, or null to end it before the day. `to` left out keeps the end that was agreed. */
export type ChargeChange = {
  code: Code
  description?: string
  amount_cents: number | null
  to?: string | null
  /** Where a field of it stands in the input, for a refusal to name. */
  at: (field?: string) => string
}

/** Words for a charge that has none. */
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
    if (from < startDate) throw fieldError(at('from'), `must not be before the lease begins on ${startDate}`)
    if (to !== null && to < from) throw fieldError(at('to'), `must not be before ${from}`)
    const charge = { code, description, amountCents: amount_cents, effectiveFrom: from, effectiveTo: to }
    if (charges.some(other => isSame(other, charge) && meet(other, charge))) {
      throw fieldError(at('from'), 'lies within another span of the same charge; give this one another description')
    }
    charges.push(charge)
  }
  return charges
}

/** The rows to write so that `changes` hold from `day` on. */
export function changedCharges(charges: readonly Charge[], day: string, changes: readonly ChargeChange[]): Charge[] {
  const seen: Line[] = []
  return changes.flatMap(change => {
    const line = { code: change.code, description: change.description ?? DESCRIPTIONS[change.code] }
    if (seen.some(other => isSame(other, line))) throw fieldError(change.at(), 'names the same charge again')
    seen.push(line)
    const spans = charges.filter(charge => isSame(charge, line) && !isWithdrawn(charge))
    return change.amount_cents === null
      ? endedLine(spans, day, change)
      : changedLine(spans, day, line, { ...change, amount_cents: change.amount_cents })
  })
}

type Line = { code: Code; description: string }

/** Also what was agreed for later does not come. */
function endedLine(spans: readonly Charge[], day: string, { at }: ChargeChange): Charge[] {
  const coming = spans.filter(charge => charge.effectiveFrom >= day)
  const closed = closedBefore(spans, day)
  if (coming.length + closed.length === 0) throw fieldError(at(), `names no charge in force on ${day} or later`)
  return [...closed, ...coming.map(withdrawn)]
}

function changedLine(
  spans: readonly Charge[],
  day: string,
  line: Line,
  { amount_cents: amountCents, to, at }: ChargeChange & { amount_cents: number },
): Charge[] {
  checkSign(at('amount_cents'), line.code, amountCents)
  const present = spans.find(charge => isInForce(charge, day))
  const [next] = spans
    .map(charge => charge.effectiveFrom)
    .filter(from => from > day)
    .sort()
  if (to && to < day) throw fieldError(at('to'), `must not be before ${day}`)
  if (to !== undefined && next !== undefined && (to === null || to >= next)) {
    throw fieldError(at('to'), `must be before ${next}, from when another amount is agreed`)
  }
  const agreed = present ? present.effectiveTo : next === undefined ? null : addDays(next, -1)
  const effectiveTo = to === undefined ? agreed : to
  if (present?.amountCents === amountCents && present.effectiveTo === effectiveTo) return []
  return [...closedBefore(spans, day), { ...line, amountCents, effectiveFrom: day, effectiveTo }]
}

function closedBefore(spans: readonly Charge[], day: string): Charge[] {
  return spans
    .filter(charge => isInForce(charge, day) && charge.effectiveFrom < day)
    .map(charge => ({ ...charge, effectiveTo: addDays(day, -1) }))
}

/** The rows to write so that nothing is charged after `lastDay`. What ended with the stay when it ended on `before` ends with it again. */
export function endedCharges(charges: readonly Charge[], lastDay: string, before: string | null): Charge[] {
  return charges.flatMap(charge => {
    const { effectiveFrom: from, effectiveTo: to } = charge
    if (isWithdrawn(charge)) return []
    if (from > lastDay) return [withdrawn(charge)]
    return to === null || to > lastDay || (to === before && to < lastDay) ? [{ ...charge, effectiveTo: lastDay }] : []
  })
}

/** The change that makes `rentCents` the rent from `day` on, for as long as the lease runs. */
export function rentChange(charges: readonly Charge[], day: string, rentCents: number): ChargeChange {
  const rents = rentsOn(charges, day)
  if (rents.length > 1) {
    throw fieldError('rent_cents', 'cannot be shared among several charges of code RENT; give each of them in charges')
  }
  const description = rents[0]?.description ?? DESCRIPTIONS.RENT
  return { code: 'RENT', description, amount_cents: rentCents, to: null, at: () => 'rent_cents' }
}

export function rentsOn(charges: readonly Charge[], day: string): Charge[] {
  return charges.filter(charge => charge.code === 'RENT' && isInForce(charge, day) && !isWithdrawn(charge))
}

export function isInForce({ effectiveFrom, effectiveTo }: Charge, day: string): boolean {
  return effectiveFrom <= day && (effectiveTo === null || effectiveTo >= day)
}

function isSame(one: Line, other: Line): boolean {
  return one.code === other.code && one.description === other.description
}

function meet(one: Charge, other: Charge): boolean {
  const isBefore = (a: Charge, b: Charge) => a.effectiveTo !== null && a.effectiveTo < b.effectiveFrom
  return !isBefore(one, other) && !isBefore(other, one)
}

/** Rows are never deleted: what was agreed and never came into force is nothing, for a day. */
function withdrawn(charge: Charge): Charge {
  return { ...charge, amountCents: 0, effectiveTo: charge.effectiveFrom }
}

function isWithdrawn({ amountCents, effectiveFrom, effectiveTo }: Charge): boolean {
  return amountCents === 0 && effectiveFrom === effectiveTo
}

function checkSign(path: string, code: Code, amountCents: number): void {
  if (code === 'CONCESSION' && amountCents > 0) throw fieldError(path, 'must not be above 0: a CONCESSION is negative')
  if (code !== 'CONCESSION' && amountCents < 0)
    throw fieldError(path, 'must not be below 0; write a CONCESSION instead')
}
