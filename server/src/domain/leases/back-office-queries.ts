/** SQL of leases as the back office sees them. `$1` is the organization, `$2` today. */
import type { ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { balanceOn } from '../ledger/balance.ts'
import { LEASE_COLUMNS, LEASE_JOINS, STATUS_OF_ALL } from './columns.ts'
import type { LeaseRow } from './queries.ts'
import { type LeaseSort, leaseSorts } from './sorts.ts'

/** `l` is the lease. */
const SHOWN = `${LEASE_COLUMNS}, p.name as property_name, who.resident_name`
const SHOWN_JOINS = `${LEASE_JOINS}
  join properties p on p.organization_id = $1 and p.id = l.property_id
  left join lateral (
    select trim(r.first_name || ' ' || r.last_name) as resident_name
      from lease_residents lr
      join residents r on r.organization_id = $1 and r.id = lr.resident_id
     where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
  ) who on true`

export type ShownLease = LeaseRow & { property_name: string; resident_name: string | null }

export const leaseList: ListDefinition<'status' | 'property_id' | 'unit_id' | 'resident_id' | 'search', LeaseSort> = {
  name: 'list_leases',
  matching: 'select l.id, l.start_date from leases l where l.organization_id = $1',
  matchOnce: true,
  filters: {
    status: `${STATUS_OF_ALL} = ?`,
    property_id: 'l.property_id = ?',
    unit_id: 'l.unit_id = ?',
    resident_id:
      'l.id in (select lr.lease_id from lease_residents lr where lr.organization_id = $1 and lr.resident_id = ?)',
    search: `l.id in (
        select lr.lease_id
          from residents r
          join lease_residents lr on lr.organization_id = $1 and lr.resident_id = r.id
         where r.organization_id = $1 and strpos(lower(r.first_name || ' ' || r.last_name), lower(?)) > 0
      ) or l.unit_id in (
        select u.id
          from units u
          join properties p on p.organization_id = $1 and p.id = u.property_id
         where u.organization_id = $1 and strpos(lower(p.name || ' ' || u.label), lower(?)) > 0
      )`,
  },
  order: 'start_date desc, id desc',
  sorts: leaseSorts,
  columns: SHOWN,
  joins: `join leases l on l.organization_id = $1 and l.id = page.id ${SHOWN_JOINS}`,
}

/** Of the leases `$3`. */
export const listShownLeases = statement<ShownLease>(
  'list_shown_leases',
  `select ${SHOWN}
     from unnest($3::text[]) as wanted (id)
     cross join lateral (
       select * from leases of_list where of_list.organization_id = $1 and of_list.id = wanted.id offset 0
     ) l ${SHOWN_JOINS}`,
)

export type MoreOfLease = {
  property_name: string
  /** Of the term that was agreed last. */
  last_term_type: LeaseRow['term_type']
  last_end_date: string | null
  /** The terms after the first, each with what the one before it was. */
  renewals: {
    starts_on: string
    previous_end_date: string | null
    previous_term_type: LeaseRow['term_type']
    agreed_on: string
  }[]
  deposit_asked_cents: number | null
  past_due_cents: number
  credit_cents: number
}

/** What the back office wants to know of the lease `$3` beside what it is. Past due is as the rent roll has it. */
export const findMoreOfLease = statement<MoreOfLease>(
  'find_more_of_lease',
  `select p.name as property_name, l.term_type as last_term_type, l.end_date as last_end_date, renewals.renewals,
          l.deposit_asked_cents, ledger.past_due_cents, credit.credit_cents
     from leases l
     join properties p on p.organization_id = $1 and p.id = l.property_id
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'starts_on', n.starts_on, 'previous_end_date', n.previous_end_date, 'previous_term_type', n.previous_term_type,
                'agreed_on', n.agreed_on
              ) order by n.starts_on), '[]') as renewals
         from lease_renewals n
        where n.organization_id = $1 and n.lease_id = l.id
     ) renewals
     ${balanceOn('l.id', '$2')}
     cross join lateral (
       select coalesce(sum(y.amount_cents - y.allocated_cents - y.refunded_cents), 0)::bigint as credit_cents
         from payments y
        where y.organization_id = $1 and y.lease_id = l.id and y.status = 'PAID'
     ) credit
    where l.organization_id = $1 and l.id = $3`,
)
