/** SQL fragments that show a lease as of a day, for every statement that reads leases: `$1` is the organization, `$2` the day, `l` the lease. */
import { balanceOn } from '../ledger/balance.ts'

/**
 * Whether an earlier lease still occupies the unit of the lease `l`, which has started. If two signed leases of a unit have started, the earlier one
 * has ended or has no move-out date: with a later move-out date, the constraint of the table would refuse the second lease.
 */
export const WAITS = `exists (
    select from leases earlier
     where earlier.organization_id = $1 and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED' and earlier.move_out_date is null
       and earlier.start_date < l.start_date
  )`

/** The status of the lease `l` on the day. Only for a lease that has started are other leases of its unit looked up. */
export const LEASE_STATUS = `lease_status(l.stage, l.start_date, l.move_out_date, ${WAITS}, $2::date)`

/**
 * The condition WAITS for statements over all leases of the organization, on leases that have started. Only a unit with another lease that started
 * later than an open one has leases that wait, and such units are found inside the index of leases by unit: for 50,000 units 21 ms, and a lookup for
 * each lease takes 150. For one property or one page, lookups are faster.
 */
const isAmongWaiting = (lease: string) => `${lease}.id in (
    select waiting.id
      from (
        select o.unit_id, min(o.start_date) filter (where o.move_out_date is null) as open_from
          from leases o
         where o.organization_id = $1 and o.stage = 'SIGNED' and o.start_date <= $2::date
           and (o.move_out_date is null or o.move_out_date >= $2::date)
         group by o.unit_id
        having max(o.start_date) > min(o.start_date) filter (where o.move_out_date is null)
      ) held
     cross join lateral (
       select w.id
         from leases w
        where w.organization_id = $1 and w.unit_id = held.unit_id and w.stage = 'SIGNED' and w.start_date > held.open_from
       offset 0
     ) waiting
  )`

const IS_AMONG_WAITING = isAmongWaiting('l')

/** The expression LEASE_STATUS for statements over all leases of the organization. */
export const statusOfAll = (lease: string) =>
  `lease_status(${lease}.stage, ${lease}.start_date, ${lease}.move_out_date, ${isAmongWaiting(lease)}, $2::date)`
export const STATUS_OF_ALL = statusOfAll('l')

/** The status of the lease `l` by its own dates: what it is, except that a lease that waits is ACTIVE. */
export const STATUS_BY_DATES = 'lease_status(l.stage, l.start_date, l.move_out_date, false, $2::date)'

/** Whether the lease `l` has the status `?`. PostgreSQL only finds the leases that wait if the answer depends on them. */
export const HAS_STATUS = `lease_status(
      l.stage, l.start_date, l.move_out_date, ? in ('ACTIVE', 'FUTURE') and ${IS_AMONG_WAITING}, $2::date
    ) = ?`

/** The condition that the lease `l` was signed by the end of the day and not canceled by then, as in the status history. */
export const IS_AGREED = `(
  (l.stage = 'SIGNED' or l.cancelled_on > $2::date)
  and l.signed_at < (select ($2::date + 1)::timestamp at time zone o.time_zone from organizations o where o.id = $1)
)`

/**
 * The condition that the residents of the lease `l` have not moved out by the day, and that the lease begins later or its unit is in service.
 * `on_day` is the status of its unit, which names the lease that occupies the unit.
 */
export const IS_IN_FORCE = `(l.move_out_date is null or l.move_out_date >= $2::date) and (l.start_date > $2::date or on_day.unit_id is not null)`

/** The role of the resident `lr` of a lease on the day `on`; null if they are not on the lease. */
export const roleOn = (lr: string, on: string) =>
  `lease_role_on(${lr}.role, ${lr}.from_day, ${lr}.to_day, ${lr}.former_roles, ${on})`

