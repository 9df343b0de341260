/** SQL of leases as version 1 lists them. `$1` is the organization, `$2` today. */
import type { OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { LEASE_COLUMNS, LEASE_JOINS, STATUS_OF_ALL } from './columns.ts'

export type LeaseOfRecord = OutputOf<V1['getLease']>

export const leaseRecordList: ListDefinition<'status' | 'property_id' | 'unit_id' | 'resident_id' | 'updated_since'> = {
  name: 'list_lease_records',
  matching: 'select l.id, l.start_date from leases l where l.organization_id = $1',
  matchOnce: false,
  filters: {
    status: `${STATUS_OF_ALL} = ?`,
    property_id: 'l.property_id = ?',
    unit_id: 'l.unit_id = ?',
    resident_id:
      'l.id in (select lr.lease_id from lease_residents lr where lr.organization_id = $1 and lr.resident_id = ?)',
    updated_since: 'l.updated_at >= ?',
  },
  changes: { table: 'leases', columns: 'start_date, id' },
  order: 'start_date desc, id desc',
  sorts: {},
  columns: LEASE_COLUMNS,
  joins: `join leases l on l.organization_id = $1 and l.id = page.id ${LEASE_JOINS}`,
}

export const listLeaseRecordsById = byIdsStatement<LeaseOfRecord>(leaseRecordList, 'l.id', 1)
