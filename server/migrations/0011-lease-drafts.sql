-- Drafts of leases can be edited: what a draft no longer says of its residents and charges goes, as nothing ever rested on it.
-- Adds a policy to each of the two tables, which locks them for an instant.

grant delete on lease_charges, lease_residents to gatehouse_app;

-- Beside the tenant's own policy: once a lease is sent, its rows stay for good.
create policy of_drafts on lease_charges as restrictive for delete to gatehouse_app using (exists (
  select from leases l where l.organization_id = lease_charges.organization_id and l.id = lease_charges.lease_id and l.stage = 'DRAFT'
));
create policy of_drafts on lease_residents as restrictive for delete to gatehouse_app using (exists (
  select from leases l where l.organization_id = lease_residents.organization_id and l.id = lease_residents.lease_id and l.stage = 'DRAFT'
));
