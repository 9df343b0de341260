-- Until units are analyzed, PostgreSQL expects one unit per property. Of two indexes that promise one unit it then takes the one with fewer levels, or the
-- newest. If that was the one by label, each foreign key that names a unit read all units of the property, so an import of one large property read a
-- quarter of a million entries for 500 leases. Now the unique key for these foreign keys begins with the ID, which is all that its upper pages need, and
-- is the newest; and the index by label also has what units_in_service was for, so that it never has fewer levels.
-- Locks units, and leads, leases and work orders against writes, while two indexes of units are built, about a second per 500,000. 0092 checks the
-- foreign keys.

alter table leads drop constraint leads_organization_id_property_id_unit_id_fkey;
alter table leases drop constraint leases_organization_id_property_id_unit_id_fkey;
alter table work_orders drop constraint work_orders_organization_id_property_id_unit_id_fkey;
drop index units_in_service;
alter table units
  drop constraint units_organization_id_property_id_label_key,
  drop constraint units_organization_id_property_id_id_key;
alter table units add constraint units_organization_id_property_id_label_key
  unique (organization_id, property_id, label) include (id, in_service_from, in_service_to);
alter table units add constraint units_organization_id_id_property_id_key unique (organization_id, id, property_id);
alter table leads add constraint leads_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
alter table leases add constraint leases_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
alter table work_orders add constraint work_orders_organization_id_property_id_unit_id_fkey
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id) not valid;
