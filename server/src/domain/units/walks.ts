/** How the first units by place, by resident, by status and by rate are found. `$1` is the organization, `$2` today. */
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { isAmongFound } from '../search-words/found.ts'
import { rateOf, statusOf, statusOn } from './on-day.ts'

/** The status of the unit `u` today, found by its key alone: before the spans are analyzed, PostgreSQL would read all of that status for each unit. */
const STATUS = `(select on_day.status from ${statusOn('u.id')})`

const placed = (columns: string, conditions: string) => `select ${columns}
    from properties p
    cross join lateral (
      select u.id, u.label from units u where u.organization_id = $1 and u.property_id = p.id${conditions} offset 0
    ) u
    where p.organization_id = $1`
const byPlace = (conditions: string) => placed('u.id, p.name as property_name, u.label', conditions)

/**
 * Properties by name and the units of each that match: 1 ms for a page of a status that most units have, and finding and sorting all of those takes 60.
 * If few match, those are found and sorted.
 */
export const unitsByPlace: Walk<'status' | 'statuses' | 'is_listed', never> = {
  filters: ['status', 'statuses', 'is_listed'],
  conditions: { status: `${STATUS} = ?`, statuses: `${STATUS} = any(?::text[])` },
  atLeast: 1_000,
  rows: byPlace,
  keys: 0,
}

/** Units by place if a member asks for that order or its reverse. Without this walk, sorting all of 50,000 takes 23 ms, and sorting those that are CURRENT 91 ms. */
export const unitsByPropertyName: Walk<'status' | 'statuses' | 'is_listed', 'property_name'> = {
  ...unitsByPlace,
  sort: 'property_name',
  rows: conditions => placed('u.id, p.name as sort_0, u.label as sort_1', conditions),
}

/** The units that a search finds, in the same order: 20 ms to read all of 50,000, where looking up the 17,900 that `the` finds to sort takes 150 ms. */
export const unitsFound: Walk<'search', never> = {
  filters: ['search'],
  needs: 'search',
  conditions: { search: isAmongFound('u.id') },
  atLeast: 3_000,
  rows: byPlace,
  keys: 0,
}

/** Residents by name and the unit that each has as the primary resident of its lease: 2 ms for the first page, and sorting all units takes 140. */
export const unitsByResident: Walk<never, 'resident_name'> = {
  sort: 'resident_name',
  filters: [],
  rows: () => `select held.unit_id as id, r.full_name collate "C" as sort_0
    from residents r
    cross join lateral (
      select on_day.unit_id
        from lease_residents lr
        join leases l on l.organization_id = $1 and l.id = lr.lease_id
        join ${statusOf('l.unit_id')} and on_day.lease_id = l.id
       where lr.organization_id = $1 and lr.resident_id = r.id and lr.is_primary
      offset 0
    ) held
    where r.organization_id = $1`,
  rest: () => `select u.id
    from units u
    where u.organization_id = $1 and not exists (
      select from lease_residents lr
        join ${statusOf('u.id')} and on_day.lease_id = lr.lease_id
       where lr.organization_id = $1 and lr.is_primary
    )`,
  keys: 1,
  upTo: FAR,
}

/**
 * The spans of today, inside the index of spans by status, without their units: 14 ms of processor time for 50,000 units, and sorting the units takes 130.
 * Units that are not in service have no span and come last.
 */
export const unitsByStatus: Walk<never, 'status'> = {
  sort: 'status',
  filters: [],
  rows: () => `select on_day.unit_id as id, of_status.place as sort_0
    from unnest(array['${UNIT_STATUSES.join("', '")}']) with ordinality as of_status (status, place)
    cross join lateral (
      select s.unit_id
        from unit_status_spans s
       where s.organization_id = $1 and s.status = of_status.status and s.to_day >= $2::date and s.from_day <= $2::date
      offset 0
    ) on_day`,
  rest: () =>
    `select u.id from units u left join ${statusOf('u.id')} where u.organization_id = $1 and on_day.unit_id is null`,
  keys: 1,
}

/** Each unit takes 11 µs, because three of its rates are read, and sorting all takes 84 to 117 ms. */
const FAR_BY_RATE = 4_000

/**
 * The rates in force, in the order of an index: whether a unit has a later one is looked up for each that is read, so that the first page takes 1 ms, and
 * finding and sorting the rates of 50,000 units takes 50 with one year of them.
 */
const byRate = <Sort extends 'unit_type' | 'market_rent_cents'>(sort: Sort, key: string): Walk<never, Sort> => ({
  sort,
  filters: [],
  rows: () => `select r.unit_id as id, ${key} as sort_0
    from unit_rates r
    where r.organization_id = $1 and r.${sort} is not null and r.effective_from <= $2::date and not exists (
      select from unit_rates later
       where later.organization_id = $1 and later.unit_id = r.unit_id and later.effective_from > r.effective_from
         and later.effective_from <= $2::date
      offset 0
    )`,
  rest: () => `select u.id from units u ${rateOf('u.id')} where u.organization_id = $1 and rate.${sort} is null`,
  keys: 1,
  upTo: FAR_BY_RATE,
})

export const unitsByType = byRate('unit_type', 'r.unit_type collate "C"')
export const unitsByMarketRent = byRate('market_rent_cents', 'r.market_rent_cents')
