/** Finds the lease of a unit for a payment or a work order, and the named resident. Pure. */
import type { KnownLease } from '#server/domain/leases/records.ts'
import { isRunning } from '../plan/other-leases.ts'
import { isSameName } from '../plan/similar-names.ts'
import { parseResidents } from '../read/names.ts'

/** The lease found. `residentId` is null if no resident is named, or if the named one is not on any lease of the unit; `isStranger` is true only in the second case. */
export type LeaseFor = { lease: KnownLease; residentId: string | null; isStranger: boolean }

/**
 * Finds the lease in force on the day; if there is none, the last that ended before it; otherwise the next to begin. Leases of the named resident
 * take precedence, so that a former resident who pays an old debt pays for their own lease.
 */
export function leaseFor(leases: readonly KnownLease[], day: string, named: string | undefined): LeaseFor | undefined {
  const people = named === undefined ? [] : parseResidents(named)
  const namedOn = ({ residents }: KnownLease) =>
    residents.find(({ resident }) => people.some(person => isSameName(resident, person)))?.resident
  const lease = leaseOn(leases.filter(namedOn), day) ?? leaseOn(leases, day)
  if (!lease) return undefined
  const resident = namedOn(lease)
  return { lease, residentId: resident?.id ?? null, isStranger: people.length > 0 && !resident }
}

/** Says that the payer of a payment is not on any lease of the unit. */
export function strangerMessage(payer: string | undefined): string {
  return `${payer} is not on any lease of the unit, so the payment is imported without the resident. Correct the name, or ignore this if someone else pays.`
}

function leaseOn(leases: readonly KnownLease[], day: string): KnownLease | undefined {
  const running = leases.find(lease => isRunning(lease, day))
  if (running) return running
  const ended = leases.filter(({ move_out_date: moveOutDate }) => moveOutDate !== null && moveOutDate < day)
  const last = ended.toSorted((one, other) => ((one.move_out_date ?? '') < (other.move_out_date ?? '') ? 1 : -1))[0]
  // The stored leases are in the order of their start dates.
  return last ?? leases.find(({ start_date: startDate }) => startDate > day)
}
