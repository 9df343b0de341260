/** Builds the SQL of the search of work orders. `$1` is the organization, `$2` are the prefixes, and `$3` is a number or null. */
import { FAR, type Walk } from '#server/db/list-walk.ts'
import {
  CLOSED_WORK_ORDERS_MATCHED,
  hasFrequent,
  isAmongFound,
  isFrequent,
  matchingEveryTerm,
  onlyFrequent,
  PROPERTIES_MATCHED,
  RESIDENTS_MATCHED,
  UNITS_MATCHED,
} from '../search-words/found.ts'
import { OPEN_STATUSES } from './conditions.ts'

/** Whether the work order `w` is open and has the prefix in its title. Open ones are few enough to look through: thousands, where a million may be closed. */
const hasTitle = (low: string) => `w.status in ${OPEN_STATUSES} and strpos(lower(w.title), ${low}) > 0`
const HAS_TITLE = hasTitle('asked.low')

/**
 * The work orders that a prefix finds, for a prefix with few words: those of each unit, property and resident that has a word with it are looked up, and so
 * are closed ones by the words of their titles.
 */
const LOOKED_UP = `
        select of_unit.id
          from ${UNITS_MATCHED} home
         cross join lateral (
           select o.id from work_orders o where o.organization_id = $1 and o.unit_id = home.id offset 0
         ) of_unit
        union
        select of_property.id
          from ${PROPERTIES_MATCHED} place
         cross join lateral (
           select o.id from work_orders o where o.organization_id = $1 and o.property_id = place.id offset 0
         ) of_property
        union
        select of_resident.id
          from ${RESIDENTS_MATCHED} person
         cross join lateral (
           select o.id
             from lease_residents lr
             join leases l on l.organization_id = $1 and l.id = lr.lease_id
             join work_orders o on o.organization_id = $1 and o.unit_id = l.unit_id
            where lr.organization_id = $1 and lr.resident_id = person.id and o.resident_id = person.id
           offset 0
         ) of_resident
        union
        select w.id from work_orders w where w.organization_id = $1 and ${HAS_TITLE}
        union
        select closed.id from ${CLOSED_WORK_ORDERS_MATCHED} closed`

const ALL = `(select o.id, o.unit_id, o.property_id, o.resident_id, o.status, o.title from work_orders o where o.organization_id = $1 offset 0)`

/** Whether the resident of the work order `w` is on a lease of its unit. */
const IS_OF_LEASE = `exists (
                 select from lease_residents lr
                   join leases l on l.organization_id = $1 and l.id = lr.lease_id
                  where lr.organization_id = $1 and lr.resident_id = w.resident_id and l.unit_id = w.unit_id
                 offset 0
               )`

/**
 * The work orders that one of several prefixes finds, if it has many words: all work orders are read once, and compared with hashes of the units,
 * properties and residents.
 */
const LOOKED_THROUGH = `
        select w.id
          from ${ALL} w
          left join ${UNITS_MATCHED} home on home.id = w.unit_id
          left join ${PROPERTIES_MATCHED} place on place.id = w.property_id
          left join ${RESIDENTS_MATCHED} person on person.id = w.resident_id
          left join ${CLOSED_WORK_ORDERS_MATCHED} closed on closed.id = w.id
         where home.id is not null or place.id is not null or closed.id is not null or ${HAS_TITLE} or person.id is not null and ${IS_OF_LEASE}`

/**
 * The work orders that the prefix in the CTE `frequent` finds. With joins as above, `a` took 104 ms of processor time instead of 58 for 39,600 work orders,
 * because the joined records must be found once each and hashed again, and a work order is looked up in every hash even if an earlier one contains it.
 */
const WITH_FREQUENT = `
        select w.id
          from ${ALL} w
         where ${hasFrequent('unit', 'w.unit_id')} or ${hasFrequent('property', 'w.property_id')} or ${hasFrequent('work_order', 'w.id')}
            or ${hasTitle('(select frequent.low from frequent)')} or ${hasFrequent('resident', 'w.resident_id')} and ${IS_OF_LEASE}`

/**
 * Selects the work orders that a search finds. If a prefix has thousands of words, such as a single letter, all work orders are read: for `m`, reading 39,600
 * takes 57 ms of processor time, where looking up those of 20,600 residents took 370 ms.
 */
export const WORK_ORDERS_FOUND = `
      with numbered as materialized (select of_number.id from work_orders of_number where of_number.organization_id = $1 and of_number.number = $3::int),
      frequent as materialized (${onlyFrequent(['resident', 'unit'], '$2')})
      select numbered.id from numbered
      union all
      select every_term.id from (${matchingEveryTerm(
        `
        select of_term.id
          from (select ${isFrequent(['resident', 'unit'], 'asked')} as is_frequent offset 0) size
         cross join lateral (
           (select few.id from (${LOOKED_UP}) few where not size.is_frequent)
           union all
           (select w.id from (${LOOKED_THROUGH}) w where size.is_frequent)
         ) of_term`,
        '$2',
      )}) every_term
       where not exists (select from frequent) and every_term.id is distinct from (select numbered.id from numbered)
      union all
      select of_frequent.id from (${WITH_FREQUENT}) of_frequent
       where exists (select from frequent) and of_frequent.id is distinct from (select numbered.id from numbered)`

/** The work orders that a search finds, newest first: 10 ms to read all of 39,600, where looking up 15,400 of them to sort took 60 ms. */
export const workOrdersFound: Walk<never, never> = {
  filters: [],
  atLeast: 2_000,
  rows: () => `select w.id, w.created_at from work_orders w where w.organization_id = $1 and ${isAmongFound('w.id')}`,
  keys: 0,
  upTo: FAR,
}
