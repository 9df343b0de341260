/** How the first of all residents, by property or by status are found. `$1` is the organization, `$2` today. */
import { KNOWN_STATUSES, SMS_OPT_INS } from '#contract/v1/residents.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { isAmongFound } from '../search-words/found.ts'
import { unitsInOrder } from '../units-in-order.ts'
import { firstResidents, isOfStatus, ON_NO_LEASE, RESIDENT_STATUS, residentsOf } from './status.ts'

/**
 * Residents by last name, each with its status looked up: 0.5 ms for the first page of 83,000 if nearly all have it. Fewer than 10,000 are found inside
 * the index of statuses and sorted, in 20 ms, because the page may be sought among many others.
 */
export const allResidentsOfStatus: Walk<'current' | 'past', never> = {
  filters: ['current', 'past'],
  conditions: { current: isOfStatus('CURRENT'), past: isOfStatus('PAST') },
  atLeast: 10_000,
  rows: conditions =>
    `select r.id, r.last_name, r.first_name from residents r where r.organization_id = $1${conditions}`,
  keys: 0,
  upTo: FAR,
}

/** The residents that a search finds, by last name: 20 ms to read all of 105,000, where looking up 14,000 of them to sort takes 45 ms. */
export const allResidentsFound: Walk<'search', never> = {
  filters: ['search'],
  needs: 'search',
  conditions: { search: isAmongFound('r.id') },
  atLeast: 5_000,
  rows: conditions =>
    `select r.id, r.last_name, r.first_name from residents r where r.organization_id = $1${conditions}`,
  keys: 0,
  upTo: FAR,
}

/**
 * Units in order, and the residents whose status follows from a lease of the unit: 3 ms for the first page of 83,000 residents, and sorting all of them
 * takes 270. The last of 38,095, of a property of 361 units, take 1,048 pages.
 */
export const allResidentsByProperty: Walk<never, 'property_name'> = {
  sort: 'property_name',
  filters: [],
  rows: (_, isBackwards) => `select of_unit.resident_id as id, place.sort_0, place.sort_1
    from ${unitsInOrder(isBackwards)} place
    cross join lateral (${residentsOf('l.unit_id = place.unit_id')} offset 0) of_unit`,
  rest: () => `select r.id from residents r where r.organization_id = $1 and ${ON_NO_LEASE}`,
  keys: 2,
  upTo: FAR,
}

/** How many residents are looked at, which fills a page if one in fifty has the status. */
const FIRST = 2_500

/**
 * The residents with the first status among the first residents by ID, or with the last status among the last, so that the status of most is not
 * computed.
 */
export const allResidentsByStatus: Walk<never, 'status'> = {
  sort: 'status',
  filters: [],
  rows: (_, isBackwards) => {
    const place = isBackwards ? KNOWN_STATUSES.length : 1
    return `${firstResidents(`r.id, ${place} as sort_0`, { most: FIRST, isBackwards })}
      where ${RESIDENT_STATUS} = '${KNOWN_STATUSES[place - 1]}'`
  },
  isPart: true,
  keys: 1,
}

/** The residents with the first consent among the first residents by ID, or with the last among the last: 11 ms for 88,000; sorting all took 47 ms. */
export const allResidentsByConsent: Walk<never, 'sms_opt_in'> = {
  sort: 'sms_opt_in',
  filters: [],
  rows: (_, isBackwards) => {
    const place = isBackwards ? SMS_OPT_INS.length : 1
    return `select r.id, ${place} as sort_0
      from (
        select id, sms_opt_in from residents where organization_id = $1 order by id${isBackwards ? ' desc' : ''} limit ${FIRST}
      ) r
      where r.sms_opt_in = '${SMS_OPT_INS[place - 1]}'`
  },
  isPart: true,
  keys: 1,
}

/** The residents who have an e-mail address or a phone number, in the order of its index: 1 ms for 100,000, and sorting all of them takes 50. */
const byContact = <Sort extends 'email' | 'phone'>(sort: Sort): Walk<never, Sort> => ({
  sort,
  filters: [],
  rows: () =>
    `select r.id, r.${sort} collate "C" as sort_0 from residents r where r.organization_id = $1 and r.${sort} is not null`,
  rest: () => `select r.id from residents r where r.organization_id = $1 and r.${sort} is null`,
  keys: 1,
  upTo: FAR,
})

export const allResidentsByEmail = byContact('email')
export const allResidentsByPhone = byContact('phone')
