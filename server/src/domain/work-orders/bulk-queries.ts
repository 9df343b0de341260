/** SQL of many work orders that are stored at once, by an import or a seed. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { KnownWorkOrder } from './records.ts'

/** The numbers of those of the work orders `$2` that exist. */
export const listNumbers = statement<{ id: string; number: number }>(
  'list_work_order_numbers',
  'select id, number from work_orders where organization_id = $1 and id = any($2::text[])',
)

/** Stores the work orders `$2`, given as JSON, each with its number. A work order that exists keeps its number and creation date. */
export const upsertWorkOrders = statement<never>(
  'upsert_work_orders',
  `insert into work_orders (
     organization_id, id, number, title, description, status, priority, category, source, property_id, unit_id, resident_id, vendor_name,
     entry_permission, entry_notes, has_pets, due_date, scheduled_start, scheduled_end, completed_at, cost_cents, external_id, created_at
   )
   select $1, t.id, t.number, t.title, t.description, t.status, t.priority, t.category, t.source, t.property_id, t.unit_id,
          t.resident_id, t.vendor_name, t.entry_permission, t.entry_notes, t.has_pets, t.due_date, t.scheduled_start,
          t.scheduled_end, t.completed_at, t.cost_cents, t.external_id, t.created_at
     from jsonb_to_recordset($2::jsonb) as t (
       id text, number integer, title text, description text, status text, priority text, category text, source text,
       property_id text, unit_id text, resident_id text, vendor_name text, entry_permission text, entry_notes text,
       has_pets boolean, due_date date, scheduled_start timestamptz, scheduled_end timestamptz, completed_at timestamptz,
       cost_cents bigint, external_id text, created_at timestamptz
     )
   on conflict (organization_id, id) do update set
     title = excluded.title, description = excluded.description, status = excluded.status, priority = excluded.priority,
     category = excluded.category, source = excluded.source, property_id = excluded.property_id, unit_id = excluded.unit_id,
     resident_id = excluded.resident_id, vendor_name = excluded.vendor_name, entry_permission = excluded.entry_permission,
     entry_notes = excluded.entry_notes, has_pets = excluded.has_pets, due_date = excluded.due_date,
     scheduled_start = excluded.scheduled_start, scheduled_end = excluded.scheduled_end, completed_at = excluded.completed_at,
     cost_cents = excluded.cost_cents, external_id = excluded.external_id`,
)

/** The work orders with these external IDs. Nobody else can change them until this transaction ends. */
export const lockWorkOrdersByExternalId = statement<KnownWorkOrder>(
  'lock_work_orders_by_external_id',
  `select w.id, w.title, w.description, w.status, w.priority, w.category, w.source, w.property_id, w.unit_id,
          w.resident_id, w.vendor_name, w.entry_permission,
          w.entry_notes, w.has_pets, w.due_date, w.scheduled_start,
          w.scheduled_end, w.completed_at, w.cost_cents, w.external_id
     from work_orders w
    where w.organization_id = $1 and w.external_id = any($2::text[])
    order by w.id
      for no key update`,
)

/** The names of vendors that the work orders with these external IDs have. */
export const listVendorNamesByExternalId = statement<{ name: string }>(
  'list_vendor_names_by_external_id',
  `select distinct w.vendor_name as name
     from work_orders w
    where w.organization_id = $1 and w.external_id = any($2::text[]) and w.vendor_name is not null`,
)
