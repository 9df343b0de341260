-- Until units are analyzed, PostgreSQL expects one unit per property. Of two indexes that begin with the property it then takes the one with fewer
-- levels, or the newest. If that was the one by label, each foreign key that names a unit read all units of the property, so an import of one large
-- property read a quarter of a million entries for 500 leases. Now the index by label has the ID, too, and is not smaller than the one by ID, which is
-- the newest and also has what units_in_service was for.
-- Locks units, and leads, leases and work orders against writes, while two indexes of units are built, about a second per 500,000. 0092 checks the
-- foreign keys.

alter table leads drop constraint leads_organization_id_property_id_unit_id_fkey;
alter table leases drop constraint leases_organization_id_property_id_unit_id_fkey;
alter table work_orders drop constraint work_orders_organization_id_property_id_unit_id_fkey;
drop index units_in_service;
alter table units
  drop constraint units_organization_id_property_id_label_key,
  drop constraint units_organization_id_property_id_id_key;
alter table units add constraint units_organization_id_property_id_label_key unique (organization_id, property_id, label) include (id);
alter table units add constraint units_organization_id_property_id_id_key unique (organization_id, property_id, id) include (in_service_from, in_service_to);
alter table leads add constraint leads_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
alter table leases add constraint leases_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
alter table work_orders add constraint work_orders_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
