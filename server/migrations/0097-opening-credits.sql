-- Finds prepaid opening balances, which the report by month does not count as collected, without reading the whole ledger. The index holds only these
-- entries. Reads the ledger once, which takes about a second per million rows; writes to the ledger wait for that.

create index ledger_entries_of_opening_credit on ledger_entries (organization_id, payment_id)
  where code = 'OPENING_BALANCE' and payment_id is not null;
