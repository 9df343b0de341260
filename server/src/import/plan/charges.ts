/** Plans the changes to the monthly charges of a lease. Pure. */
import { addDays, earlier, later } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import {
  type Charge,
  endedCharges,
  isInForce,
  isWithdrawn,
  NOT_ENDED,
  rentsOn,
  resumedCharges,
  wasEnded,
} from '#server/domain/leases/charges.ts'
import type { KnownLease, LeaseCharge } from '#server/domain/leases/records.ts'
import { sumOf } from '../read/amounts.ts'
import { comparable } from '../read/cells.ts'
import type { LeaseRecord as FileLease } from '../read/records.ts'
import { RENT_ROLL } from '../read/rent-roll-headers.ts'
import { isPostponed } from './lease-terms.ts'
import { isSame } from './properties.ts'
import { FOREVER, type Leased, type RowPlan } from './row-plan.ts'

type Stated = Pick<LeaseCharge, 'code' | 'description' | 'amount_cents'>

/**
 * Plans the charges of a lease as the file states them on the day of the file, or on the first day of a new lease. Those that a move-out had ended go on
 * if it is postponed, and those of a lease whose residents have moved out end with it.
 */
export function planCharges(
  plan: RowPlan,
  { lease, match, isFormer }: Leased,
  stated: Pick<FileLease, 'rentCents' | 'otherCharges'>,
  asOf: string,
): void {
  const stored = match?.charges ?? []
  const resumed = match && isPostponed(match, lease) ? resumedCharges(stored, endedBy(match, asOf)) : []
  const agreed = withChanges(stored, resumed)
  const day = match ? later(asOf, lease.start_date) : lease.start_date
  // A stored lease that has ended is charged nothing more, and its charges of earlier days stay.
  const isStated = !(isFormer && match)
  const changed = isStated ? changesOf(plan, agreed, stated, day) : []
  const ended = isFormer ? chargesOfEnd(withChanges(agreed, changed), lease.move_out_date, match, asOf) : []
  const changes = withChanges(withChanges(resumed, changed), ended)
  plan.changes.charges.push(...changesTo(lease.id, stored, changes))
  const after = withChanges(stored, changes)
  const lastDay = later(earlier(lease.move_out_date ?? asOf, asOf), lease.start_date)
  const rentBefore = sumOf(isFormer ? rentsOn(after, lastDay) : rentsOn(agreed, day))
  plan.figures.rentCents += (isStated ? stated.rentCents : undefined) ?? rentBefore
}

/** The charges that change if a stored lease ends on the day, as its end in the console changes them. */
export function endCharges(lease: KnownLease, day: string, asOf: string): ChargeChange[] {
  return changesTo(lease.id, lease.charges, chargesOfEnd(lease.charges, day, lease, asOf))
}

type ChargeChange = RowPlan['changes']['charges'][number]

function chargesOfEnd(
  charges: readonly Charge[],
  day: string | null,
  match: KnownLease | undefined,
  asOf: string,
): Charge[] {
  return day === null ? [] : endedCharges(charges, day, endedBy(match, asOf))
}

/** The last day of the stored lease if it has ended before the day. */
function endedBy(match: KnownLease | undefined, asOf: string): string | null {
  const before = match?.move_out_date ?? null
  return before !== null && before < asOf ? before : null
}

const keyOf = ({ code, description, effective_from }: Charge) => `${code} ${effective_from} ${description}`

/** The charges with those that replace them. */
function withChanges(charges: readonly Charge[], changes: readonly Charge[]): Charge[] {
  return [...new Map([...charges, ...changes].map(charge => [keyOf(charge), charge])).values()]
}

/** The charges to store, without those that are stored already. */
function changesTo(lease_id: string, stored: readonly Charge[], charges: readonly Charge[]): ChargeChange[] {
  const known = new Map(stored.map(charge => [keyOf(charge), charge]))
  return charges.flatMap(charge => {
    const before = known.get(keyOf(charge))
    return before && isSame(before, charge) ? [] : [{ to: { lease_id, ...charge }, isNew: !before }]
  })
}

