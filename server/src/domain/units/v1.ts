/** Units as version 1 lists them: all units of the organization, whether or not they are in service today. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { listUnitRecordsById, unitRecordList } from './v1-queries.ts'

export const listUnits = (
  { db, today }: Context,
  { limit, offset, ...filters }: InputOf<V1['listUnits']>,
): Promise<OutputOf<V1['listUnits']>> => list(db, unitRecordList, [today], filters, { limit, offset })

type Unit = OutputOf<V1['getUnit']>

export const unitsById = ({ db, today }: Context, ids: readonly string[]): Promise<Unit[]> =>
  db.query(listUnitRecordsById, [db.organizationId, today, ids])

export const getUnit: V1Operations['getUnit'] = async (context, { id }) => {
  return requireOne(await unitsById(context, [id]), 'unit')
}
