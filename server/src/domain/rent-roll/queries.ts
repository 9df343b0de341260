/**
 * SQL of the rent roll. `$1` is the organization, `$2` the day, `$3` the IDs of units in their order, and `$4` the day of the balances: `$2`,
 * or today if that is earlier.
 *
 * A scope is read a few units at a time (see operations.ts), so that the first rows come at once, other calls have their turns in between, and the
 * cost per unit does not depend on the size of the scope.
 */
import type { Static } from 'typebox'
import type { FutureResident, RENT_ROLL_SCOPES, RentRollRow } from '#contract/v1/rent-roll.ts'
import { statement } from '#server/db/statement.ts'
import { IS_AGREED, IS_IN_FORCE, roleOn } from '../leases/columns.ts'
import { balanceOn } from '../ledger/balance.ts'
import { rateOf, statusOn } from '../units/on-day.ts'

export type RowOfUnit = Static<typeof RentRollRow>
type FutureRow = Static<typeof FutureResident>

/** The name of a scope, and its properties by name and ID, each with the number of units it has or had. */
export type ScopeRow = {
  type: (typeof RENT_ROLL_SCOPES)[number]
  id: string
  name: string
  propertyIds: string[]
  unitCounts: number[]
}

/** Finds the property or portfolio `$2`, or the organization if `$3` is true. */
export const findScope = statement<ScopeRow>(
  'find_rent_roll_scope',
  `with scope (type, id, name) as (
     select 'PROPERTY', p.id, p.name from properties p where p.organization_id = $1 and p.id = $2
     union all
     select 'PORTFOLIO', f.id, f.name from portfolios f where f.organization_id = $1 and f.id = $2
     union all
     select 'ORGANIZATION', o.id::text, o.name from organizations o where o.id = $1 and $3::boolean
   )
   select scope.type, scope.id, scope.name, within.ids as "propertyIds", within.unit_counts as "unitCounts"
     from scope
    cross join lateral (
      select coalesce(array_agg(p.id order by p.name, p.id), '{}') as ids,
             coalesce(array_agg(held.unit_count order by p.name, p.id), '{}') as unit_counts
        from properties p
       cross join lateral (
         select count(*)::int as unit_count from units u where u.organization_id = $1 and u.property_id = p.id
       ) held
       where p.organization_id = $1
         and case scope.type when 'PROPERTY' then p.id = scope.id when 'PORTFOLIO' then p.portfolio_id = scope.id else true end
    ) within`,
)

/** Lists the units of the properties `$2` in the order of the rent roll. */
export const listUnitsInOrder = statement<{ id: string }>(
  'list_rent_roll_units',
  `select u.id
     from unnest($2::text[]) with ordinality as scope (property_id, position)
    cross join lateral (
      select of_property.id, of_property.label
        from units of_property
       where of_property.organization_id = $1 and of_property.property_id = scope.property_id
      offset 0
    ) u
    order by scope.position, u.label, u.id`,
)

/** The units in their order as `scope`, the leases of each as `l`, and the status of the unit as `on_day`. */
const LEASES = `unnest($3::text[]) with ordinality as scope (unit_id, position)
     left join lateral (
       select on_day.unit_id, on_day.lease_id from ${statusOn('scope.unit_id')} offset 0
     ) on_day on true
    cross join lateral (
       select of_unit.id, of_unit.stage, of_unit.start_date, of_unit.move_out_date, of_unit.signed_at, of_unit.cancelled_on
         from leases of_unit
        where of_unit.organization_id = $1 and of_unit.unit_id = scope.unit_id
       offset 0
     ) l`

/**
 * Residents and charges are found by lookups and then gathered for all leases of the statement at once; gathering them for each lease separately
 * took half of 130 µs per unit. `offset 0` makes PostgreSQL use lookups: for a thousand of 10,000 units it would read and hash all leases of the
 * organization, so that the cost per unit would grow with the organization. Everything that was gathered has its row in `place`, so a full join
 * adds no row, and a full join is never executed as a nested loop, which without statistics would compare 25,000 units with 25,000 leases. JSON is made
 * from rows, as for leases, and each property is looked up once.
 */
