/** The rent roll of a day, in the shape of the contract, derived from the tables: what an import is compared with. */
import type { Organization, World } from '../world.ts'

export type RentRollLine = {
  property_name: string
  unit_label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  status: string
  resident_name: string | null
  additional_residents: string[]
  lease_from: string | null
  lease_to: string | null
  move_in: string | null
  move_out: string | null
  notice_date: string | null
  market_rent_cents: number
  rent_cents: number
  other_charges_cents: number
  total_charges_cents: number
  charges: { code: string; amount_cents: number }[]
  deposit_cents: number
  balance_cents: number
  past_due_cents: number
}

export type FutureResident = {
  property_name: string
  unit_label: string
  resident_name: string | null
  lease_from: string
  lease_to: string | null
  move_in: string | null
  rent_cents: number
  deposit_cents: number
  balance_cents: number
}

export type RentRoll = { rows: RentRollLine[]; future_residents: FutureResident[] }

const PEOPLE = `select array_agg(trim(r.first_name || ' ' || r.last_name) order by lr.is_primary desc, r.last_name, r.first_name) as names
  from lease_residents lr join residents r on r.organization_id = $1 and r.id = lr.resident_id
 where lr.organization_id = $1 and lr.lease_id = l.id`

const chargesOn = (day: string) => `select coalesce(sum(c.amount_cents) filter (where c.code = 'RENT'), 0)::int as rent,
       coalesce(sum(c.amount_cents) filter (where c.code <> 'RENT'), 0)::int as other,
       coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'amount_cents', c.amount_cents) order by c.code) filter (where c.amount_cents <> 0), '[]') as each
  from (
    select code, sum(amount_cents)::int as amount_cents from lease_charges
     where organization_id = $1 and lease_id = l.id and effective_from <= ${day} and (effective_to is null or effective_to >= ${day})
     group by code
  ) c`

const MONEY = `select coalesce(sum(e.amount_cents) filter (where e.account = 'DEPOSIT'), 0)::int as deposit,
       coalesce(sum(e.amount_cents) filter (where e.account = 'RECEIVABLE'), 0)::int as balance,
       greatest(0, coalesce(sum(e.amount_cents) filter (where e.account = 'RECEIVABLE' and (e.due_on is null or e.due_on < $2)), 0))::int
         as past_due
  from ledger_entries e where e.organization_id = $1 and e.lease_id = l.id and e.effective_on <= $2`

export async function rentRollOn(world: World, { id }: Organization, day: string): Promise<RentRoll> {
  const rows = await world.sql<RentRollLine>(
    `select p.name as property_name, u.label as unit_label, d.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft, d.status,
            people.names[1] as resident_name, coalesce(people.names[2:], '{}') as additional_residents, l.start_date::text as lease_from,
            l.end_date::text as lease_to, l.move_in_date::text as move_in, l.move_out_date::text as move_out,
            case when l.notice_given_on <= $2 then l.notice_given_on::text end as notice_date, coalesce(d.market_rent_cents, 0)::int as market_rent_cents, charges.rent as rent_cents,
            charges.other as other_charges_cents, charges.rent + charges.other as total_charges_cents, charges.each as charges,
            money.deposit as deposit_cents, money.balance as balance_cents, money.past_due as past_due_cents
       from units_on($1, $2::date) d
       join units u on u.organization_id = $1 and u.id = d.unit_id
       join properties p on p.organization_id = $1 and p.id = d.property_id
       left join leases l on l.organization_id = $1 and l.id = d.lease_id
       cross join lateral (${PEOPLE}) people
       cross join lateral (${chargesOn('$2')}) charges
       cross join lateral (${MONEY}) money
      order by p.name, p.id, u.label, u.id`,
    [id, day],
  )
  const future_residents = await world.sql<FutureResident>(
    `select p.name as property_name, u.label as unit_label, people.names[1] as resident_name, l.start_date::text as lease_from,
            l.end_date::text as lease_to, l.move_in_date::text as move_in, charges.rent as rent_cents, money.deposit as deposit_cents,
            money.balance as balance_cents
       from leases l
       join units u on u.organization_id = $1 and u.id = l.unit_id
       join properties p on p.organization_id = $1 and p.id = l.property_id
       cross join lateral (${PEOPLE}) people
       cross join lateral (${chargesOn('l.start_date')}) charges
       cross join lateral (${MONEY}) money
      where l.organization_id = $1 and (l.stage = 'SIGNED' or l.cancelled_on > $2) and l.start_date > $2 and l.signed_at::date <= $2
      order by p.name, p.id, u.label, u.id`,
    [id, day],
  )
  return { rows, future_residents }
}
