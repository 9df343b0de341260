/** SQL of work orders. `$1` is the organization. */
import type { Static } from 'typebox'
import type { WorkOrder } from '#contract/v1/work-orders.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import type { Value } from '#server/db/value.ts'
import { TOTAL_FOUND } from '../search-words/found.ts'
import { OPEN_STATUSES } from './conditions.ts'
import { WORK_ORDERS_FOUND, workOrdersFound } from './search.ts'
import { type WorkOrderSort, workOrderSorts } from './sorts.ts'
import {
  workOrdersByCategory,
  workOrdersByDueDate,
  workOrdersByPriority,
  workOrdersByStatus,
  workOrdersByTitle,
  workOrdersByVendor,
} from './walks.ts'

export type WorkOrderRow = Static<typeof WorkOrder>

/** The columns in the order of the API's fields, because changes, exports and events contain the row as it is. */
const COLUMNS = `w.id as work_order_id, w.number, w.title, w.status, w.priority, w.category, w.source, w.property_id, w.unit_id, w.resident_id,
  w.entry_permission, w.description, w.vendor_name, w.entry_notes, w.has_pets, w.due_date, w.scheduled_start, w.scheduled_end, w.cost_cents,
  w.completed_at, w.external_id, w.created_at, w.updated_at`

/** The filter `completed` is the status COMPLETED. Most work orders have it, so they are found in the index of all, and the index by status omits them. */
type Filter =
  | 'status'
  | 'completed'
  | 'open'
  | 'overdue'
  | 'vendor_id'
  | 'priority'
  | 'category'
  | 'property_id'
  | 'unit_id'
  | 'external_id'
  | 'updated_since'

export const workOrderList: ListDefinition<Filter, WorkOrderSort> = {
  name: 'list_work_orders',
  matching: 'select w.id, w.created_at from work_orders w where w.organization_id = $1',
  matchOnce: false,
  counted: {
    list: 'work_orders',
    by: { status: 'c.status = ?', completed: `c.status = 'COMPLETED'`, open: `c.status in ${OPEN_STATUSES}` },
  },
  filters: {
    status: `w.status = ? and w.status <> 'COMPLETED'`,
    completed: `w.status = 'COMPLETED'`,
    open: `w.status in ${OPEN_STATUSES}`,
    // Checked row by row, because nearly all that was ever due before today is completed: the open ones are few.
    overdue: `w.status in ${OPEN_STATUSES} and (w.due_date < ?::date) is true`,
    vendor_id: 'w.vendor_id = ?',
    priority: 'w.priority = ?',
    category: 'w.category = ?',
    property_id: 'w.property_id = ?',
    unit_id: 'w.unit_id = ?',
    external_id: 'w.external_id = ?',
    updated_since: 'w.updated_at >= ?',
  },
  within: {
    property_id: [
      {
        narrower: 'unit_id',
        condition: '(select u.property_id from units u where u.organization_id = $1 and u.id = ?) = ?',
      },
    ],
  },
  narrow: ['external_id'],
  changes: {
    table: 'work_orders',
    columns: 'created_at, status, priority, category, id',
    filters: ['status', 'completed', 'priority', 'category'],
    usual: 'completed',
  },
  order: 'created_at desc, id desc',
  sorts: workOrderSorts,
  walks: [
    workOrdersByTitle,
    workOrdersByStatus,
    workOrdersByPriority,
    workOrdersByCategory,
    workOrdersByVendor,
    workOrdersByDueDate,
  ],
  columns: COLUMNS,
  joins: 'join work_orders w on w.organization_id = $1 and w.id = page.id',
}

/** Work orders that a search finds: `$2` are its words, `$3` a number or null. */
export const workOrderSearchList: ListDefinition<Filter, WorkOrderSort> = {
  name: 'search_work_orders',
  ctes: `found as materialized (${WORK_ORDERS_FOUND})`,
  matching: `select w.id, w.created_at from found ${lookup('work_orders', 'found.id', 'w')} where true`,
  matchOnce: true,
  addedUp: { by: [], total: () => TOTAL_FOUND },
  walks: [workOrdersFound],
  filters: workOrderList.filters,
  order: workOrderList.order,
  sorts: workOrderSorts,
  columns: COLUMNS,
  joins: workOrderList.joins,
}

export const findWorkOrder = statement<WorkOrderRow>(
  'find_work_order',
  `select ${COLUMNS} from work_orders w where w.organization_id = $1 and w.id = $2`,
  { isLookup: true },
)

/** The work order `$2`, which nobody else can change until this transaction ends. */
export const lockWorkOrder = statement<WorkOrderRow>(
  'lock_work_order',
  `select ${COLUMNS} from work_orders w where w.organization_id = $1 and w.id = $2 for update`,
)

/** Whether the resident `$4` is on a lease of the unit `$3` or, without a unit, of the property `$2`. */
const isOnLease = `exists (
            select from lease_residents lr
              join leases l on l.organization_id = $1 and l.id = lr.lease_id
             where lr.organization_id = $1 and lr.resident_id = $4 and l.stage <> 'CANCELLED'
               and case when $3::text is null then l.property_id = $2 else l.unit_id = $3 end
          )`

