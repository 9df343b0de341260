/**
 * SQL of the rent roll. `$1` is the organization, `$2` the day, `$3` the ids of the properties in their order, `$4` the day of the
 * balances: `$2`, or today if that is earlier.
 *
 * The properties come first and every look-up is of one unit or one lease, so that the first rows are there at once and the plan is the
 * same for any size.
 */
import type { Static } from 'typebox'
import type { FutureResident, RENT_ROLL_SCOPES, RentRollRow } from '#contract/v1/rent-roll.ts'
import { statement } from '#server/db/statement.ts'
import { LEASE_STATUS } from '../leases/columns.ts'
import { balanceOn } from '../ledger/balance.ts'
import { rateOf, standingOf } from '../units/standing.ts'

export type RowOfUnit = Static<typeof RentRollRow>
export type FutureRow = Static<typeof FutureResident>

/** What a scope is called, and its properties by name and id. */
export type ScopeRow = { type: (typeof RENT_ROLL_SCOPES)[number]; id: string; name: string; propertyIds: string[] }

/** `$2` names a property or a portfolio, `$3` is whether everything is meant. */
export const findScope = statement<ScopeRow>(
  'find_rent_roll_scope',
  `select 'PROPERTY' as type, p.id, p.name, array[p.id] as "propertyIds" from properties p where p.organization_id = $1 and p.id = $2
   union all
   select 'PORTFOLIO', f.id, f.name, array(
            select p.id from properties p where p.organization_id = $1 and p.portfolio_id = f.id order by p.name, p.id
          )
     from portfolios f where f.organization_id = $1 and f.id = $2
   union all
   select 'ORGANIZATION', o.id::text, o.name, array(
            select p.id from properties p where p.organization_id = $1 order by p.name, p.id
          )
     from organizations o where o.id = $1 and $3::boolean`,
)

/** Whether the lease `l` had been agreed by the end of the day, and still was: as the status history has it. */
const AGREED = `(
  (l.stage = 'SIGNED' or l.cancelled_on > $2::date)
  and l.signed_at < (select ($2::date + 1)::timestamp at time zone o.time_zone from organizations o where o.id = $1)
)`

/** Whether the lease `l`, which is not out on the day, occupies its unit: as the status history has it. */
const OCCUPIES = `${LEASE_STATUS} = 'ACTIVE'`

/** Whether the unit `u` is in service on the day. */
const IN_SERVICE = `(u.in_service_from <= $2::date and (u.in_service_to is null or u.in_service_to >= $2::date))`

const nameOf = (resident: string) => `trim(${resident}.first_name || ' ' || ${resident}.last_name)`

