-- The indexes of the plain baseline: one for each order and filter of its lists. They are made once the tables are filled.
create index on plain.properties (organization_id, name, property_id);
create index on plain.properties (organization_id, lower(city));
create index on plain.properties (organization_id, state);
create index on plain.properties (organization_id, owner_id);
create index on plain.properties (organization_id, lower(owner_name));
create index on plain.properties (organization_id, updated_at);

create index on plain.units (organization_id, property_id, label);
create index on plain.units (organization_id, property_id) where is_available;

create index on plain.leases (organization_id, property_id, status);
create index on plain.leases (organization_id, unit_id, status);
create index on plain.lease_charges (organization_id, lease_id);
create index on plain.lease_residents (organization_id, resident_id);

alter table plain.invoices add primary key (organization_id, invoice_id);
create unique index on plain.invoices (organization_id, number);
create index on plain.invoices (organization_id, issue_date desc, invoice_id desc);
create index on plain.invoices (organization_id, status, issue_date desc, invoice_id desc);
create index on plain.invoices (organization_id, property_id, issue_date desc, invoice_id desc);
create index on plain.invoices (organization_id, lease_id, issue_date desc, invoice_id desc);
create index on plain.invoices (organization_id, due_date) where status in ('OPEN', 'PARTIALLY_PAID');
create index on plain.invoices (organization_id, updated_at);

alter table plain.payments add primary key (organization_id, payment_id);
create index on plain.payments (organization_id, payment_date desc, payment_id desc);
create index on plain.payments (organization_id, status, payment_date desc, payment_id desc);
create index on plain.payments (organization_id, property_id, payment_date desc, payment_id desc);
create index on plain.payments (organization_id, lease_id, payment_date desc, payment_id desc);
create index on plain.payments (organization_id, updated_at);
create index on plain.allocations (organization_id, payment_id);

alter table plain.work_orders add primary key (organization_id, work_order_id);
create unique index on plain.work_orders (organization_id, number);
create index on plain.work_orders (organization_id, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, status, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, priority, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, category, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, property_id, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, unit_id, created_at desc, work_order_id desc);
create index on plain.work_orders (organization_id, updated_at);
