-- Stays of residents that are changed directly, as `gatehouse recompute` does, are recorded as changes of the residents. Comes after 0186, whose rows
-- change nothing that anybody saw. Replaces a function, and locks resident_stays for a moment.

create or replace function feed_derived() returns trigger language plpgsql as $$
declare
  derived record;
begin
  derived := case when tg_op = 'DELETE' then old else new end;
  if tg_table_name = 'lease_balances' then
    perform feed_leases(derived.organization_id, array[derived.lease_id]);
  elsif tg_table_name in ('resident_status_spans', 'resident_stays') then
    insert into record_changes (organization_id, type, id) values (derived.organization_id, 'resident', derived.resident_id) on conflict do nothing;
  else
    perform feed_units(derived.organization_id, array[derived.unit_id]);
  end if;
  return null;
end
$$;

create trigger feed_derived after insert or delete or update on resident_stays
  for each row when (pg_trigger_depth() = 0) execute function feed_derived();
