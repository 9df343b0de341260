/** Derives a generated unit's rent-roll status from its dates alone, as the service would. */
import type { Situation } from '#server/seed/occupancy.ts'
import type { SeedLease, SeedUnit } from '#server/seed/records.ts'

/** A day after all others, which stands for an open end. */
export const FOREVER = '9999-12-31'

/** The last day of a signed lease's claim on its unit. */
export function lastDayOf(lease: SeedLease): string {
  return lease.move_out_date ?? FOREVER
}

export function signedLeases(unit: SeedUnit): SeedLease[] {
  return unit.leases.filter(lease => lease.stage === 'SIGNED')
}

export function leaseToday(unit: SeedUnit, today: string): SeedLease | undefined {
  return signedLeases(unit).find(lease => lease.start_date <= today && lastDayOf(lease) >= today)
}

export function isOfflineToday(unit: SeedUnit, today: string): boolean {
  return unit.offlineSpans.some(span => span.from <= today && (span.to ?? FOREVER) >= today)
}

export function situationToday(unit: SeedUnit, today: string): Situation {
  if (isOfflineToday(unit, today)) return 'OFFLINE'
  const current = leaseToday(unit, today)
  const isRented = signedLeases(unit).some(lease => lease.start_date > today)
  if (!current) return isRented ? 'VACANT_RENTED' : 'VACANT_UNRENTED'
  if (current.eviction_filed_on) return 'EVICT'
  if (current.move_out_date) return isRented ? 'NOTICE_RENTED' : 'NOTICE_UNRENTED'
  return 'CURRENT'
}
