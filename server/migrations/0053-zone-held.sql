-- The status history of a unit says on which day a lease was signed, and so depends on the time zone of its organization. A transaction that
-- works the history out in the old zone while another one changes the zone and does not see its lease yet would leave days of the old zone behind.
-- Replaces a function; locks nothing.

-- Keeps the time zone of an organization from changing until the transaction ends; exclusively, also others from relying on it. Nobody waits, so
-- that no order of locks is needed: whoever finds the zone held is told to run again, as after a serialization failure.
create function hold_time_zone(organization uuid, exclusively boolean) returns void language plpgsql as $$
declare
  key bigint := hashtextextended('zone ' || organization, 0);
  is_held boolean;
begin
  if exclusively then
    is_held := pg_try_advisory_xact_lock(key);
  else
    is_held := pg_try_advisory_xact_lock_shared(key);
  end if;
  if not is_held then
    raise exception 'the time zone of the organization is in use or changing' using errcode = 'serialization_failure';
  end if;
end
$$;

create or replace function refresh_unit_statuses(organization uuid, units text[]) returns void language plpgsql as $$
begin
  perform hold_time_zone(organization, false);
  perform from units u where u.organization_id = organization and u.id = any(refresh_unit_statuses.units) order by u.id for no key update;
  with history as materialized (
    select * from unit_status_history(organization, units)
  ), gone as (
    delete from unit_status_spans s
     where s.organization_id = organization and s.unit_id = any(refresh_unit_statuses.units)
       and (s.unit_id, s.from_day) not in (select h.unit_id, h.from_day from history h)
  )
  insert into unit_status_spans as s (organization_id, unit_id, from_day, to_day, status, lease_id, next_lease_id)
  select organization, h.unit_id, h.from_day, h.to_day, h.status, h.lease_id, h.next_lease_id
    from history h
      on conflict (organization_id, unit_id, from_day) do update set
         to_day = excluded.to_day, status = excluded.status, lease_id = excluded.lease_id, next_lease_id = excluded.next_lease_id
   where (s.to_day, s.status, s.lease_id, s.next_lease_id)
         is distinct from (excluded.to_day, excluded.status, excluded.lease_id, excluded.next_lease_id);
end
$$;
