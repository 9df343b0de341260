-- Names of residents are ordered by code point on every host, also in the lists that are sorted by the name of a resident and read it from this index:
-- the order of the column itself is that of the database. It is rebuilt with the same size and locks residents against writes: some two seconds per
-- million rows.

drop index residents_by_name;
create index residents_by_name on residents (organization_id, full_name collate "C", id);
