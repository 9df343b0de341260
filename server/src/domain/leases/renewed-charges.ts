/** What a renewal changes about the recurring charges of its lease, and what they are once the renewal is canceled. */
import { addDays } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Charge, isSameCharge, isWithdrawn, spansOverlap, withdraw } from './charges.ts'

/** A charge that the renewal stored, and what it was before; null if there was none. */
export type RenewedCharge = { before: Charge | null; after: Charge }

export function renewedCharges(charges: readonly Charge[], changes: readonly Charge[]): RenewedCharge[] {
  return changes.map(after => ({ before: charges.find(charge => isSameRow(charge, after)) ?? null, after }))
}

/**
 * The rows to store so that the charges go on as they were agreed without the renewal that starts on `startsOn`. What was agreed since for the days
 * before it stays. Refused if a charge was changed again from that day on, because nobody knows whether that was meant to last without the renewal.
 */
export function restoredCharges(
  charges: readonly Charge[],
  renewed: readonly RenewedCharge[],
  startsOn: string,
): Charge[] {
  const restored = renewed.flatMap(each => restoredCharge(charges, each, startsOn))
  const agreed = [...charges.filter(charge => !restored.some(row => isSameRow(row, charge))), ...restored]
  for (const row of restored.filter(charge => !isWithdrawn(charge))) {
    const others = agreed.filter(other => other !== row && isSameCharge(other, row) && !isWithdrawn(other))
    if (others.some(other => spansOverlap(other, row))) throw changedSince(row)
  }
  return restored
}

function restoredCharge(charges: readonly Charge[], { before, after }: RenewedCharge, startsOn: string): Charge[] {
  if (after.effective_from < startsOn) {
    const last = charges.find(
      charge => isSameCharge(charge, after) && charge.effective_to === addDays(startsOn, -1) && !isWithdrawn(charge),
    )
    return last && before ? [{ ...last, effective_to: before.effective_to }] : []
  }
  const present = charges.find(charge => isSameRow(charge, after))
  const isKept = present?.amount_cents === after.amount_cents && present.effective_to === after.effective_to
  if (!isKept) throw changedSince(after)
  return [before ?? withdraw(after)]
}

function changedSince({ description, effective_from }: Charge): Refusal {
  return new Refusal(
    'conflict',
    `${description} was changed from ${effective_from} or a later day on after the lease was renewed. Change it back before you cancel the renewal.`,
  )
}

function isSameRow(one: Charge, other: Charge): boolean {
  return isSameCharge(one, other) && one.effective_from === other.effective_from
}
