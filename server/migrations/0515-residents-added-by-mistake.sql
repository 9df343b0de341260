-- A resident who was added to a signed lease by mistake can be removed from it, other than its primary resident. Only the residents of drafts could be
-- deleted before. Replaces a policy, which locks lease_residents for a moment.

drop policy of_drafts on lease_residents;
create policy of_drafts_or_mistakes on lease_residents as restrictive for delete to gatehouse_app using (not is_primary or exists (
  select from leases l where l.organization_id = lease_residents.organization_id and l.id = lease_residents.lease_id and l.stage = 'DRAFT'
));
