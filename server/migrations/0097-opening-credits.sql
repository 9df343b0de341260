-- Prepaid opening balances, which the months of the reports do not count as collected, are found without reading the whole ledger. Only these entries
-- are in the index. Reads the ledger once, about a second per million rows, and keeps others from writing to it meanwhile.

create index ledger_entries_of_opening_credit on ledger_entries (organization_id, payment_id)
  where code = 'OPENING_BALANCE' and payment_id is not null;
