-- Vendors as records that work orders name. `vendor_name` stays what readers see; where it is the name of a vendor, `vendor_id` says which one.
-- Adds a table, a column without a default to work_orders, which is locked for an instant, and two indexes that hold no row yet.

create table vendors (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  trade text check (length(trade) between 1 and 100),
  email text check (length(email) between 3 and 254),
  phone text check (length(phone) between 3 and 40),
  is_active boolean not null default true,
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id)
);
-- A name is one vendor, in any case, because imports and callers of the API name vendors and have no IDs.
create unique index vendors_by_name on vendors (organization_id, lower(name));
create unique index vendors_by_external_id on vendors (organization_id, external_id) where external_id is not null;
create trigger touch before update on vendors for each row when (old.* is distinct from new.*) execute function touch_updated_at();

alter table vendors enable row level security;
alter table vendors force row level security;
create policy tenant on vendors to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on vendors to gatehouse_app;

-- No foreign key is checked for rows that are there: the column is null in all of them.
alter table work_orders add column vendor_id text collate "C";
alter table work_orders add foreign key (organization_id, vendor_id) references vendors;
alter table work_orders add check (vendor_id is null or vendor_name is not null);
create index work_orders_by_vendor on work_orders (organization_id, vendor_id, created_at desc, id desc) where vendor_id is not null;
create index work_orders_open_by_vendor on work_orders (organization_id, vendor_id)
  where vendor_id is not null and status not in ('COMPLETED', 'CANCELLED');

-- Whoever writes the name of a vendor means the vendor; any other text is kept as it is.
create function link_vendor() returns trigger language plpgsql as $$
declare
  vendor record;
begin
  select v.id, v.name into vendor
    from vendors v where v.organization_id = new.organization_id and lower(v.name) = lower(new.vendor_name);
  new.vendor_id := vendor.id;
  new.vendor_name := coalesce(vendor.name, new.vendor_name);
  return new;
end
$$;
create trigger link_vendor before insert on work_orders
  for each row when (new.vendor_name is not null) execute function link_vendor();
create trigger link_changed_vendor before update on work_orders
  for each row when (new.vendor_name is distinct from old.vendor_name) execute function link_vendor();

-- A new vendor takes over the work orders that have its name as text; with another name, its work orders show that one. The rows are locked in the
-- order of their keys.
create function name_work_orders() returns trigger language plpgsql as $$
begin
  perform from work_orders w
   where w.organization_id = new.organization_id
     and (w.vendor_id = new.id or (w.vendor_id is null and lower(w.vendor_name) = lower(new.name)))
   order by w.id for no key update;
  update work_orders w set vendor_name = new.name, vendor_id = new.id
   where w.organization_id = new.organization_id
     and (w.vendor_id = new.id or (w.vendor_id is null and lower(w.vendor_name) = lower(new.name)));
  return null;
end
$$;
create trigger name_work_orders after insert on vendors for each row execute function name_work_orders();
create trigger rename_in_work_orders after update on vendors
  for each row when (new.name is distinct from old.name) execute function name_work_orders();
