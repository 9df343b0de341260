/** SQL of owners. */
import type { listOwners } from '#contract/console/holders.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import type { ListDefinition } from '#server/db/list.ts'
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

export type OwnerRow = {
  owner_id: string
  name: string
  external_id: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = 'id as owner_id, name, external_id, created_at, updated_at'

export const findOwner = statement<OwnerRow>(
  'find_owner',
  `select ${COLUMNS} from owners where organization_id = $1 and id = $2`,
)

/** As it stands, and nobody else may change it before this transaction is over. */
export const lockOwner = statement<OwnerRow>(
  'lock_owner',
  `select ${COLUMNS} from owners where organization_id = $1 and id = $2 for no key update`,
)

const HELD = `cross join lateral (
    select count(*)::int as property_count from properties p where p.organization_id = $1 and p.owner_id = o.id
  ) held`

const LISTED = `o.id as owner_id, o.name, held.property_count, o.external_id, o.created_at, o.updated_at`

export type OwnerSort = ColumnOf<typeof listOwners>

export const ownerList: ListDefinition<'search', OwnerSort> = {
  name: 'list_owners',
  matching: `select o.id, o.name collate "C" as name from owners o where o.organization_id = $1`,
  matchOnce: true,
  filters: { search: 'strpos(lower(o.name), lower(?)) > 0' },
  order: 'name, id',
  sorts: {
    name: { by: ['matching.name'] },
    property_count: {
      by: ['held.property_count'],
      joins: `join owners o on o.organization_id = $1 and o.id = matching.id ${HELD}`,
    },
    external_id: { by: ['o.external_id'], joins: 'join owners o on o.organization_id = $1 and o.id = matching.id' },
  },
  columns: LISTED,
  joins: `join owners o on o.organization_id = $1 and o.id = page.id ${HELD}`,
}

export type ListedOwner = OwnerRow & { property_count: number }

/** As the list shows it. */
export const findListedOwner = statement<ListedOwner>(
  'find_listed_owner',
  `select ${LISTED} from owners o ${HELD} where o.organization_id = $1 and o.id = $2`,
)
