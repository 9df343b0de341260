/** The columns by which properties can be sorted. `$1` is the organization, `$2` today. */
import type { listProperties } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { PROPERTY_TYPES } from '#contract/v1/properties.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'

export type PropertySort = ColumnOf<typeof listProperties>

/** The number of units of the property `p` that are in service today. Triggers keep what each day adds to it. */
export const IN_SERVICE = `cross join lateral (
    select coalesce(sum(c.change), 0)::int as unit_count from unit_counts c
     where c.organization_id = $1 and c.property_id = p.id and c.day <= $2::date
  ) in_service`

const PROPERTY = 'join properties p on p.organization_id = $1 and p.id = matching.id'

export const propertySorts: Record<PropertySort, SortDefinition> = {
  name: { by: ['matching.name'] },
  city: { by: ['p.city collate "C"', 'p.address_line collate "C"'], joins: PROPERTY },
  type: { by: [placeIn(PROPERTY_TYPES, 'p.type')], joins: PROPERTY },
  owner_name: {
    by: ['o.name collate "C"'],
    joins: `${PROPERTY} left join owners o on o.organization_id = $1 and o.id = p.owner_id`,
  },
  unit_count: { by: ['in_service.unit_count'], joins: `${PROPERTY} ${IN_SERVICE}` },
  // An unknown value is stored as 0, so it must sort as null.
  current_value: { by: ['nullif(p.current_value_cents, 0)'], joins: PROPERTY },
}
