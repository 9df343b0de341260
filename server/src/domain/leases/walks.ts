/** How the first leases by the name of their primary resident and by status are found. `$1` is the organization, `$2` today. */
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { placeIn } from '#server/db/list.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { STATUS_BY_DATES } from './columns.ts'

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
