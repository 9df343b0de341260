-- Checks the foreign keys that 0091 made again. Reads each table once, about a second per million rows, and locks nobody who reads or writes.

alter table leads validate constraint leads_organization_id_property_id_unit_id_fkey;
alter table leases validate constraint leases_organization_id_property_id_unit_id_fkey;
alter table work_orders validate constraint work_orders_organization_id_property_id_unit_id_fkey;
