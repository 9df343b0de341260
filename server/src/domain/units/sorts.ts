/** What people order units by. `$1` is the organization, `$2` today. */
import type { ColumnOf } from '#contract/console/sorting.ts'
import type { listUnits } from '#contract/console/units.ts'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { STANDING_ON_DAY } from './standing.ts'

export type UnitSort = ColumnOf<typeof listUnits>

const UNIT = 'join units u on u.organization_id = $1 and u.id = matching.id'
const STANDING = `left join ${STANDING_ON_DAY} standing on standing.unit_id = matching.id`

/** Of the rates in force today, the latest of each unit. */
const RATE = `left join (
      select distinct on (r.unit_id) r.unit_id, r.unit_type, r.market_rent_cents
        from unit_rates r
       where r.organization_id = $1 and r.effective_from <= $2::date
       order by r.unit_id, r.effective_from desc
    ) rate on rate.unit_id = matching.id`

export const unitSorts: Record<UnitSort, SortDefinition> = {
  property_name: { by: ['matching.property_name', 'matching.label'] },
  status: { by: [placeIn(UNIT_STATUSES, 'standing.status')], joins: STANDING },
  resident_name: {
    by: [`trim(r.first_name || ' ' || r.last_name)`],
    joins: `${STANDING}
      left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = standing.lease_id and lr.is_primary
      left join residents r on r.organization_id = $1 and r.id = lr.resident_id`,
  },
  bedrooms: { by: ['u.bedrooms', 'u.bathrooms'], joins: UNIT },
  unit_type: { by: ['rate.unit_type collate "C"'], joins: RATE },
  market_rent_cents: { by: ['rate.market_rent_cents'], joins: RATE },
  is_listed: { by: ['u.is_listed'], joins: UNIT },
}
