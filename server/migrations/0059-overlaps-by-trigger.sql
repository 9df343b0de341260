-- Refuses leases of one unit that overlap in a trigger that locks the unit, instead of in an exclusion constraint. The constraint's index cost 53 µs for each
-- new lease, the largest single part of an import, and 175 bytes; the trigger costs 5 µs (decisions/0026).
-- Locks leases against everybody for an instant. While somebody reads for long, nobody behind them is kept waiting for more than half a second: it
-- gives up its place and asks again.

-- Two transactions that sign leases of one unit take turns at the lock of the unit, and the second one looks behind it, so it sees the lease of the first. A
-- snapshot that was taken before the lock would hide it, so repeatable read is refused; serializable finds the conflict by itself.
create function check_overlaps() returns trigger language plpgsql
  set enable_seqscan to 'off' set enable_bitmapscan to 'off' set enable_hashjoin to 'off' set enable_mergejoin to 'off'
as $$
declare
  moved text[];
  first text;
  second text;
begin
  if tg_op = 'UPDATE' then
    moved := array(
      select n.id
        from now_stored n
       where n.stage = 'SIGNED'
         and (n.organization_id, n.id, n.unit_id, n.stage, n.start_date, coalesce(n.move_out_date, n.end_date, 'infinity')) not in (
           select w.organization_id, w.id, w.unit_id, w.stage, w.start_date, coalesce(w.move_out_date, w.end_date, 'infinity') from was_stored w
         )
    );
  else
    moved := array(select n.id from now_stored n where n.stage = 'SIGNED');
  end if;
  if cardinality(moved) = 0 then
    return null;
  end if;
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise feature_not_supported using message = 'leases are signed in transactions that are read committed or serializable';
  end if;
  perform
     from (select distinct n.organization_id, n.unit_id from now_stored n where n.id = any(moved) order by n.organization_id, n.unit_id) p
    cross join lateral (
      select u.id from units u where u.organization_id = p.organization_id and u.id = p.unit_id for no key update
    ) locked;
  select n.id, other.id
    into first, second
    from now_stored n
   cross join lateral (
     select l.id, l.stage, coalesce(l.move_out_date, l.end_date, 'infinity') as last_day
       from leases l
      where l.organization_id = n.organization_id and l.unit_id = n.unit_id
        and l.start_date <= coalesce(n.move_out_date, n.end_date, 'infinity')
     offset 0
   ) other
   where n.id = any(moved) and other.stage = 'SIGNED' and other.id <> n.id and other.last_day >= n.start_date
   limit 1;
  if first is not null then
    raise exclusion_violation using table = 'leases', constraint = 'leases_do_not_overlap',
      message = format('the signed leases %s and %s of one unit overlap', first, second);
  end if;
  return null;
end
$$;

do $$
begin
  for attempt in 1 .. 120 loop
    begin
      set local lock_timeout = '500ms';
      lock table leases in access exclusive mode;
      create trigger check_overlaps_inserted after insert on leases referencing new table as now_stored
        for each statement execute function check_overlaps();
      create trigger check_overlaps_updated after update on leases referencing old table as was_stored new table as now_stored
        for each statement execute function check_overlaps();
      alter table leases drop constraint leases_do_not_overlap;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.5);
    end;
  end loop;
  raise exception 'leases was in use all the time; try again';
end
$$;
