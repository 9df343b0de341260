/** SQL that reads leases. `$1` is the organization, `$2` the day. */
import type { Static } from 'typebox'
import type { LeaseDetail } from '#contract/console/leases.ts'
import type { Lease } from '#contract/v1/leases.ts'
import type { ListDefinition } from '#server/db/list.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { balanceOn } from '../ledger/balance.ts'
import { IS_DEPOSIT_RETURN, IS_OPEN } from '../ledger/conditions.ts'
import { isFound, matchingLeases, TOTAL_FOUND } from '../search-words/found.ts'
import {
  HAS_STATUS,
  LEASE_COLUMNS,
  LEASE_JOINS,
  OWN_FIRST_DAY,
  primaryResidentOf,
  rentInForceOn,
  roleOn,
  STATUS_OF_ALL,
} from './columns.ts'
import type { KnownLease, LeaseOfNamed } from './records.ts'
import { type LeaseSort, leaseSorts } from './sorts.ts'
import {
  leasesByBalance,
  leasesByProperty,
  leasesByRent,
  leasesByResident,
  leasesByStart,
  leasesByStatus,
  leasesFound,
  TOTAL_OF_STATUS,
} from './walks.ts'

export type LeaseRow = Static<typeof Lease>

export const findLease = statement<LeaseRow>(
  'find_lease',
  `select ${LEASE_COLUMNS} from leases l ${LEASE_JOINS} where l.organization_id = $1 and l.id = $3`,
  { isLookup: true },
)

/** All leases of the properties `$2`, in the order of their IDs. */
export const lockLeasesOf = statement<{ count: number }>(
  'lock_leases_of_properties',
  `select count(*)::int as count
     from (
       select from leases where organization_id = $1 and property_id = any($2::text[]) order by id for no key update
     ) locked`,
)

/** The units of the properties `$3` that have a signed lease which begins on one of the days `$4` and is not over on the day `$2`. */
export const listUnitsLeasedFrom = statement<{ id: string; label: string }>(
  'list_units_leased_from',
  `select distinct u.id, u.label
     from leases l
     join units u on u.organization_id = $1 and u.id = l.unit_id
    where l.organization_id = $1 and l.property_id = any($3::text[]) and l.start_date = any($4::date[]) and l.stage = 'SIGNED'
      and (l.move_out_date is null or l.move_out_date >= $2::date)
    order by u.id`,
)

/**
 * The signed leases that are not over on the day `$2`, of residents who have one of the full names `$3`, in properties other than `$4`. The names are
 * looked up one by one, because the planner would otherwise read all leases.
 */
export const listLeasesOfResidentsNamed = statement<LeaseOfNamed>(
  'list_leases_of_residents_named',
  `select held.*
     from unnest($3::text[]) as wanted (full_name)
     cross join lateral (
       select r.full_name, p.name as property_name, l.start_date, l.end_date, l.move_in_date
         from residents r
         join lease_residents lr on lr.organization_id = $1 and lr.resident_id = r.id
         join leases l on l.organization_id = $1 and l.id = lr.lease_id
         join properties p on p.organization_id = $1 and p.id = l.property_id
        where r.organization_id = $1 and r.full_name = wanted.full_name collate "C" and l.stage = 'SIGNED'
          and (l.move_out_date is null or l.move_out_date >= $2::date) and l.property_id <> all($4::text[])
        order by l.id
        limit 100
     ) held`,
)

/**
 * Every signed lease of the units. `offset 0` keeps one lookup per unit: without it, PostgreSQL, which has no statistics of rows that were just
 * imported, reads all leases of the organization: 180 ms instead of 10 for 500 units among 50,000.
 */
