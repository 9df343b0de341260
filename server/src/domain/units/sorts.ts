/** The columns by which units can be sorted. `$1` is the organization, `$2` today. */
import type { ColumnOf } from '#contract/console/sorting.ts'
import type { listUnits } from '#contract/console/units.ts'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { RATES_ON_DAY, STATUSES_ON_DAY } from './on-day.ts'

export type UnitSort = ColumnOf<typeof listUnits>

const STATUS = `left join ${STATUSES_ON_DAY} on_day on on_day.unit_id = matching.id`

const RATE = `left join ${RATES_ON_DAY} rate on rate.unit_id = matching.id`

export const unitSorts: Record<UnitSort, SortDefinition> = {
  property_name: { by: ['matching.property_name', 'matching.label'] },
  status: { by: [placeIn(UNIT_STATUSES, 'on_day.status')], joins: STATUS },
  resident_name: {
    by: ['r.full_name collate "C"'],
    joins: `${STATUS}
      left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = on_day.lease_id and lr.is_primary
      left join residents r on r.organization_id = $1 and r.id = lr.resident_id`,
  },
  bedrooms: { by: ['matching.bedrooms', 'matching.bathrooms'] },
  unit_type: { by: ['rate.unit_type collate "C"'], joins: RATE },
  market_rent_cents: { by: ['rate.market_rent_cents'], joins: RATE },
  is_listed: { by: ['matching.is_listed'] },
}
