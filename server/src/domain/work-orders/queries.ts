/** SQL of work orders. `$1` is the organization. */
import type { Static } from 'typebox'
import type { WorkOrder } from '#contract/v1/work-orders.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import type { KnownWorkOrder } from './records.ts'
import { type WorkOrderSort, workOrderSorts } from './sorts.ts'

export type WorkOrderRow = Static<typeof WorkOrder>

const COLUMNS = `w.id as work_order_id, w.number, w.title, w.description, w.status, w.priority, w.category, w.source, w.property_id,
  w.unit_id, w.resident_id, w.vendor_name, w.entry_permission, w.entry_notes, w.has_pets, w.due_date, w.scheduled_start,
  w.scheduled_end, w.completed_at, w.cost_cents, w.external_id, w.created_at, w.updated_at`

/** `completed` is the status COMPLETED. Most work orders have it, so they are found in the index of all, and the one by status leaves them out. */
type Filter = 'status' | 'completed' | 'priority' | 'category' | 'property_id' | 'unit_id' | 'updated_since'

export const workOrderList: ListDefinition<Filter, WorkOrderSort> = {
  name: 'list_work_orders',
  matching: 'select w.id, w.created_at from work_orders w where w.organization_id = $1',
  matchOnce: false,
  counted: { list: 'work_orders', by: { status: 'c.status = ?', completed: `c.status = 'COMPLETED'` } },
  filters: {
    status: `w.status = ? and w.status <> 'COMPLETED'`,
    completed: `w.status = 'COMPLETED'`,
    priority: 'w.priority = ?',
    category: 'w.category = ?',
    property_id: 'w.property_id = ?',
    unit_id: 'w.unit_id = ?',
    updated_since: 'w.updated_at >= ?',
  },
  within: {
    property_id: {
      narrower: 'unit_id',
      condition: '(select u.property_id from units u where u.organization_id = $1 and u.id = ?) = ?',
    },
  },
  changes: {
    columns: 'created_at, status, priority, category, id',
    filters: ['status', 'completed', 'priority', 'category'],
  },
  order: 'created_at desc, id desc',
  sorts: workOrderSorts,
  columns: COLUMNS,
  joins: 'join work_orders w on w.organization_id = $1 and w.id = page.id',
}

export const findWorkOrder = statement<WorkOrderRow>(
  'find_work_order',
  `select ${COLUMNS} from work_orders w where w.organization_id = $1 and w.id = $2`,
)

/** As it stands, and nobody else may change it before this transaction is over. */
export const lockWorkOrder = statement<WorkOrderRow>(
  'lock_work_order',
  `select ${COLUMNS} from work_orders w where w.organization_id = $1 and w.id = $2 for update`,
)

