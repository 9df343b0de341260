/** SQL of owners. */
import { statement } from '#server/db/statement.ts'

export const upsertOwners = statement<never>(
  'upsert_owners',
  `insert into owners (organization_id, id, name, external_id)
   select $1, t.id, t.name, t."externalId"
     from jsonb_to_recordset($2::jsonb) as t (id text, name text, "externalId" text)
   on conflict (organization_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
)

export const listOwnersNamed = statement<{ id: string; name: string }>(
  'list_owners_named',
  'select id, name from owners where organization_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name)',
)
