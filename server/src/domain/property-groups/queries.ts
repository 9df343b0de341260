/** SQL of the groups that properties belong to: owners and portfolios, which differ only in their table and their ID. `$1` is the organization. */
import type { listOwners } from '#contract/console/owners.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { byIdsStatement, formsOf, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { hasEveryWord } from '../search-words/found.ts'

export type GroupNoun = 'owner' | 'portfolio'

export type GroupRow<Noun extends GroupNoun> = Record<`${Noun}_id`, string> & {
  name: string
  property_count: number
  external_id: string | null
  created_at: string
  updated_at: string
}

type GroupList = ListDefinition<'search' | 'updated_since', ColumnOf<typeof listOwners>>

export function groupQueries<Noun extends GroupNoun>(noun: Noun) {
  const table = `${noun}s`
  const columns = `g.id as ${noun}_id, g.name, held.property_count, g.external_id, g.created_at, g.updated_at`
  const listed = groupList(noun, columns)
  return {
    list: listed,
    listById: byIdsStatement<GroupRow<Noun>>(listed, 'g.id', 0),
    upsert: statement<never>(
      `upsert_${table}`,
      `insert into ${table} (organization_id, id, name, external_id)
       select $1, t.id, t.name, t.external_id
         from jsonb_to_recordset($2::jsonb) as t (id text, name text, external_id text)
       on conflict (organization_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
    ),
    listNamed: statement<{ id: string; name: string }>(
      `list_${table}_named`,
      `select id, name from ${table}
        where organization_id = $1 and lower(name) in (select unnest(${formsOf('given')}) from unnest($2::text[]) as given)`,
    ),
    find: statement<GroupRow<Noun>>(
      `find_${noun}`,
      `select ${columns} from ${table} g ${propertiesOf(noun)} where g.organization_id = $1 and g.id = $2`,
    ),
    /** Locks the record `$2`: nobody else can change it until this transaction ends. */
    lock: statement<never>(
      `lock_${noun}`,
      `select from ${table} where organization_id = $1 and id = $2 for no key update`,
    ),
  }
}

function propertiesOf(noun: GroupNoun): string {
  return `cross join lateral (
    select count(*)::int as property_count from properties p where p.organization_id = $1 and p.${noun}_id = g.id
  ) held`
}

function groupList(noun: GroupNoun, columns: string): GroupList {
  const table = `${noun}s`
  const joinOf = (rows: string) => `join ${table} g on g.organization_id = $1 and g.id = ${rows}.id`
  return {
    name: `list_${table}`,
    matching: `select g.id, g.name collate "C" as name from ${table} g where g.organization_id = $1`,
    matchOnce: true,
    filters: { search: hasEveryWord('g.name', '?'), updated_since: 'g.updated_at >= ?' },
    order: 'name, id',
    sorts: {
      name: { by: ['matching.name'] },
      property_count: { by: ['held.property_count'], joins: `${joinOf('matching')} ${propertiesOf(noun)}` },
      external_id: { by: ['g.external_id'], joins: joinOf('matching') },
    },
    columns,
    joins: `${joinOf('page')} ${propertiesOf(noun)}`,
  }
}