export const listRows = statement<RowOfUnit>(
  'list_rent_roll_rows',
  `with place as materialized (
     select scope.position, u.property_id, u.id as unit_id, u.label, u.bedrooms, u.bathrooms, u.sqft,
            on_day.status, on_day.lease_id
       from unnest($3::text[]) with ordinality as scope (unit_id, position)
      cross join lateral (
        select by_id.id, by_id.property_id, by_id.label, by_id.bedrooms, by_id.bathrooms, by_id.sqft
          from units by_id
         where by_id.organization_id = $1 and by_id.id = scope.unit_id
        offset 0
      ) u
      cross join lateral (select on_day.status, on_day.lease_id from ${statusOn('u.id')} offset 0) on_day
   ),
   home as (
     select named.id, named.name
       from (select distinct place.property_id from place) of_place
      cross join lateral (
        select p.id, p.name from properties p where p.organization_id = $1 and p.id = of_place.property_id offset 0
      ) named
   ),
   people as (
     select lr.lease_id, max(r.id) filter (where lr.role = 'PRIMARY') as resident_id,
            max(r.name) filter (where lr.role = 'PRIMARY') as resident_name,
            json_agg(shown order by r.last_name, r.first_name, r.id) filter (where lr.role <> 'PRIMARY') as additional_residents
       from place
      cross join lateral (
        select of_lease.lease_id, of_lease.resident_id, ${roleOn('of_lease', '$2::date')} as role
          from lease_residents of_lease
         where of_lease.organization_id = $1 and of_lease.lease_id = place.lease_id
        offset 0
      ) lr
      cross join lateral (
        select r.id, r.first_name, r.last_name, r.full_name as name
          from residents r
         where r.organization_id = $1 and r.id = lr.resident_id
        offset 0
      ) r
      cross join lateral (select r.id as resident_id, r.name, lr.role) shown
      where lr.role is not null
      group by lr.lease_id
   ),
   charged as (
     select of_code.lease_id, sum(of_code.amount_cents) filter (where of_code.code = 'RENT') as rent_cents,
            sum(of_code.amount_cents) as total_charges_cents,
            json_agg(shown order by of_code.code) as charges
       from (
         select c.lease_id, c.code, sum(c.amount_cents)::bigint as amount_cents
           from place
          cross join lateral (
            select of_lease.lease_id, of_lease.code, of_lease.amount_cents
              from lease_charges of_lease
             where of_lease.organization_id = $1 and of_lease.lease_id = place.lease_id
               and of_lease.effective_from <= $2::date and (of_lease.effective_to is null or of_lease.effective_to >= $2::date)
            offset 0
          ) c
          group by c.lease_id, c.code
         having sum(c.amount_cents) <> 0
       ) of_code
      cross join lateral (select of_code.code, of_code.amount_cents) shown
      group by of_code.lease_id
   ),
   vacated as (
     select place.unit_id, last_out.on_day
       from place
      cross join lateral (
        select max(l.move_out_date) as on_day
          from leases l
         where l.organization_id = $1 and l.unit_id = place.unit_id and l.stage = 'SIGNED' and l.move_out_date < $2::date
      ) last_out
      where place.status like 'VACANT%'
   )
   select place.property_id, home.name as property_name, place.unit_id, place.label as unit_label, rate.unit_type, place.bedrooms,
          place.bathrooms::float8 as bathrooms, place.sqft, place.status, place.lease_id, people.resident_id, people.resident_name,
          coalesce(people.additional_residents, '[]') as additional_residents, coalesce(term.starts_on, dates.start_date) as lease_from,
          dates.end_date as lease_to, case when dates.move_in_date <= $2::date then dates.move_in_date end as move_in,
          case
            when least(dates.notice_given_on, dates.eviction_filed_on, dates.move_out_date) <= $2::date then dates.move_out_date
          end as move_out,
          case when dates.notice_given_on <= $2::date then dates.notice_given_on end as notice_date,
          coalesce(rate.market_rent_cents, 0) as market_rent_cents, coalesce(charged.rent_cents, 0)::bigint as rent_cents,
          (coalesce(charged.total_charges_cents, 0) - coalesce(charged.rent_cents, 0))::bigint as other_charges_cents,
          coalesce(charged.total_charges_cents, 0)::bigint as total_charges_cents, coalesce(charged.charges, '[]') as charges,
          ledger.deposit_cents, ledger.balance_cents, ledger.past_due_cents, $2::date - vacated.on_day as days_vacant
     from place
     full join home on home.id = place.property_id
     full join people on people.lease_id = place.lease_id
     full join charged on charged.lease_id = place.lease_id
     full join vacated on vacated.unit_id = place.unit_id
     ${rateOf('place.unit_id')}
     left join lateral (select * from lease_dates_on($1, place.lease_id, $2) offset 0) dates on true
     left join lateral (
       select n.starts_on
         from lease_renewals n
        where n.organization_id = $1 and n.lease_id = place.lease_id and n.starts_on <= $2::date
        order by n.starts_on desc
        limit 1
     ) term on true
     ${balanceOn('place.lease_id', '$4')}
    order by place.position`,
)

