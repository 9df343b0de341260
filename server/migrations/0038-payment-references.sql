-- An index by which payments are found by the beginning of their reference, such as the number of a check.
-- Writers of payments wait while it is built, which takes about 2 s for a million payments; readers do not.
create index payments_by_reference on payments (organization_id, reference collate "C") where reference is not null;
