/** Units as members see them: the list, and one unit with its rates, its leases and the steps it allows. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { findListedLeases } from '../leases/detail.ts'
import { wordsTyped } from '../search-words/terms.ts'
import { findMoreOfUnit, unitList } from './detail-queries.ts'
import { STATUSES_OF_GROUP } from './groups.ts'
import { findUnit, type UnitFacts } from './queries.ts'
import { type Reason, stepsOf, whyNotListed } from './rules.ts'

export type UnitDetail = OutputOf<ConsoleContract['getUnit']>

/** A unit as it is today, and why it is not listed, if it is not. */
export type UnitToday = UnitFacts & { not_listed_because: Reason[] }

/** Lists units by the property's name and then the label, unless another order is requested. */
export const listUnits: ConsoleOperations['listUnits'] = (
  { db, today },
  { limit, offset, sort, is_listed, group, search, ...filters },
) => {
  const listed = is_listed === undefined ? {} : { is_listed: is_listed === 'true' }
  const grouped =
    group === undefined
      ? {}
      : group === 'TO_MAKE_READY'
        ? { to_make_ready: true }
        : { statuses: STATUSES_OF_GROUP[group] }
  return list(
    db,
    unitList,
    [today],
    { ...filters, ...wordsTyped(search), ...listed, ...grouped },
    { limit, offset, sort },
  )
}

export const getUnit: ConsoleOperations['getUnit'] = async (context, { unit_id }) =>
  detailOf(context, await readUnit(context, unit_id))

export async function readUnit({ db, today }: Context, id: string): Promise<UnitToday> {
  const found = requireOne(await db.query(findUnit, [db.organizationId, today, id]), 'unit')
  return { ...found, not_listed_because: whyNotListed(found) }
}

/** Adds its rates, its current and next lease, and the steps it allows to a unit that was just read. */
export async function detailOf(context: Context, unit: UnitToday): Promise<UnitDetail> {
  const { db, today } = context
  const found = onlyRow(await db.query(findMoreOfUnit, [db.organizationId, today, unit.unit_id]))
  const { current_lease_id, coming_lease_id, ...more } = found
  const ids = [current_lease_id, coming_lease_id].filter(id => id !== null)
  const leases = ids.length === 0 ? new Map() : await findListedLeases(context, ids)
  return {
    ...unit,
    ...more,
    current_lease_id,
    is_in_listings: unit.not_listed_because.length === 0,
    current_lease: leases.get(current_lease_id) ?? null,
    coming_lease: leases.get(coming_lease_id) ?? null,
    allowed_steps: stepsOf(unit, today),
  }
}
