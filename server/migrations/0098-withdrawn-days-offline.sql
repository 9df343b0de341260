-- Days offline that have not begun, or that begin today, can be withdrawn: no past day shows them, so their row is deleted. Locks unit_offline_spans for an
-- instant.

grant delete on unit_offline_spans to gatehouse_app;

create trigger feed_deleted after delete on unit_offline_spans referencing old table as changed
  for each statement execute function feed_unit_facts();
create trigger keep_statuses_deleted after delete on unit_offline_spans referencing old table as now_stored
  for each statement execute function keep_statuses_of_spans();