/** Whether the property `$2`, the unit `$3` and the resident `$4` exist and how they belong together; each may be null. */
export const findPlace = statement<{
  property_id: string | null
  unit_property_id: string | null
  resident_id: string | null
  is_on_lease: boolean
}>(
  'find_work_order_place',
  `select (select p.id from properties p where p.organization_id = $1 and p.id = $2) as property_id,
          (select u.property_id from units u where u.organization_id = $1 and u.id = $3) as unit_property_id,
          (select r.id from residents r where r.organization_id = $1 and r.id = $4) as resident_id,
          ${isOnLease} as is_on_lease`,
)

export type NewWorkOrder = Omit<
  WorkOrderRow,
  'number' | 'property_id' | 'completed_at' | 'created_at' | 'updated_at'
> & { property_id: string | null }

const FIELDS = `t.title, t.description, t.status, t.priority, t.category, t.vendor_name, t.entry_permission, t.entry_notes, t.has_pets,
  t.due_date, t.scheduled_start, t.scheduled_end, t.cost_cents, t.external_id`
const FIELD_NAMES = FIELDS.replaceAll('t.', '')
const FIELD_TYPES = `title text, description text, status text, priority text, category text, vendor_name text, entry_permission text,
  entry_notes text, has_pets boolean, due_date date, scheduled_start timestamptz, scheduled_end timestamptz, cost_cents bigint,
  external_id text`

/** SQL that stores a work order at `place`, the SQL of a row with its property, or of no row. */
const insertAt = (place: string) => `with place as (
     ${place}
   ),
   taken as (
     insert into work_order_numbers (organization_id, last_number) select $1, 1 from place
     on conflict (organization_id) do update set last_number = work_order_numbers.last_number + 1
     returning last_number
   )
   insert into work_orders as w (
     organization_id, property_id, unit_id, resident_id, id, number, source, status, completed_at, title, description, priority, category,
     vendor_name, entry_permission, entry_notes, has_pets, due_date, scheduled_start, scheduled_end, cost_cents, external_id
   )
   select $1, place.property_id, $3, $4, $5, taken.last_number, $6, $7, case when $7 = 'COMPLETED' then transaction_timestamp() end,
          $8, $9, $10, $11, $12, $13, $14, $15::boolean, $16::date, $17::timestamptz, $18::timestamptz, $19::bigint, $20
     from taken cross join place
   returning ${COLUMNS}`

const IN_UNIT = `select u.property_id from units u
          where u.organization_id = $1 and u.id = $3 and u.property_id = coalesce($2, u.property_id)`

/**
 * Stores a work order with the organization's next number; no row if its property `$2`, unit `$3` and resident `$4` do not exist or do not belong
 * together (`findPlace` says why). Others who need a number wait until this transaction is committed, so this statement comes late in it. Its
 * parameters are single values, because a record made of JSON takes PostgreSQL a tenth of a millisecond more.
 */
export const insertWorkOrder = statement<WorkOrderRow>(
  'insert_work_order',
  insertAt(`select home.property_id
       from (
         ${IN_UNIT}
         union all
         select p.id from properties p where p.organization_id = $1 and p.id = $2 and $3::text is null
       ) home
      where $4::text is null or ${isOnLease}`),
  { isContended: true },
)

/**
 * Stores a work order of a unit without a resident, as most are. PostgreSQL prepares to run all of a statement, even the part that looks for a
 * lease of a resident who is not given: without it, storing takes a twentieth less.
 */
export const insertUnitWorkOrder = statement<WorkOrderRow>('insert_unit_work_order', insertAt(IN_UNIT), {
  isContended: true,
})

/** The parameters of `insertWorkOrder` and `insertUnitWorkOrder`. */
export function workOrderValues(organizationId: string, t: NewWorkOrder): Value[] {
  return [
    ...[
      organizationId,
      t.property_id,
      t.unit_id,
      t.resident_id,
      t.work_order_id,
      t.source,
      t.status,
      t.title,
      t.description,
    ],
    ...[t.priority, t.category, t.vendor_name, t.entry_permission, t.entry_notes, t.has_pets, t.due_date],
    ...[t.scheduled_start, t.scheduled_end, t.cost_cents, t.external_id],
  ]
}

/** Replaces the work order `$2` with `$3`, given as JSON. */
export const replaceWorkOrder = statement<WorkOrderRow>(
  'replace_work_order',
  `update work_orders w
      set (${FIELD_NAMES}) = row (${FIELDS}),
          completed_at = case when t.status = 'COMPLETED' then coalesce(w.completed_at, transaction_timestamp()) end
     from jsonb_to_record($3::jsonb) as t (${FIELD_TYPES})
    where w.organization_id = $1 and w.id = $2
   returning ${COLUMNS}`,
)

export const listWorkOrdersById = byIdsStatement<WorkOrderRow>(workOrderList, 'w.id', 0)
