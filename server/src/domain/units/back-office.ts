/** Units as the back office finds and opens them. */
import type { UnitStatus } from '#contract/v1/units.ts'
import { list, type Page, type Paged } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { findMoreOfUnit, type ListedUnit, unitList } from './back-office-queries.ts'
import { getUnit, type UnitDetail } from './changes.ts'
import { stepsOf } from './rules.ts'
import type { UnitSort } from './sorts.ts'

type Filters = { property_id?: string; status?: UnitStatus; is_listed?: boolean; search?: string }

/** By the property's name, then the label, unless asked otherwise. */
export function listUnits({ db, today }: Context, filters: Filters, page: Page<UnitSort>): Promise<Paged<ListedUnit>> {
  return list(db, unitList, [today], filters, page)
}

/** A unit with its rates, and which leases have it now and next. */
export async function getUnitInFull(context: Context, id: string) {
  return inFull(context, await getUnit(context, id))
}

/** The same of one that was just read, and what can be done to it. */
export async function inFull({ db, today }: Context, unit: UnitDetail) {
  const [more] = await db.query(findMoreOfUnit, [db.organizationId, today, unit.unit_id])
  return { ...unit, ...(more as NonNullable<typeof more>), allowed_steps: stepsOf(unit, today) }
}
