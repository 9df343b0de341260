-- Whether an earlier lease still occupies the unit of a lease is found inside a b-tree. PostgreSQL used the GiST index of leases_do_not_overlap, where a
-- look-up takes 12 µs instead of 2: the residents of a property of 221 units took 5.6 ms and now take 2.9. Replaces an index, which takes a fifth
-- more room. Building it locks leases against writes: some two seconds per million rows. Readers wait for a moment at the end.

create index leases_by_unit_next on leases (organization_id, unit_id, start_date) include (move_out_date, stage);
drop index leases_by_unit;
alter index leases_by_unit_next rename to leases_by_unit;
