-- What was agreed about a resident of a lease before a move-out ended it, so that a move-out that is corrected or canceled brings it back. The column is
-- null in nearly every row. Adding it locks the table for a moment and rewrites nothing; code that does not know it leaves it as it is.

alter table lease_residents add column before_end jsonb;
