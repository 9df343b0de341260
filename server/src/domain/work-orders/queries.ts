/** SQL of work orders. `$1` is the organization. */
import type { Static } from 'typebox'
import type { WorkOrder } from '#contract/v1/work-orders.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'

export type WorkOrderRow = Static<typeof WorkOrder>

const COLUMNS = `w.id as work_order_id, w.number, w.title, w.description, w.status, w.priority, w.category, w.source, w.property_id,
  w.unit_id, w.resident_id, w.vendor_name, w.entry_permission, w.entry_notes, w.has_pets, w.due_date, w.scheduled_start,
  w.scheduled_end, w.completed_at, w.cost_cents, w.external_id, w.created_at, w.updated_at`

type Filter = 'status' | 'priority' | 'category' | 'property_id' | 'unit_id' | 'updated_since'

export const workOrderList: ListDefinition<Filter> = {
  name: 'list_work_orders',
  matching: 'select w.id, w.created_at from work_orders w where w.organization_id = $1',
  matchOnce: false,
  counted: 'work_orders',
  filters: {
    status: 'w.status = ?',
    priority: 'w.priority = ?',
    category: 'w.category = ?',
    property_id: 'w.property_id = ?',
    unit_id: 'w.unit_id = ?',
    updated_since: 'w.updated_at >= ?',
  },
  order: 'created_at desc, id desc',
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

/** The organization's next number; whoever asks after us waits until our transaction is over. */
export const takeNumber = statement<{ number: number }>(
  'take_work_order_number',
  `insert into work_order_numbers (organization_id, last_number) values ($1, 1)
   on conflict (organization_id) do update set last_number = work_order_numbers.last_number + 1
   returning last_number as number`,
)

export type NewWorkOrder = Omit<WorkOrderRow, 'completed_at' | 'external_id' | 'created_at' | 'updated_at'>

const FIELDS = `t.title, t.description, t.status, t.priority, t.category, t.vendor_name, t.entry_permission, t.entry_notes, t.has_pets,
  t.due_date, t.scheduled_start, t.scheduled_end, t.cost_cents`
const FIELD_NAMES = FIELDS.replaceAll('t.', '')
const FIELD_TYPES = `title text, description text, status text, priority text, category text, vendor_name text, entry_permission text,
  entry_notes text, has_pets boolean, due_date date, scheduled_start timestamptz, scheduled_end timestamptz, cost_cents bigint`

/** `$2` is the work order as JSON. */
export const insertWorkOrder = statement<WorkOrderRow>(
  'insert_work_order',
  `insert into work_orders as w (
     organization_id, id, number, source, property_id, unit_id, resident_id, completed_at, ${FIELD_NAMES}
   )
   select $1, t.work_order_id, t.number, t.source, t.property_id, t.unit_id, t.resident_id,
          case when t.status = 'COMPLETED' then transaction_timestamp() end, ${FIELDS}
     from jsonb_to_record($2::jsonb) as t (
       work_order_id text, number integer, source text, property_id text, unit_id text, resident_id text, ${FIELD_TYPES}
     )
   returning ${COLUMNS}`,
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
