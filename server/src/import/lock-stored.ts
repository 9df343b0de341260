/**
 * Locks everything that an import may change before it writes its first row, in the order of all locks: properties, units, leases, residents.
 * The records that it reads stay as they are until it writes them back, so no change that somebody else makes during the import is lost. If each batch
 * locked its own rows, an import would hold the leases of one batch while it waits for those of the next, and a run of monthly charges does
 * the same, so the two could deadlock.
 */
import { lockLeasesOfProperties } from '#server/domain/leases/known-leases.ts'
import { lockProperties } from '#server/domain/properties/operations.ts'
import { lockResidentsOfProperties } from '#server/domain/residents/operations.ts'
import { lockUnits } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'

/** Locks the properties that a rent roll names, with their units and leases, and the residents on these leases. */
export async function lockPortfolio(context: Context, properties: readonly { id: string }[]): Promise<void> {
  const ids = properties.map(({ id }) => id)
  await lockProperties(context, ids)
  await lockUnits(context, ids)
  await lockLeasesOfProperties(context, ids)
  await lockResidentsOfProperties(context, ids)
}

/** Locks the leases of the properties that a file of payments or ledger lines names; the import changes nothing else. */
export async function lockMoneyOf(context: Context, properties: readonly { id: string }[]): Promise<void> {
  await lockLeasesOfProperties(
    context,
    properties.map(({ id }) => id),
  )
}
