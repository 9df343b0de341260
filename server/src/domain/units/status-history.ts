/** The status history of units, as a history that can be checked and corrected. */
import type { Context } from '#server/platform/context.ts'
import type { History } from '../history.ts'
import {
  computeStatuses,
  listStatusDifferences,
  listUnitIds,
  listUnitsByZone,
  lockTimeZone,
} from './status-history-queries.ts'

export const unitStatuses: History = {
  name: 'unit_status_spans',
  keys: 'units',
  listKeys: listUnitIds,
  listDifferences: listStatusDifferences,
  async correct({ db }, unitIds) {
    await db.query(computeStatuses, [db.organizationId, unitIds])
  },
}

const UNITS_AT_ONCE = 500

/**
 * Recomputes the units that have a lease whose day of signing differs in the new zone, because that day determines when they start to be rented
 * ahead. If another transaction computes in the old zone at the same time, this one runs again, since it could not see the other's lease.
 */
export async function refreshAfterZoneChange(
  context: Context,
  zones: { before: string; after: string },
): Promise<void> {
  const { db } = context
  await db.query(lockTimeZone, [db.organizationId, true])
  let last = ''
  for (;;) {
    const found = await db.query(listUnitsByZone, [db.organizationId, last, zones.before, zones.after, UNITS_AT_ONCE])
    const units = found.map(({ id }) => id)
    if (units.length === 0) return
    await unitStatuses.correct(context, units)
    last = units.at(-1)!
  }
}
