-- The console filters work orders by whether they are open or overdue, and by vendor. The first index has the open ones, of which there are thousands, in
-- the order of the list, with every column that another filter may check. The other two have the columns that the list's other indexes have, so that
-- a vendor together with any other filter is counted and paged in an index. Building them locks work orders against writes, some three seconds per million
-- rows. Readers wait for a moment at the end. A new work order costs one more index entry.

create index work_orders_open on work_orders (organization_id, created_at desc, id desc)
  include (updated_at, status, priority, category, property_id, unit_id, vendor_id, due_date)
  where status in ('NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD');
create index work_orders_of_vendor on work_orders (organization_id, vendor_id, created_at desc, id desc)
  include (updated_at, status, priority, category, property_id, unit_id) where vendor_id is not null;
create index work_orders_open_of_vendor on work_orders (organization_id, vendor_id, created_at desc, id desc)
  include (updated_at, status, priority, category, property_id, unit_id, due_date)
  where vendor_id is not null and status not in ('COMPLETED', 'CANCELLED');
drop index work_orders_by_vendor, work_orders_open_by_vendor;
