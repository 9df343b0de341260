-- What was agreed for a charge before a move-out ended it, so that the charge goes on as agreed if the move-out is canceled or postponed. Without it,
-- a concession of a few months went on forever, and a rise that was agreed for later was lost. Locks the table for a moment: no row is rewritten.
alter table lease_charges add column agreed_cents bigint, add column agreed_to date;