export const listSignedLeasesOfUnits = statement<KnownLease>(
  'list_signed_leases_of_units',
  `select l.id, l.property_id, l.unit_id, l.stage, l.term_type, l.start_date,
          l.end_date, l.move_in_date, l.move_out_date,
          l.notice_given_on, l.eviction_filed_on, l.signed_at,
          l.cancelled_on,
          l.rent_due_day, l.external_id, l.security_deposit_cents, named.residents, charges.charges,
          ledger.deposit_cents, ledger.balance_cents, next.next_term
     from unnest($3::text[]) as wanted (unit_id)
     cross join lateral (
       select *
         from leases of_unit
        where of_unit.organization_id = $1 and of_unit.unit_id = wanted.unit_id and of_unit.stage = 'SIGNED'
       offset 0
     ) l
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'role', lr.role, 'from_day', lr.from_day, 'to_day', lr.to_day, 'former_roles', lr.former_roles,
                'before_end', lr.before_end,
                'role_on_day', ${roleOn('lr', 'greatest(l.start_date, least(l.move_out_date, $2::date))')}, 'resident', jsonb_build_object(
                  'id', r.id, 'first_name', r.first_name, 'last_name', r.last_name, 'email', r.email, 'phone', r.phone,
                  'sms_opt_in', r.sms_opt_in, 'external_id', r.external_id
                )
              ) order by lr.is_primary desc, r.id), '[]') as residents
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = l.id
     ) named
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'code', c.code, 'description', c.description, 'amount_cents', c.amount_cents, 'effective_from', c.effective_from,
                'effective_to', c.effective_to, 'agreed_cents', c.agreed_cents, 'agreed_to', c.agreed_to
              ) order by c.effective_from, c.code, c.description), '[]') as charges
         from lease_charges c
        where c.organization_id = $1 and c.lease_id = l.id
     ) charges
     left join lateral (
       select jsonb_build_object('starts_on', n.starts_on, 'present_end_date', n.previous_end_date) as next_term
         from lease_renewals n
        where n.organization_id = $1 and n.lease_id = l.id and n.starts_on > $2::date
        order by n.starts_on
        limit 1
     ) next on true
     ${balanceOn('l.id', '$2')}
    order by l.unit_id, l.start_date, l.id`,
)

export const listLeasesByExternalId = statement<{ id: string; external_id: string }>(
  'list_leases_by_external_id',
  'select id, external_id from leases where organization_id = $1 and external_id = any($2::text[])',
)

export const sumLeaseMoney = statement<{ rent_cents: number; deposit_cents: number; balance_cents: number }>(
  'sum_lease_money',
  `select coalesce(sum(charges.rent_cents), 0)::bigint as rent_cents, coalesce(sum(ledger.deposit_cents), 0)::bigint as deposit_cents,
          coalesce(sum(ledger.balance_cents), 0)::bigint as balance_cents
     from (select distinct named.id from unnest($3::text[]) as named (id)) wanted
     cross join lateral (
       select of_id.id, of_id.start_date, of_id.move_out_date
         from leases of_id
        where of_id.organization_id = $1 and of_id.id = wanted.id
       offset 0
     ) l
     cross join lateral (
       select sum(c.amount_cents) as rent_cents
         from lease_charges c
        where c.organization_id = $1 and c.lease_id = l.id
          and ${rentInForceOn('greatest(l.start_date, least(l.move_out_date, $2::date))')}
     ) charges
     ${balanceOn('l.id', '$2')}`,
)

/** The columns of a lease in the list; the lease is `l`. */
const LISTED = `${LEASE_COLUMNS}, p.name as property_name, primary_resident.full_name as resident_name`
const LISTED_JOINS = `${LEASE_JOINS}
  join properties p on p.organization_id = $1 and p.id = l.property_id
  ${primaryResidentOf('l.id')}`

export type ListedLease = LeaseRow & { property_name: string; resident_name: string | null }

type LeaseFilter =
  | 'status'
  | 'stage'
  | 'property_id'
  | 'unit_id'
  | 'resident_id'
  | 'ends_by'
  | 'moves_out_by'
  | 'starts_by'
  | 'search'

export const leaseList: ListDefinition<LeaseFilter, LeaseSort> = {
  name: 'list_leases',
  matching: `select l.id, l.start_date, l.end_date, l.move_out_date, l.property_id, l.unit_id, l.stage
    from leases l
    where l.organization_id = $1`,
  matchOnce: 'filtered',
  filters: {
    status: HAS_STATUS,
    // An index holds those that are not signed.
    stage: `l.stage = ? and l.stage <> 'SIGNED'`,
    property_id: 'l.property_id = ?',
    unit_id: 'l.unit_id = ?',
    resident_id:
      'l.id in (select lr.lease_id from lease_residents lr where lr.organization_id = $1 and lr.resident_id = ?)',
    ends_by: `coalesce(l.move_out_date, l.end_date) between $2::date and ?::date and ${STATUS_OF_ALL} = 'ACTIVE'`,
    moves_out_by: `l.move_out_date between $2::date and ?::date and ${STATUS_OF_ALL} = 'ACTIVE'`,
    starts_by: `l.start_date <= ?::date and ${STATUS_OF_ALL} = 'FUTURE'`,
    search: isFound('l.id'),
  },
  found: { search: matchingLeases('?') },
  totals: { status: TOTAL_OF_STATUS, search: TOTAL_FOUND },
  order: 'start_date desc, id desc',
  sorts: leaseSorts,
  walks: [
    leasesByStart,
    leasesFound,
    leasesByResident,
    leasesByProperty,
    leasesByStatus,
    leasesByBalance,
    leasesByRent,
  ],
  columns: LISTED,
  joins: `join leases l on l.organization_id = $1 and l.id = page.id ${LISTED_JOINS}`,
}

