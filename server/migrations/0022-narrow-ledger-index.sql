-- Drops the index of ledger_entries that held the amounts of each lease, which ledger_entries_by_account replaces.
-- Locks ledger_entries against everybody for an instant. While somebody reads for long, nobody behind them is kept waiting for more than half a
-- second: it gives up its place and asks again. Nothing else is locked meanwhile, so that those who post are never in its way.

do $$
begin
  for attempt in 1 .. 120 loop
    begin
      set local lock_timeout = '500ms';
      drop index ledger_entries_by_lease;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.5);
    end;
  end loop;
  raise exception 'ledger_entries was in use all the time; try again';
end
$$;