/** `$2` property, `$3` unit, `$4` resident, each perhaps null: which of them there are, and how they belong together. */
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
          exists (
            select from lease_residents lr
              join leases l on l.organization_id = $1 and l.id = lr.lease_id
             where lr.organization_id = $1 and lr.resident_id = $4 and l.stage <> 'CANCELLED'
               and case when $3::text is null then l.property_id = $2 else l.unit_id = $3 end
          ) as is_on_lease`,
)

/** The last of `$2` numbers; whoever asks after us waits until our transaction is committed. */
export const takeNumbers = statement<{ last: number }>(
  'take_work_order_numbers',
  `insert into work_order_numbers (organization_id, last_number) values ($1, $2::int)
   on conflict (organization_id) do update set last_number = work_order_numbers.last_number + $2::int
   returning last_number as last`,
  { isContended: true },
)

/** Those of the ids `$2` that there are, with their numbers. */
export const listNumbers = statement<{ id: string; number: number }>(
  'list_work_order_numbers',
  'select id, number from work_orders where organization_id = $1 and id = any($2::text[])',
)

export type NewWorkOrder = Omit<WorkOrderRow, 'number' | 'completed_at' | 'external_id' | 'created_at' | 'updated_at'>

const FIELDS = `t.title, t.description, t.status, t.priority, t.category, t.vendor_name, t.entry_permission, t.entry_notes, t.has_pets,
  t.due_date, t.scheduled_start, t.scheduled_end, t.cost_cents`
const FIELD_NAMES = FIELDS.replaceAll('t.', '')
const FIELD_TYPES = `title text, description text, status text, priority text, category text, vendor_name text, entry_permission text,
  entry_notes text, has_pets boolean, due_date date, scheduled_start timestamptz, scheduled_end timestamptz, cost_cents bigint`

/**
 * `$2` is the work order as JSON; it gets the organization's next number. Whoever asks for one after us waits until our transaction is
 * committed, so little comes after this.
 */
export const insertWorkOrder = statement<WorkOrderRow>(
  'insert_work_order',
  `with taken as (
     insert into work_order_numbers (organization_id, last_number) values ($1, 1)
     on conflict (organization_id) do update set last_number = work_order_numbers.last_number + 1
     returning last_number
   )
   insert into work_orders as w (
     organization_id, id, number, source, property_id, unit_id, resident_id, completed_at, ${FIELD_NAMES}
   )
   select $1, t.work_order_id, taken.last_number, t.source, t.property_id, t.unit_id, t.resident_id,
          case when t.status = 'COMPLETED' then transaction_timestamp() end, ${FIELDS}
     from taken, jsonb_to_record($2::jsonb) as t (
       work_order_id text, source text, property_id text, unit_id text, resident_id text, ${FIELD_TYPES}
     )
   returning ${COLUMNS}`,
  { isContended: true },
)

/** `$2` is the id, `$3` the work order as JSON. */
export const replaceWorkOrder = statement<WorkOrderRow>(
  'replace_work_order',
  `update work_orders w
      set (${FIELD_NAMES}) = row (${FIELDS}),
          completed_at = case when t.status = 'COMPLETED' then coalesce(w.completed_at, transaction_timestamp()) end
     from jsonb_to_record($3::jsonb) as t (${FIELD_TYPES})
    where w.organization_id = $1 and w.id = $2
   returning ${COLUMNS}`,
)

/** `$2` are records as JSON, each with its number. A work order that is there keeps number and day of creation. */
export const upsertWorkOrders = statement<never>(
  'upsert_work_orders',
  `insert into work_orders (
     organization_id, id, number, title, description, status, priority, category, source, property_id, unit_id, resident_id, vendor_name,
     entry_permission, entry_notes, has_pets, due_date, scheduled_start, scheduled_end, completed_at, cost_cents, external_id, created_at
   )
   select $1, t.id, t.number, t.title, t.description, t.status, t.priority, t.category, t.source, t."propertyId", t."unitId",
          t."residentId", t."vendorName", t."entryPermission", t."entryNotes", t."hasPets", t."dueDate", t."scheduledStart",
          t."scheduledEnd", t."completedAt", t."costCents", t."externalId", t."createdAt"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, number integer, title text, description text, status text, priority text, category text, source text,
       "propertyId" text, "unitId" text, "residentId" text, "vendorName" text, "entryPermission" text, "entryNotes" text,
       "hasPets" boolean, "dueDate" date, "scheduledStart" timestamptz, "scheduledEnd" timestamptz, "completedAt" timestamptz,
       "costCents" bigint, "externalId" text, "createdAt" timestamptz
     )
   on conflict (organization_id, id) do update set
     title = excluded.title, description = excluded.description, status = excluded.status, priority = excluded.priority,
     category = excluded.category, source = excluded.source, property_id = excluded.property_id, unit_id = excluded.unit_id,
     resident_id = excluded.resident_id, vendor_name = excluded.vendor_name, entry_permission = excluded.entry_permission,
     entry_notes = excluded.entry_notes, has_pets = excluded.has_pets, due_date = excluded.due_date,
     scheduled_start = excluded.scheduled_start, scheduled_end = excluded.scheduled_end, completed_at = excluded.completed_at,
     cost_cents = excluded.cost_cents, external_id = excluded.external_id`,
)

export const listWorkOrdersByExternalId = statement<KnownWorkOrder>(
  'list_work_orders_by_external_id',
  `select w.id, w.title, w.description, w.status, w.priority, w.category, w.source, w.property_id as "propertyId", w.unit_id as "unitId",
          w.resident_id as "residentId", w.vendor_name as "vendorName", w.entry_permission as "entryPermission",
          w.entry_notes as "entryNotes", w.has_pets as "hasPets", w.due_date as "dueDate", w.scheduled_start as "scheduledStart",
          w.scheduled_end as "scheduledEnd", w.completed_at as "completedAt", w.cost_cents as "costCents", w.external_id as "externalId"
     from work_orders w
    where w.organization_id = $1 and w.external_id = any($2::text[])`,
)