/** The leases with the IDs `$3`. */
export const listLeasesById = statement<ListedLease>(
  'list_leases_by_id',
  `select ${LISTED}
     from unnest($3::text[]) as wanted (id)
     ${lookup('leases', 'wanted.id', 'l')} ${LISTED_JOINS}`,
)

export type MoreOfLease = {
  property_name: string
  former_residents: Static<typeof LeaseDetail>['former_residents']
  /** The type of the term that was agreed upon last. */
  last_term_type: LeaseRow['term_type']
  last_end_date: string | null
  /** The terms after the first, each with what the term before it was. */
  renewals: {
    starts_on: string
    previous_end_date: string | null
    previous_term_type: LeaseRow['term_type']
    agreed_on: string
  }[]
  security_deposit_cents: number | null
  lead_id: string | null
  past_due_cents: number
  credit_cents: number
  credit_used_later_cents: number
  open_charges_cents: number
  owed_charges_cents: number
  deposit_returned_cents: number
  open_deposit_cents: number
  unit_in_service_to: string | null
}

/** What the detail of the lease `$3` shows beyond the lease itself. Past due is computed as on the rent roll. */
export const findMoreOfLease = statement<MoreOfLease>(
  'find_more_of_lease',
  `select p.name as property_name, l.term_type as last_term_type, l.end_date as last_end_date, renewals.renewals, left_before.former_residents,
          l.security_deposit_cents, l.lead_id, ledger.past_due_cents, credit.credit_cents, credit.credit_used_later_cents,
          charged.open_charges_cents, charged.owed_charges_cents, charged.open_deposit_cents, returned.deposit_returned_cents,
          u.in_service_to as unit_in_service_to
     from leases l
     join units u on u.organization_id = $1 and u.id = l.unit_id
     join properties p on p.organization_id = $1 and p.id = l.property_id
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'starts_on', n.starts_on, 'previous_end_date', n.previous_end_date, 'previous_term_type', n.previous_term_type,
                'agreed_on', n.agreed_on
              ) order by n.starts_on), '[]') as renewals
         from lease_renewals n
        where n.organization_id = $1 and n.lease_id = l.id
     ) renewals
     cross join lateral (
       select coalesce(json_agg(shown order by lr.to_day desc, r.full_name, r.id), '[]') as former_residents
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        cross join lateral (
          select r.id as resident_id, r.full_name as name, ${roleOn('lr', 'lr.to_day')} as role,
                 ${OWN_FIRST_DAY} as "from", lr.to_day as "to"
        ) shown
        where lr.organization_id = $1 and lr.lease_id = l.id and lr.to_day < least(l.move_out_date, $2::date) and lr.to_day >= l.start_date
     ) left_before
     ${balanceOn('l.id', '$2')}
     cross join lateral (
       select coalesce(-sum(e.amount_cents) filter (where e.effective_on <= $2::date), 0)::bigint as credit_cents,
              greatest(
                sum(e.amount_cents) filter (where e.effective_on > $2::date and p.payment_date <= $2::date), 0
              )::bigint as credit_used_later_cents
         from ledger_entries e
         left join payments p on p.organization_id = $1 and p.id = e.payment_id
        where e.organization_id = $1 and e.lease_id = l.id and e.account = 'RECEIVABLE' and e.invoice_id is null
     ) credit
     cross join lateral (
       select coalesce(sum(i.total_cents - i.paid_cents) filter (where not i.is_deposit), 0)::bigint as open_charges_cents,
              coalesce(
                sum(i.total_cents - i.paid_cents) filter (where not i.is_deposit and i.issue_date <= $2::date), 0
              )::bigint as owed_charges_cents,
              coalesce(sum(i.total_cents - i.paid_cents) filter (where i.is_deposit), 0)::bigint as open_deposit_cents
         from invoices i
        where i.organization_id = $1 and i.lease_id = l.id and ${IS_OPEN}
     ) charged
     cross join lateral (
       select coalesce(-sum(e.amount_cents), 0)::bigint as deposit_returned_cents
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = l.id and e.account = 'DEPOSIT' and ${IS_DEPOSIT_RETURN}
     ) returned
    where l.organization_id = $1 and l.id = $3`,
)
