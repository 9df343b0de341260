/** SQL of the list and the detail of units, in service or not. `$1` is the organization, `$2` today. */
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { LEASE_STATUS, primaryResidentOf } from '../leases/columns.ts'
import { isFound, matchingRecords, TOTAL_FOUND } from '../search-words/found.ts'
import { TO_MAKE_READY } from './groups.ts'
import { rateOf, STATUSES_ON_DAY, statusOf } from './on-day.ts'
import { type UnitSort, unitSorts } from './sorts.ts'
import {
  unitsByMarketRent,
  unitsByPlace,
  unitsByPropertyName,
  unitsByResident,
  unitsByStatus,
  unitsByType,
  unitsFound,
} from './walks.ts'

type UnitFilter = 'property_id' | 'status' | 'statuses' | 'to_make_ready' | 'is_listed' | 'search'

export const unitList: ListDefinition<UnitFilter, UnitSort> = {
  name: 'list_units',
  // A left join, which is left out where nothing asks for the property's name.
  matching: `select u.id, p.name as property_name, u.label, u.bedrooms, u.bathrooms, u.is_listed
    from units u
    left join properties p on p.organization_id = $1 and p.id = u.property_id
    where u.organization_id = $1`,
  matchOnce: 'filtered',
  filters: {
    property_id: 'u.property_id = ?',
    status: `u.id in (select on_day.unit_id from ${STATUSES_ON_DAY} on_day where on_day.status = ?)`,
    statuses: `u.id in (select on_day.unit_id from ${STATUSES_ON_DAY} on_day where on_day.status = any(?::text[]))`,
    // An array, because PostgreSQL would otherwise expect most units to be among these, and read all units.
    to_make_ready: `u.id = any(array(select turn.unit_id from ${TO_MAKE_READY} turn))`,
    is_listed: 'u.is_listed = ?',
    search: isFound('u.id'),
  },
  found: { search: matchingRecords('unit', '?') },
  totals: {
    search: TOTAL_FOUND,
    status: `select count(*)::int as total from ${STATUSES_ON_DAY} on_day where on_day.status = ?`,
    statuses: `select count(*)::int as total from ${STATUSES_ON_DAY} on_day where on_day.status = any(?::text[])`,
  },
  order: 'property_name, label, id',
  sorts: unitSorts,
  walks: [
    unitsByPlace,
    unitsByPropertyName,
    unitsFound,
    unitsByResident,
    unitsByStatus,
    unitsByType,
    unitsByMarketRent,
  ],
  columns: `u.id as unit_id, u.property_id, p.name as property_name, u.label, rate.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms,
    u.sqft, rate.market_rent_cents, on_day.status, u.available_from, u.is_listed, on_day.lease_id as current_lease_id,
    u.in_service_from, u.in_service_to, primary_resident.full_name as resident_name, u.external_id, u.created_at, u.updated_at`,
  joins: `join units u on u.organization_id = $1 and u.id = page.id
    join properties p on p.organization_id = $1 and p.id = u.property_id
    left join ${statusOf('page.id')}
    ${rateOf('page.id')}
    ${primaryResidentOf('on_day.lease_id')}`,
}

type MoreOfUnit = {
  property_name: string
  rates: { effective_from: string; unit_type: string | null; market_rent_cents: number | null }[]
  current_lease_id: string | null
  coming_lease_id: string | null
}

/** What the detail of the unit `$3` shows beyond the unit itself. */
export const findMoreOfUnit = statement<MoreOfUnit>(
  'find_more_of_unit',
  `select p.name as property_name, rates.rates, on_day.lease_id as current_lease_id, coming.id as coming_lease_id
     from units u
     join properties p on p.organization_id = $1 and p.id = u.property_id
     left join ${statusOf('u.id')}
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'effective_from', r.effective_from, 'unit_type', r.unit_type, 'market_rent_cents', r.market_rent_cents
              ) order by r.effective_from desc), '[]') as rates
         from unit_rates r
        where r.organization_id = $1 and r.unit_id = u.id
     ) rates
     left join lateral (
       select l.id
         from leases l
        where l.organization_id = $1 and l.unit_id = u.id and ${LEASE_STATUS} = 'FUTURE'
        order by l.start_date
        limit 1
     ) coming on true
    where u.organization_id = $1 and u.id = $3`,
)
