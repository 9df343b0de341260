-- Checks the leads of leases that were stored before 0401: none has one. Reads the table once; neither reads nor writes wait for it.

alter table leases validate constraint leases_organization_id_lead_id_fkey;
