/** How the first invoices and payments by the name of their resident are found. `$1` is the organization. */
import type { LongList } from '#server/db/list-totals.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { unitsInOrder } from '../units-in-order.ts'

/**
 * Joins `resident`, by whose name the row `of` (an invoice or a payment) is sorted: its own resident if that one is on its lease, or else the primary
 * resident of the lease. Those who have left the lease are still among its residents here, so that nearly every row is sorted by the name that its detail
 * shows.
 */
export const residentOnLeaseOf = (of: string) =>
  `left join lease_residents own on own.organization_id = $1 and own.lease_id = ${of}.lease_id and own.resident_id = ${of}.resident_id
     left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = ${of}.lease_id and lr.is_primary
     left join residents resident on resident.organization_id = $1 and resident.id = coalesce(own.resident_id, lr.resident_id)`

/** Whether no resident of the row's lease is its own. */
const hasNoOwn = (row: string) => `not exists (
          select from lease_residents own where own.organization_id = $1 and own.lease_id = ${row}.lease_id and own.resident_id = ${row}.resident_id
        )`

/**
 * Residents by name and the invoices or payments of each: 2 ms for the first page, and sorting all rows takes 70 to 100 for 56,000, more with each month.
 * The table has the name `row` in the conditions.
 */
export const moneyByResident = (
  table: Exclude<LongList, 'work_orders'>,
  row: string,
): Walk<'paid', 'resident_name'> => ({
  sort: 'resident_name',
  filters: ['paid'],
  // Among many residents, few rows are far apart.
  atLeast: 1_000,
  rows: conditions => `select held.id, r.full_name collate "C" as sort_0
    from residents r
    cross join lateral (
      select of_lease.id
        from lease_residents lr
       cross join lateral (
         select ${row}.id, ${row}.lease_id, ${row}.resident_id
           from ${table} ${row}
          where ${row}.organization_id = $1 and ${row}.lease_id = lr.lease_id${conditions}
         offset 0
       ) of_lease
       where lr.organization_id = $1 and lr.resident_id = r.id
         and (of_lease.resident_id = r.id or lr.is_primary and ${hasNoOwn('of_lease')})
      offset 0
    ) held
    where r.organization_id = $1`,
  rest: conditions => `select ${row}.id
    from ${table} ${row}
    where ${row}.organization_id = $1${conditions} and ${hasNoOwn(row)} and not exists (
      select from lease_residents lr where lr.organization_id = $1 and lr.lease_id = ${row}.lease_id and lr.is_primary
    )`,
  keys: 1,
  upTo: FAR,
})

/**
 * Units by property and label, and the invoices or payments of the leases of each, which are read inside the index by lease. The rows of one unit are
 * sorted at a time. Sorting those of one property read all of them and looked up the unit of each: 61,896 pages, if the last property has 361
 * units and 36 months, and now 253. It takes less at any offset: at 380,000, 1,530,000 pages and now 111,000.
 */
export const moneyByProperty = (
  table: Exclude<LongList, 'work_orders'>,
  row: string,
): Walk<'paid', 'property_name'> => ({
  sort: 'property_name',
  filters: ['paid'],
  rows: (conditions, isBackwards) => `select of_unit.id, place.sort_0, place.sort_1
    from ${unitsInOrder(isBackwards)} place
    cross join lateral (
      select of_lease.id
        from leases l
       cross join lateral (
         select ${row}.id from ${table} ${row} where ${row}.organization_id = $1 and ${row}.lease_id = l.id${conditions} offset 0
       ) of_lease
       where l.organization_id = $1 and l.unit_id = place.unit_id
      offset 0
    ) of_unit`,
  keys: 2,
})

/**
 * Invoices or payments by status. The rows of each status that few have are sorted inside the index by status, and those with the status PAID have the
 * order of the primary key. Sorting all 392,660 invoices took 7,889 pages and 97 ms of processor time or more, and this takes 420.
 */
export const moneyByStatus = (
  table: Exclude<LongList, 'work_orders'>,
  row: string,
  statuses: readonly string[],
): Walk<'paid', 'status'> => ({
  sort: 'status',
  filters: ['paid'],
  rows: (conditions, isBackwards, most) =>
    statuses
      .map((status, index) => {
        const isStatus = `${row}.status = '${status}'${status === 'PAID' ? '' : ` and ${row}.status <> 'PAID'`}`
        return `(select ${row}.id, ${index + 1} as sort_0 from ${table} ${row} where ${row}.organization_id = $1 and ${isStatus}${conditions}
          order by ${row}.id${isBackwards ? ' desc' : ''} ${most})`
      })
      .join(' union all '),
  keys: 1,
  upTo: FAR,
})
