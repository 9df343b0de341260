/** A lease as the contract shows it on a day, wherever leases are read: `$1` is the organization, `$2` the day, `l` the lease. */
import { balanceOn } from '../ledger/balance.ts'

/**
 * Whether an earlier lease still occupies the unit of the lease `l`, which has begun. Of two signed leases of a unit that have begun, the earlier
 * has left or has no move-out date: with one, the constraint of the table would refuse the later.
 */
export const WAITS = `exists (
    select from leases earlier
     where earlier.organization_id = $1 and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED' and earlier.move_out_date is null
       and earlier.start_date < l.start_date
  )`

/** What status the lease `l` shows on the day. Only a lease that runs is looked up in its unit. */
export const LEASE_STATUS = `lease_status(l.stage, l.start_date, l.move_out_date, ${WAITS}, $2::date)`

/**
 * What WAITS says, where all leases of the organization are asked: those that wait are found once. Over 2,820 running leases, at a load of 15,
 * this took 3 ms, and a look-up for each 70. A property or a page is better served by look-ups.
 */
const IS_AMONG_WAITING = `l.id in (
    select held.id
      from (
        select o.id, o.start_date > min(o.start_date) filter (where o.move_out_date is null) over (partition by o.unit_id) as waits
          from leases o
         where o.organization_id = $1 and o.stage = 'SIGNED' and (o.move_out_date is null or o.move_out_date >= $2::date)
      ) held
     where held.waits
  )`

/** What LEASE_STATUS says, where all leases of the organization are asked. */
export const STATUS_OF_ALL = `lease_status(l.stage, l.start_date, l.move_out_date, ${IS_AMONG_WAITING}, $2::date)`

export const LEASE_COLUMNS = `l.id as lease_id, l.property_id, l.unit_id, u.label as unit_label,
  ${LEASE_STATUS} as status,
  dates.term_type, dates.start_date, dates.end_date, dates.move_in_date, dates.move_out_date, dates.notice_given_on, dates.eviction_filed_on,
  l.signed_at, charges.rent_cents, charges.recurring_charges, ledger.deposit_cents as deposit_held_cents, ledger.balance_cents, l.rent_due_day,
  people.residents, l.external_id, l.created_at, l.updated_at`

/** The rent of a lease that has yet to begin is that of its first day. */
export const LEASE_JOINS = `join units u on u.organization_id = $1 and u.id = l.unit_id
  cross join lateral lease_dates_on($1, l.id, $2::date) dates
  cross join lateral (
    select coalesce(sum(c.amount_cents) filter (
             where c.code = 'RENT' and c.effective_from <= greatest($2::date, l.start_date)
               and (c.effective_to is null or c.effective_to >= greatest($2::date, l.start_date))
           ), 0)::bigint as rent_cents,
           coalesce(json_agg(json_build_object(
             'code', c.code, 'description', c.description, 'amount_cents', c.amount_cents, 'from', c.effective_from, 'to', c.effective_to
           ) order by c.effective_from, c.code, c.description), '[]') as recurring_charges
      from lease_charges c
     where c.organization_id = $1 and c.lease_id = l.id and not (c.amount_cents = 0 and c.effective_from = c.effective_to)
  ) charges
  ${balanceOn('l.id', '$2')}
  cross join lateral (
    select coalesce(json_agg(json_build_object(
             'resident_id', r.id, 'name', trim(r.first_name || ' ' || r.last_name), 'role', lr.role, 'is_primary', lr.is_primary
           ) order by lr.is_primary desc, r.last_name, r.first_name, r.id), '[]') as residents
      from lease_residents lr
      join residents r on r.organization_id = $1 and r.id = lr.resident_id
     where lr.organization_id = $1 and lr.lease_id = l.id
  ) people`
