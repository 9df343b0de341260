/** Units, as the console finds, opens and changes them. */
import type { Static } from 'typebox'
import type { BackOffice } from '#contract/console/back-office.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { UnitDetail as Shown } from '#contract/console/units.ts'
import { fieldError } from '#server/base/refusal.ts'
import { findShownLeases } from '#server/domain/leases/back-office.ts'
import { getUnitInFull, inFull, listUnits } from '#server/domain/units/back-office.ts'
import { createUnit, getUnit, listUnit, type UnitDetail, unlistUnit, updateUnit } from '#server/domain/units/changes.ts'
import { endOffline, setOffline } from '#server/domain/units/offline.ts'
import type { Context } from '#server/platform/context.ts'

type Units = Pick<
  BackOffice,
  | 'listUnits'
  | 'getUnit'
  | 'createUnit'
  | 'updateUnit'
  | 'setUnitRate'
  | 'setUnitOffline'
  | 'endUnitOffline'
  | 'retireUnit'
  | 'startListingUnit'
  | 'stopListingUnit'
>

export const units: ConsoleImplementations<Units, Context> = {
  listUnits: (context, { limit, offset, sort, is_listed, ...filters }) => {
    const marked = is_listed === undefined ? {} : { is_listed: is_listed === 'true' }
    return listUnits(context, { ...filters, ...marked }, { limit, offset, sort })
  },

  getUnit: async (context, { unit_id }) => shown(context, await getUnitInFull(context, unit_id)),

  createUnit: (context, input) => changed(context, createUnit(context, input)),

  updateUnit: (context, { unit_id: id, ...changes }) => changed(context, updateUnit(context, { id, ...changes })),

  setUnitRate: (context, { unit_id: id, ...rate }) => changed(context, updateUnit(context, { id, ...rate })),

  setUnitOffline: (context, { unit_id: id, ...span }) => changed(context, setOffline(context, { id, ...span })),

  endUnitOffline: (context, { unit_id: id, ...end }) => changed(context, endOffline(context, { id, ...end })),

  retireUnit: async (context, { unit_id: id, last_day = context.today }) => {
    const { in_service_from: first } = await getUnit(context, id)
    if (last_day < first) throw fieldError('last_day', `must not be before its first day in service, ${first}`)
    return changed(context, updateUnit(context, { id, in_service_to: last_day }))
  },

  startListingUnit: (context, { unit_id }) => changed(context, listUnit(context, unit_id)),

  stopListingUnit: (context, { unit_id }) => changed(context, unlistUnit(context, unit_id)),
}

async function changed(context: Context, change: Promise<UnitDetail>): Promise<Static<typeof Shown>> {
  return shown(context, await inFull(context, await change))
}

async function shown(
  context: Context,
  { current_lease_id, coming_lease_id, ...unit }: Awaited<ReturnType<typeof inFull>>,
): Promise<Static<typeof Shown>> {
  const ids = [current_lease_id, coming_lease_id].filter(id => id !== null)
  const leases = ids.length === 0 ? new Map() : await findShownLeases(context, ids)
  return {
    ...unit,
    current_lease_id,
    is_in_listings: unit.not_listed_because.length === 0,
    current_lease: leases.get(current_lease_id) ?? null,
    coming_lease: leases.get(coming_lease_id) ?? null,
  }
}
