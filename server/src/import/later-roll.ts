/** Reports that a rent roll of a later day was imported before, because an older file sets back what has no date in Gatehouse. */
import { statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'
import type { Outcome } from './outcome.ts'
import type { Noun } from './plan/row-plan.ts'

/** The rent roll of the latest day after `$2` that was imported. */
export const findLaterRoll = statement<{ file: string; asOf: string }>(
  'find_later_rent_roll',
  `select coalesce(after ->> 'file', '') as file, after ->> 'as_of' as "asOf"
     from administrative_log
    where organization_id = $1 and action = 'import.rent_roll' and after ->> 'as_of' > $2
    order by after ->> 'as_of' desc, id desc limit 1`,
)

/**
 * The records in which a file changes the present, whatever its day is. Units are not among them, because an older file may only put a unit in
 * service earlier.
 */
const UNDATED = ['properties', 'residents', 'leases', 'charges'] as const satisfies readonly Noun[]

/** Compares only files that change something stored: a file of a property that no earlier file had changes nothing. */
export async function reportLaterRoll({ db }: Context, outcome: Outcome): Promise<void> {
  const { asOf, updated, reported } = outcome
  if (UNDATED.every(noun => updated[noun] === 0)) return
  const [later] = await db.query(findLaterRoll, [db.organizationId, asOf])
  if (!later) return
  const message = `A rent roll of a later day, ${later.asOf}, was imported before (${later.file}). What this file of ${asOf} states differently replaces what is in Gatehouse now, such as rents, the end of a lease and phone numbers. If both have the same units, import the later file again after this one.`
  reported.add({ line: undefined, unit: '', message })
}
