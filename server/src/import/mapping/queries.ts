/** Queries of what an organization answered about the words of its files. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { KindName } from '../read/kind-name.ts'

export type MappingKind = 'PROPERTY' | 'CHARGE' | 'STATUS' | 'LAYOUT' | `${Uppercase<KindName>}_COLUMN`

export type MappingRow = { kind: MappingKind; word: string; property_id: string | null; meaning: string | null }

export const listMappings = statement<MappingRow>(
  'list_import_mappings',
  `select m.kind, m.word, m.property_id, m.meaning
     from import_mappings m
    where m.organization_id = $1
    order by m.kind, m.key`,
)

/** What identifies a property in a file. */
export type Identity = {
  name: string
  address_line: string
  city: string
  state: string
  postal_code: string
  external_id: string | null
}

/** The mapped properties with what identifies them in a file. */
export const listMappedProperties = statement<Identity & { word: string }>(
  'list_mapped_properties',
  `select m.word, p.name, p.address_line, p.city, p.state, p.postal_code, p.external_id
     from import_mappings m
     join properties p on p.organization_id = m.organization_id and p.id = m.property_id
    where m.organization_id = $1 and m.kind = 'PROPERTY'
    order by m.key`,
)

/** Properties by ID. */
export const listPropertiesToMap = statement<Identity & { id: string }>(
  'list_properties_to_map',
  `select p.id, p.name, p.address_line, p.city, p.state, p.postal_code, p.external_id
     from properties p
    where p.organization_id = $1 and p.id = any($2::text[])`,
)

/** Adds or changes entries. Parameters: `$2` kind, `$3` keys, `$4` words, `$5` properties, `$6` meanings. */
export const saveMappings = statement<never>(
  'save_import_mappings',
  `insert into import_mappings (organization_id, kind, key, word, property_id, meaning)
   select $1, $2, e.key, e.word, e.property_id, e.meaning
     from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as e (key, word, property_id, meaning)
       on conflict (organization_id, kind, key)
       do update set word = excluded.word, property_id = excluded.property_id, meaning = excluded.meaning`,
)

/** Deletes the entries of a kind whose keys are not among `$3`. */
export const deleteOtherMappings = statement<never>(
  'delete_other_import_mappings',
  'delete from import_mappings where organization_id = $1 and kind = $2 and not key = any($3::text[])',
)
