/** SQL of owners. `$1` is the organization. */
import type { listOwners } from '#contract/console/owners.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'

export const upsertOwners = statement<never>(
  'upsert_owners',
  `insert into owners (organization_id, id, name, external_id)
   select $1, t.id, t.name, t.external_id
     from jsonb_to_recordset($2::jsonb) as t (id text, name text, external_id text)
   on conflict (organization_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
)

export const listOwnersNamed = statement<{ id: string; name: string }>(
  'list_owners_named',
  'select id, name from owners where organization_id = $1 and lower(name) in (select lower(name) from unnest($2::text[]) as name)',
)

export type OwnerRow = {
  owner_id: string
  name: string
  property_count: number
  external_id: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = `o.id as owner_id, o.name, held.property_count, o.external_id, o.created_at, o.updated_at`
const PROPERTIES = `cross join lateral (
    select count(*)::int as property_count from properties p where p.organization_id = $1 and p.owner_id = o.id
  ) held`

export type OwnerSort = ColumnOf<typeof listOwners>

export const ownerList: ListDefinition<'search' | 'updated_since', OwnerSort> = {
  name: 'list_owners',
  matching: `select o.id, o.name collate "C" as name from owners o where o.organization_id = $1`,
  matchOnce: true,
  filters: { search: 'strpos(lower(o.name), lower(?)) > 0', updated_since: 'o.updated_at >= ?' },
  order: 'name, id',
  sorts: {
    name: { by: ['matching.name'] },
    property_count: {
      by: ['held.property_count'],
      joins: `join owners o on o.organization_id = $1 and o.id = matching.id ${PROPERTIES}`,
    },
    external_id: { by: ['o.external_id'], joins: 'join owners o on o.organization_id = $1 and o.id = matching.id' },
  },
  columns: COLUMNS,
  joins: `join owners o on o.organization_id = $1 and o.id = page.id ${PROPERTIES}`,
}

export const findOwner = statement<OwnerRow>(
  'find_owner',
  `select ${COLUMNS} from owners o ${PROPERTIES} where o.organization_id = $1 and o.id = $2`,
)

/** Nobody else can change the owner `$2` until this transaction ends. */
export const lockOwner = statement<never>(
  'lock_owner',
  'select from owners where organization_id = $1 and id = $2 for no key update',
)

export const listOwnersById = byIdsStatement<OwnerRow>(ownerList, 'o.id', 0)
