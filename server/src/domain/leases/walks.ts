/** How the first leases are found in the list's own order and in others. `$1` is the organization, `$2` today. */
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { placeIn } from '#server/db/list.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { balanceOn } from '../ledger/balance.ts'
import { isAmongFound } from '../search-words/found.ts'
import { unitsInOrder } from '../units-in-order.ts'
import { RENT_IN_FORCE, STATUS_BY_DATES, WAITS } from './columns.ts'

/**
 * The leases that start last, inside the index by start: 1 to 9 ms for a page of a status, and finding and sorting all of that status takes 37 to 66. If few
 * match, those are found and sorted. Whether a lease waits is looked up by its ID, because the index does not hold its unit.
 */
export const leasesByStart: Walk<'status', never> = {
  filters: ['status'],
  conditions: {
    status: `lease_status(
      listed.stage, listed.start_date, listed.move_out_date,
      ? in ('ACTIVE', 'FUTURE') and exists (
        select from leases l where l.organization_id = $1 and l.id = listed.id and ${WAITS}
      ),
      $2::date
    ) = ?`,
  },
  atLeast: 1_000,
  rows: conditions =>
    `select listed.id, listed.start_date from leases listed where listed.organization_id = $1${conditions}`,
  keys: 0,
  upTo: FAR,
}

/** The leases that a search finds, by the same index: 20 ms to read all of 65,000, where looking up 23,000 of them to sort takes 70 ms. */
export const leasesFound: Walk<'search', never> = {
  filters: ['search'],
  needs: 'search',
  conditions: { search: isAmongFound('l.id') },
  atLeast: 5_000,
  rows: conditions => `select l.id, l.start_date from leases l where l.organization_id = $1${conditions}`,
  keys: 0,
  upTo: FAR,
}

/**
 * How many leases have a status. Exactly one lease of a unit is ACTIVE if any has started and not ended, and the others wait. So
 * the number of ACTIVE leases is the number of such units, which are counted in the order of the index of leases by unit.
 */
export const TOTAL_OF_STATUS = `select (
      case ? when 'ACTIVE' then of_all.occupied when 'FUTURE' then of_all.standing - of_all.occupied else of_all.matching end
    )::int as total
    from (
      select count(*) filter (where l.status = ?) as matching, count(*) filter (where l.status in ('ACTIVE', 'FUTURE')) as standing,
             count(distinct l.unit_id) filter (where l.status = 'ACTIVE') as occupied
        from (select l.unit_id, ${STATUS_BY_DATES} as status from leases l where l.organization_id = $1) l
    ) of_all`

/** Residents by name and the leases of each: 1 ms for the first page of 51,000 leases, and sorting all of them takes 115. */
export const leasesByResident: Walk<never, 'resident_name'> = {
  sort: 'resident_name',
  filters: [],
  rows: () => `select held.lease_id as id, r.full_name collate "C" as sort_0
    from residents r
    cross join lateral (
      select lr.lease_id
        from lease_residents lr
       where lr.organization_id = $1 and lr.resident_id = r.id and lr.is_primary
      offset 0
    ) held
    where r.organization_id = $1`,
  rest: () => `select l.id
    from leases l
    where l.organization_id = $1 and not exists (
      select from lease_residents lr where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
    )`,
  keys: 1,
  upTo: FAR,
}

/** Units in order, and the leases of each. The first page of 54,000 leases takes 7 ms, and sorting all of them took 55 ms. */
export const leasesByProperty: Walk<never, 'property_name'> = {
  sort: 'property_name',
  filters: [],
  rows: (_, isBackwards) => `select of_unit.id, place.sort_0, place.sort_1
    from ${unitsInOrder(isBackwards)} place
    cross join lateral (select l.id from leases l where l.organization_id = $1 and l.unit_id = place.unit_id offset 0) of_unit`,
  keys: 2,
  upTo: FAR,
}

/** The statuses that other leases of the unit decide. */
const UNSURE = { first: LEASE_STATUSES.indexOf('FUTURE') + 1, last: LEASE_STATUSES.indexOf('ACTIVE') + 1 }

/** The leases whose status comes before FUTURE, or after ACTIVE: no other lease of the unit has to be known. */
export const leasesByStatus: Walk<never, 'status'> = {
  sort: 'status',
  filters: [],
  rows: (_, isBackwards) => `select l.id, l.place as sort_0
    from (
      select l.id, ${placeIn(LEASE_STATUSES, STATUS_BY_DATES)} as place from leases l where l.organization_id = $1
    ) l
    where l.place ${isBackwards ? `> ${UNSURE.last}` : `< ${UNSURE.first}`}`,
  isPart: true,
  keys: 1,
}

/**
 * The leases in the order of the figure that each has from a day on, and among them the few that have another one until a later day: 13 to 30 ms of
 * processor time for 51,000 leases, and finding the figures of all and sorting them takes 160 to 190. `until` is the figure of such a lease `f`.
 */
const byLastFigure = <Sort extends 'balance_cents' | 'rent_cents'>(
  sort: Sort,
  until: string,
  joins: string,
): Walk<never, Sort> => {
  const isLast = (day: string) => `f.${sort.replace('_cents', '_from')} ${day}`
  return {
    sort,
    filters: [],
    rows: (_, isBackwards, most) => {
      const direction = isBackwards ? ' desc' : ''
      return `(
        select f.lease_id as id, f.${sort} as sort_0
          from lease_last_figures f
         where f.organization_id = $1 and ${isLast('<= $2::date')}
         order by f.${sort}${direction}, f.lease_id${direction}
         ${most}
      )
      union all
      select f.lease_id, ${until}
        from (select * from lease_last_figures f where f.organization_id = $1 and ${isLast('> $2::date')}) f
        ${joins}`
    },
    keys: 1,
  }
}

export const leasesByBalance = byLastFigure('balance_cents', 'ledger.balance_cents', balanceOn('f.lease_id', '$2'))

/** A lease that has not started shows the rent of its first day, which is the last one of nearly all of them. */
export const leasesByRent = byLastFigure(
  'rent_cents',
  `case when f.rent_from <= l.start_date then f.rent_cents
             else (
               select coalesce(sum(c.amount_cents), 0)::bigint
                 from lease_charges c
                where c.organization_id = $1 and c.lease_id = l.id and ${RENT_IN_FORCE}
             )
        end`,
  `cross join lateral (
          select of_id.id, of_id.start_date from leases of_id where of_id.organization_id = $1 and of_id.id = f.lease_id offset 0
        ) l`,
)
