/** SQL of units as version 1 lists them. `$1` is the organization, `$2` today. */
import type { OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { UNIT_COLUMNS } from './columns.ts'
import { rateOf, STATUSES_ON_DAY, statusOf } from './on-day.ts'

/** The units, in the order of the key (organization, property, label), so that reading a page reads only its own rows. */
export const unitRecordList: ListDefinition<'property_id' | 'status' | 'updated_since'> = {
  name: 'list_unit_records',
  matching: 'select u.id, u.property_id, u.label from units u where u.organization_id = $1',
  matchOnce: false,
  filters: {
    property_id: 'u.property_id = ?',
    status: `u.id in (select on_day.unit_id from ${STATUSES_ON_DAY} on_day where on_day.status = ?)`,
    updated_since: 'u.updated_at >= ?',
  },
  changes: { table: 'units', columns: 'property_id, label, id' },
  order: 'property_id, label, id',
  sorts: {},
  columns: `${UNIT_COLUMNS}, u.property_id, u.in_service_from, u.in_service_to`,
  joins: `join units u on u.organization_id = $1 and u.id = page.id
    left join ${statusOf('page.id')}
    ${rateOf('page.id')}`,
}

export const listUnitRecordsById = byIdsStatement<OutputOf<V1['getUnit']>>(unitRecordList, 'u.id', 1)
