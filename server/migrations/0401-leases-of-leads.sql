-- The lead for whom a lease was created, so that the lead follows when the lease is signed, and each leads to the other. Null for leases without one and
-- for those that were stored before. Adds a column without a default and a foreign key that is checked for new rows only, which locks both tables for
-- a moment; the index is of the few leases that have a lead, of which there are none yet.

alter table leases
  add column lead_id text collate "C",
  add constraint leases_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads (organization_id, id) not valid;
create index leases_by_lead on leases (organization_id, lead_id, id) where lead_id is not null;
