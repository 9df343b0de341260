/**
 * What an import may change, locked before its first row is written and in the order in which everybody locks: properties, units, leases.
 * A batch at a time it would hold the leases of one batch while it waits for those of the next, and so would whoever bills a month.
 */
import { lockLeasesOfProperties } from '#server/domain/leases/operations.ts'
import { lockProperties } from '#server/domain/properties/operations.ts'
import { lockUnits } from '#server/domain/units/operations.ts'
import type { Context } from '#server/platform/context.ts'

/** Of the properties that a file of the portfolio names, everything. */
export async function lockPortfolio(context: Context, properties: readonly { id: string }[]): Promise<void> {
  const ids = properties.map(({ id }) => id)
  await lockProperties(context, ids)
  await lockUnits(context, ids)
  await lockLeasesOfProperties(context, ids)
}

/** Of the properties that a file of payments names, their leases, which are all that changes. */
export async function lockMoneyOf(context: Context, properties: readonly { id: string }[]): Promise<void> {
  await lockLeasesOfProperties(
    context,
    properties.map(({ id }) => id),
  )
}