/**
 * The condition that the resident `lr` of the lease `l` has not left it by the day, even if they join it later. The residents of a lease that has
 * ended are those of its last day. `is not true` keeps PostgreSQL from expecting that few rows have no days.
 */
export const hasNotLeft = (day: string) => `(lr.to_day < least(l.move_out_date, ${day})) is not true
         and (lr.from_day > l.move_out_date and l.move_out_date < ${day}) is not true`

/** The first day of the resident `lr` on the lease `l` if it is their own, and not the one on which the lease begins. */
export const OWN_FIRST_DAY = 'case when lr.from_day > l.start_date then lr.from_day end'

/** The last day of the resident `lr` on the lease `l` if it is their own, and not the one on which the lease ends. */
const OWN_LAST_DAY = 'nullif(least(lr.to_day, l.move_out_date), l.move_out_date)'

/** Joins the primary resident of a lease, as `primary_resident`, if it has one. `lease` is an ID in SQL. */
export const primaryResidentOf = (lease: string) => `left join lateral (
    select r.full_name
      from lease_residents lr
      join residents r on r.organization_id = $1 and r.id = lr.resident_id
     where lr.organization_id = $1 and lr.lease_id = ${lease} and lr.is_primary
  ) primary_resident on true`

/** The columns of the lease `l`; `status` is SQL, for a statement that knows the status already. */
export const leaseColumns = (status: string) => `l.id as lease_id, l.property_id, l.unit_id, u.label as unit_label,
  ${status} as status,
  dates.term_type, dates.start_date, dates.end_date, dates.move_in_date, dates.move_out_date, dates.notice_given_on, dates.eviction_filed_on,
  l.signed_at, charges.rent_cents, charges.recurring_charges, ledger.deposit_cents as deposit_held_cents, ledger.balance_cents, l.rent_due_day,
  named.residents, l.external_id, l.created_at, l.updated_at`
export const LEASE_COLUMNS = leaseColumns(LEASE_STATUS)

/** Whether the charge `c` is rent in force on a day. */
export const rentInForceOn = (day: string) => `c.code = 'RENT' and c.effective_from <= ${day}
         and (c.effective_to is null or c.effective_to >= ${day})`

/** Whether the charge `c` is rent in force on the day, or on the first day of a lease that starts later. */
export const RENT_IN_FORCE = rentInForceOn('greatest($2::date, l.start_date)')

/**
 * Joins what the columns of the lease `l` are read from, except its unit `u`. JSON is made from rows: `json_build_object` looks up the types of all
 * names as well, and takes a third longer.
 */
export const LEASE_PARTS = `cross join lateral lease_dates_on($1, l.id, $2::date) dates
  cross join lateral (
    select coalesce(sum(c.amount_cents) filter (where ${RENT_IN_FORCE}), 0)::bigint as rent_cents,
           coalesce(json_agg(shown order by c.effective_from, c.code, c.description), '[]') as recurring_charges
      from lease_charges c
     cross join lateral (
       select c.code, c.description, c.amount_cents, c.effective_from as "from", c.effective_to as "to"
     ) shown
     where c.organization_id = $1 and c.lease_id = l.id and not (c.amount_cents = 0 and c.effective_from = c.effective_to)
  ) charges
  ${balanceOn('l.id', '$2')}
  cross join lateral (
    select coalesce(json_agg(shown order by lr.is_primary desc, r.last_name, r.first_name, r.id), '[]') as residents
      from lease_residents lr
      join residents r on r.organization_id = $1 and r.id = lr.resident_id
     cross join lateral (
       select r.id as resident_id, r.full_name as name, lr.role, lr.is_primary,
              ${OWN_FIRST_DAY} as "from", ${OWN_LAST_DAY} as "to"
     ) shown
     where lr.organization_id = $1 and lr.lease_id = l.id and ${hasNotLeft('$2::date')}
  ) named`

export const LEASE_JOINS = `join units u on u.organization_id = $1 and u.id = l.unit_id
  ${LEASE_PARTS}`