/**
 * Compares the charges of the file with those in force on `day`, code by code. If a code differs, the old charge ends the day before
 * and a new one begins, until the next stored change. A code that the file does not state is unchanged.
 */
function changesOf(
  plan: RowPlan,
  charges: readonly Charge[],
  stated: Pick<FileLease, 'rentCents' | 'otherCharges'>,
  day: string,
): Charge[] {
  const stored = charges.filter(charge => !isWithdrawn(charge))
  const inForce = stored.filter(charge => isInForce(charge, day))
  const change: Change = { changed: [], stored, inForce, day }
  // A lease that had no charges before, as a new one, has none that change.
  const difference = (before: number, after: number) =>
    inForce.length > 0 ? `${formatCents(before)} → ${formatCents(after)}` : formatCents(after)
  const rentBefore = sumOf(inForce.filter(({ code }) => code === 'RENT'))
  if (stated.rentCents !== undefined && stated.rentCents !== rentBefore) {
    const rent = { code: 'RENT', description: 'Rent', amount_cents: stated.rentCents } as const
    replace(change, 'RENT', [rent])
    plan.words.push(`rent ${difference(rentBefore, stated.rentCents)}`)
  }
  if (stated.otherCharges === undefined) return change.changed
  const others = inForce.filter(({ code }) => code !== 'RENT')
  if (stated.otherCharges.every(isOneFigure) && sumOf(stated.otherCharges) === sumOf(others)) return change.changed
  for (const code of new Set([...others, ...stated.otherCharges].map(charge => charge.code))) {
    const ofCode = stated.otherCharges.filter(charge => charge.code === code)
    const before = sumOf(others.filter(charge => charge.code === code))
    if (sumOf(ofCode) === before) continue
    replace(change, code, ofCode)
    plan.words.push(`${code.toLowerCase().replaceAll('_', ' ')} ${difference(before, sumOf(ofCode))}`)
  }
  return change.changed
}

/** Whether a charge is the one figure that a file has for all other charges, whose codes it does not state. It is a concession if it is below zero. */
function isOneFigure({ code, description }: Stated): boolean {
  return (
    code === 'OTHER' ||
    (code === 'CONCESSION' && RENT_ROLL.known.get(comparable(description))?.field === 'otherCharges')
  )
}

/** The context in which charges are replaced: those that are stored, those in force on the day of the change, and those that are changed. */
type Change = { changed: Charge[]; stored: readonly Charge[]; inForce: readonly Charge[]; day: string }

/** Replaces the charges of a code that are in force. */
function replace(change: Change, code: LeaseCharge['code'], charges: readonly Stated[]): void {
  const { changed, inForce, day } = change
  const old = inForce.filter(charge => charge.code === code)
  const until = endOf(change, old, code)
  for (const charge of old) {
    const isStated = charges.some(same => same.description === charge.description && same.amount_cents)
    if (charge.effective_from < day) changed.push({ ...charge, effective_to: addDays(day, -1), ...NOT_ENDED })
    // A charge that began on this day is set to zero, because charges are never deleted.
    else if (!isStated) changed.push({ ...charge, amount_cents: 0, ...NOT_ENDED })
  }
  const ended = old.find(wasEnded)
  for (const { description, amount_cents } of charges) {
    if (amount_cents === 0) continue
    // A charge that a move-out has ended goes on with the new amount if the residents stay.
    const kept = ended ? { agreed_cents: amount_cents, agreed_to: ended.agreed_to ?? null } : NOT_ENDED
    changed.push({ code, description, amount_cents, effective_from: day, effective_to: until, ...kept })
  }
}

/** The day before the next stored change of the code or, if there is none, the last day of the charges that end. */
function endOf({ stored, day }: Change, old: readonly Charge[], code: LeaseCharge['code']): string | null {
  const [next] = stored.filter(charge => charge.code === code && charge.effective_from > day)
  if (next) return addDays(next.effective_from, -1)
  const last = old
    .map(({ effective_to }) => effective_to ?? FOREVER)
    .sort()
    .at(-1)
  return last === undefined || last === FOREVER ? null : last
}
