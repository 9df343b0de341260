/** Plans the changes to the monthly charges of a lease. Pure. */
import { addDays } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import type { KnownLease, LeaseCharge } from '#server/domain/leases/records.ts'
import { sumOf } from '../read/amounts.ts'
import { comparable } from '../read/cells.ts'
import type { LeaseRecord as FileLease } from '../read/records.ts'
import { RENT_ROLL } from '../read/rent-roll-headers.ts'
import { FOREVER, type RowPlan } from './row-plan.ts'

type Stated = Pick<LeaseCharge, 'code' | 'description' | 'amount_cents'>

/**
 * Compares the charges of the file with those in force on `day`, code by code. If a code differs, the old charge ends the day before
 * and a new one begins, until the next stored change. A code that the file does not state is unchanged.
 */
export function planCharges(
  plan: RowPlan,
  leaseId: string,
  stated: Pick<FileLease, 'rentCents' | 'otherCharges'>,
  stored: KnownLease['charges'],
  day: string,
): void {
  const inForce = stored.filter(charge => charge.effective_from <= day && lastDay(charge) >= day)
  const change: Change = { plan, leaseId, stored, inForce, day }
  // A lease that had no charges before, as a new one, has none that change.
  const changed = (before: number, after: number) =>
    inForce.length > 0 ? `${formatCents(before)} → ${formatCents(after)}` : formatCents(after)
  const rentBefore = sumOf(inForce.filter(({ code }) => code === 'RENT'))
  plan.figures.rentCents += stated.rentCents ?? rentBefore
  if (stated.rentCents !== undefined && stated.rentCents !== rentBefore) {
    const rent = { code: 'RENT', description: 'Rent', amount_cents: stated.rentCents } as const
    replace(change, 'RENT', [rent])
    plan.words.push(`rent ${changed(rentBefore, stated.rentCents)}`)
  }
  if (stated.otherCharges === undefined) return
  const others = inForce.filter(({ code }) => code !== 'RENT')
  if (stated.otherCharges.every(isOneFigure) && sumOf(stated.otherCharges) === sumOf(others)) return
  for (const code of new Set([...others, ...stated.otherCharges].map(charge => charge.code))) {
    const ofCode = stated.otherCharges.filter(charge => charge.code === code)
    const before = sumOf(others.filter(charge => charge.code === code))
    if (sumOf(ofCode) === before) continue
    replace(change, code, ofCode)
    plan.words.push(`${code.toLowerCase().replaceAll('_', ' ')} ${changed(before, sumOf(ofCode))}`)
  }
}

/** Whether a charge is the one figure that a file has for all other charges, whose codes it does not state. It is a concession if it is below zero. */
function isOneFigure({ code, description }: Stated): boolean {
  return (
    code === 'OTHER' ||
    (code === 'CONCESSION' && RENT_ROLL.known.get(comparable(description))?.field === 'otherCharges')
  )
}

/** The context in which charges are replaced: those that are stored, and those in force on the day of the change. */
type Change = { plan: RowPlan; leaseId: string; stored: readonly Stored[]; inForce: readonly Stored[]; day: string }

/** Replaces the charges of a code that are in force. */
function replace(change: Change, code: LeaseCharge['code'], charges: readonly Stated[]): void {
  const { plan, leaseId, inForce, day } = change
  const old = inForce.filter(charge => charge.code === code)
  const until = endOf(change, old, code)
  for (const charge of old) {
    const isStated = charges.some(same => same.description === charge.description && same.amount_cents)
    const stored = { ...charge, lease_id: leaseId }
    if (charge.effective_from < day) {
      plan.changes.charges.push({ to: { ...stored, effective_to: addDays(day, -1) }, isNew: false })
    } else if (!isStated) {
      // A charge that began on this day is set to zero, because charges are never deleted.
      plan.changes.charges.push({ to: { ...stored, amount_cents: 0 }, isNew: false })
    }
  }
  for (const { description, amount_cents } of charges) {
    if (amount_cents === 0) continue
    const isNew = !old.some(same => same.effective_from === day && same.description === description)
    const to = { lease_id: leaseId, code, description, amount_cents, effective_from: day, effective_to: until }
    plan.changes.charges.push({ to, isNew })
  }
}

/** The day before the next stored change of the code or, if there is none, the last day of the charges that end. */
function endOf({ stored, day }: Change, old: readonly Stored[], code: LeaseCharge['code']): string | null {
  const [later] = stored.filter(charge => charge.code === code && charge.effective_from > day)
  if (later) return addDays(later.effective_from, -1)
  const last = old.map(lastDay).sort().at(-1)
  return last === undefined || last === FOREVER ? null : last
}

type Stored = KnownLease['charges'][number]

function lastDay({ effective_to }: Stored): string {
  return effective_to ?? FOREVER
}