type OtherLeases = { future_residents: FutureRow[]; balance_cents: number }

/**
 * What the leases have that do not occupy their unit on the day. `future_residents` are those of the signed leases whose residents are still to move
 * in; their rent is what was agreed by the day for the first day of the lease, or for the day itself if that is later. `balance_cents` is the sum of
 * the balances of the rest, so that together with the rows and the future residents everything that is owed is listed. Both come from one look at
 * the leases of each unit: as two statements they took PostgreSQL 20 µs per unit instead of 14.
 */
export const readOtherLeases = statement<OtherLeases>(
  'read_rent_roll_other_leases',
  `with lease as materialized (
     select scope.position, scope.unit_id, l.id, l.id is not distinct from on_day.lease_id as occupies,
            ${IS_IN_FORCE} and (${IS_AGREED} or l.id = on_day.lease_id) as counts
       from ${LEASES}
   ),
   future as (
     select lease.position, dates.start_date, lease.id, json_build_object(
              'property_id', p.id, 'property_name', p.name, 'unit_id', u.id, 'unit_label', u.label, 'lease_id', lease.id,
              'resident_id', person.id, 'resident_name', person.name, 'lease_from', dates.start_date, 'lease_to', dates.end_date,
              'move_in', coalesce(dates.move_in_date, dates.start_date), 'rent_cents', charged.rent_cents,
              'deposit_cents', ledger.deposit_cents, 'balance_cents', ledger.balance_cents
            ) as resident
       from lease
       join units u on u.organization_id = $1 and u.id = lease.unit_id
       join properties p on p.organization_id = $1 and p.id = u.property_id
       cross join lateral (select * from lease_dates_on($1, lease.id, $2) offset 0) dates
       left join lateral (
         select r.id, r.full_name as name
           from lease_residents lr
           join residents r on r.organization_id = $1 and r.id = lr.resident_id
          where lr.organization_id = $1 and lr.lease_id = lease.id
            and lease_role_on(lr.role, null, null, lr.former_roles, $2::date) = 'PRIMARY'
          order by (lr.from_day > greatest($2::date, dates.start_date)) is true
          limit 1
       ) person on true
       cross join lateral (
         select coalesce(sum(c.amount_cents), 0)::bigint as rent_cents
           from lease_charges_on($1, lease.id, $2) c
          where c.code = 'RENT' and c.effective_from <= greatest($2::date, dates.start_date)
            and (c.effective_to is null or c.effective_to >= greatest($2::date, dates.start_date))
       ) charged
       ${balanceOn('lease.id', '$4')}
      where lease.counts and not lease.occupies
   )
   select (select coalesce(json_agg(future.resident order by future.position, future.start_date, future.id), '[]') from future) as future_residents,
          (
            select coalesce(sum(ledger.balance_cents), 0)::bigint from lease ${balanceOn('lease.id', '$4')} where lease.counts is not true
          ) as balance_cents`,
)