export const listRows = statement<RowOfUnit>(
  'list_rent_roll_rows',
  `select p.id as property_id, p.name as property_name, u.id as unit_id, u.label as unit_label, rate.unit_type, u.bedrooms,
          u.bathrooms::float8 as bathrooms, u.sqft, on_day.status, on_day.lease_id, people.resident_id, people.resident_name,
          people.additional_residents, coalesce(term.starts_on, dates.start_date) as lease_from, dates.end_date as lease_to,
          case when dates.move_in_date <= $2::date then dates.move_in_date end as move_in,
          case
            when least(dates.notice_given_on, dates.eviction_filed_on, dates.move_out_date) <= $2::date then dates.move_out_date
          end as move_out,
          case when dates.notice_given_on <= $2::date then dates.notice_given_on end as notice_date,
          coalesce(rate.market_rent_cents, 0) as market_rent_cents, charged.rent_cents, charged.other_charges_cents,
          charged.rent_cents + charged.other_charges_cents as total_charges_cents, charged.charges, ledger.deposit_cents,
          ledger.balance_cents, ledger.past_due_cents, $2::date - vacated.on_day as days_vacant
     from unnest($3::text[]) with ordinality as scope (property_id, position)
     join properties p on p.organization_id = $1 and p.id = scope.property_id
     join units u on u.organization_id = $1 and u.property_id = p.id
     join ${standingOf('u.id')}
     ${rateOf('u.id')}
     left join lateral lease_dates_on($1, on_day.lease_id, $2) dates on true
     left join lateral (
       select n.starts_on
         from lease_renewals n
        where n.organization_id = $1 and n.lease_id = on_day.lease_id and n.starts_on <= $2::date
        order by n.starts_on desc
        limit 1
     ) term on true
     cross join lateral (
       select (array_agg(r.id) filter (where lr.is_primary))[1] as resident_id,
              (array_agg(${nameOf('r')}) filter (where lr.is_primary))[1] as resident_name,
              coalesce(jsonb_agg(
                jsonb_build_object('resident_id', r.id, 'name', ${nameOf('r')}, 'role', lr.role) order by r.last_name, r.first_name, r.id
              ) filter (where not lr.is_primary), '[]') as additional_residents
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = on_day.lease_id
     ) people
     cross join lateral (
       select coalesce(sum(of_code.amount_cents) filter (where of_code.code = 'RENT'), 0)::bigint as rent_cents,
              coalesce(sum(of_code.amount_cents) filter (where of_code.code <> 'RENT'), 0)::bigint as other_charges_cents,
              coalesce(jsonb_agg(
                jsonb_build_object('code', of_code.code, 'amount_cents', of_code.amount_cents) order by of_code.code
              ), '[]') as charges
         from (
           select c.code, sum(c.amount_cents)::bigint as amount_cents
             from lease_charges c
            where c.organization_id = $1 and c.lease_id = on_day.lease_id
              and c.effective_from <= $2::date and (c.effective_to is null or c.effective_to >= $2::date)
            group by c.code
           having sum(c.amount_cents) <> 0
         ) of_code
     ) charged
     ${balanceOn('on_day.lease_id', '$4')}
     cross join lateral (
       select max(o.move_out_date) as on_day
         from leases o
        where o.organization_id = $1 and o.unit_id = u.id and o.stage = 'SIGNED' and o.move_out_date < $2::date
          and on_day.status like 'VACANT%'
     ) vacated
    order by scope.position, u.label, u.id`,
)

/** Whoever has agreed and is not out either occupies the unit or is to come; one that has begun does so only while its unit is in service. */
export const listFutureResidents = statement<FutureRow>(
  'list_future_residents',
  `select p.id as property_id, p.name as property_name, u.id as unit_id, u.label as unit_label, l.id as lease_id,
          person.id as resident_id, person.name as resident_name, dates.start_date as lease_from, dates.end_date as lease_to,
          coalesce(dates.move_in_date, dates.start_date) as move_in,
          charged.rent_cents, ledger.deposit_cents, ledger.balance_cents
     from unnest($3::text[]) with ordinality as scope (property_id, position)
     join properties p on p.organization_id = $1 and p.id = scope.property_id
     join leases l on l.organization_id = $1 and l.property_id = p.id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     cross join lateral lease_dates_on($1, l.id, $2) dates
     left join lateral (
       select r.id, ${nameOf('r')} as name
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
        limit 1
     ) person on true
     cross join lateral (
       select coalesce(sum(c.amount_cents), 0)::bigint as rent_cents
         from lease_charges c
        where c.organization_id = $1 and c.lease_id = l.id and c.code = 'RENT' and c.effective_from <= greatest($2::date, l.start_date)
          and (c.effective_to is null or c.effective_to >= greatest($2::date, l.start_date))
     ) charged
     ${balanceOn('l.id', '$4')}
    where (l.move_out_date is null or l.move_out_date >= $2::date) and ${AGREED} and not ${OCCUPIES}
      and (l.start_date > $2::date or ${IN_SERVICE})
    order by scope.position, u.label, l.start_date, l.id`,
)

/** Of every lease that neither has a row nor is to come: so that all three together are all that is owed. */
export const sumOtherBalances = statement<{ balance_cents: number }>(
  'sum_other_balances',
  `select coalesce(sum(ledger.balance_cents), 0)::bigint as balance_cents
     from unnest($3::text[]) as scope (property_id)
     join leases l on l.organization_id = $1 and l.property_id = scope.property_id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     ${balanceOn('l.id', '$4')}
    where ((l.move_out_date is null or l.move_out_date >= $2::date) and (${AGREED} or ${OCCUPIES})
      and (l.start_date > $2::date or ${IN_SERVICE})) is not true`,
)
