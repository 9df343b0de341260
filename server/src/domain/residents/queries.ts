/** SQL of residents. `$1` is the organization, `$2` today. */
import type { Static } from 'typebox'
import type { ResidentDetail } from '#contract/v1/residents.ts'
import { columns } from '#server/db/columns.ts'
import { byIdsStatement, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { LEASE_STATUS, OWN_FIRST_DAY, roleOn } from '../leases/columns.ts'
import { balanceOf } from '../ledger/balance.ts'
import { isFound, matchingRecords, TOTAL_FOUND } from '../search-words/found.ts'
import type { ResidentRecord } from './records.ts'
import { type AllResidentsSort, allResidentsSorts, type ResidentSort, residentSorts } from './sorts.ts'
import { countOf, hasStatus, isOn, ON_NO_LEASE, RESIDENT_STATUS, residentsOf, STATUS_ON_LEASE } from './status.ts'
import {
  allResidentsByConsent,
  allResidentsByEmail,
  allResidentsByPhone,
  allResidentsByProperty,
  allResidentsByStatus,
  allResidentsFound,
  allResidentsOfStatus,
} from './walks.ts'

type ResidentFilter = 'property_id' | 'unit_id' | 'updated_since'

const ON_ACTIVE_LEASES = `from leases l
    join lease_residents lr on lr.organization_id = $1 and lr.lease_id = l.id
    join residents r on r.organization_id = $1 and r.id = lr.resident_id
    where l.organization_id = $1 and l.stage = 'SIGNED' and l.start_date <= $2::date and ${LEASE_STATUS} = 'ACTIVE'
      and ${roleOn('lr', '$2::date')} is not null`
const UPDATED_AT = 'greatest(r.updated_at, lr.updated_at, l.updated_at)'
const PLACE = `join properties p on p.organization_id = $1 and p.id = l.property_id
    join units u on u.organization_id = $1 and u.id = l.unit_id`

/** The days of the resident `lr` of the lease `l`: their own if they have some, else those of the lease. */
const DAYS = `coalesce(${OWN_FIRST_DAY}, l.move_in_date) as move_in_date, least(lr.to_day, l.move_out_date) as move_out_date`

/** One row per resident and lease: a resident on two leases is listed twice. */
const columnsOf = (updatedAt: string) => `r.id as resident_id, r.first_name, r.last_name, r.email, r.phone, lr.role,
    ${STATUS_ON_LEASE} as status,
    l.property_id, p.name as property_name, l.unit_id, u.label as unit_label, lr.lease_id, ${DAYS},
    ${balanceOf('lr.lease_id', '$2')} as lease_balance_cents, r.sms_opt_in, r.external_id, r.created_at, ${updatedAt} as updated_at`
const JOINS_OF_PAGE = `join residents r on r.organization_id = $1 and r.id = page.id
    join lease_residents lr on lr.organization_id = $1 and lr.lease_id = page.lease_id and lr.resident_id = page.id
    join leases l on l.organization_id = $1 and l.id = page.lease_id
    ${PLACE}`

/**
 * The residents of a property, whose page and total are both read inside the index that has the order of the list. With 200 residents, the first page
 * takes PostgreSQL 0.45 ms; finding them through the leases of the property took 1.2 and grew with the property.
 */
export const residentsOfPropertyList: ListDefinition<'property_id', ResidentSort> = {
  name: 'list_residents_of_property',
  matching: `select stay.resident_id as id, stay.lease_id, stay.last_name, stay.first_name
    from resident_stays stay
    where stay.organization_id = $1 and stay.from_day <= $2::date and stay.to_day >= $2::date`,
  matchOnce: false,
  filters: { property_id: 'stay.property_id = ?' },
  order: 'last_name, first_name, id, lease_id',
  sorts: residentSorts,
  columns: columnsOf(UPDATED_AT),
  joins: JOINS_OF_PAGE,
}

/** The residents of a property who changed since an instant. */
export const changedResidentList: ListDefinition<ResidentFilter, ResidentSort> = {
  name: 'list_residents',
  matching: `select r.id, lr.lease_id, r.last_name, r.first_name, ${UPDATED_AT} as updated_at ${ON_ACTIVE_LEASES}`,
  matchOnce: true,
  filters: {
    property_id: 'l.property_id = ?',
    unit_id: 'l.unit_id = ?',
    updated_since: `${UPDATED_AT} >= ?`,
  },
  order: 'last_name, first_name, id, lease_id',
  sorts: residentSorts,
  columns: columnsOf('page.updated_at'),
  joins: JOINS_OF_PAGE,
}

/**
 * The residents of one unit are so few that the columns of all are kept while they are matched, instead of being looked up again for the page. This
 * saves a sixth of the statement's time; with the 550 residents of a property of 361 units, it would add a twentieth.
 */
export const residentsOfUnitList: ListDefinition<ResidentFilter, ResidentSort> = {
  ...changedResidentList,
  name: 'list_residents_of_unit',
  matching: `select r.id, r.first_name, r.last_name, r.email, r.phone, r.sms_opt_in, r.external_id, r.created_at, lr.lease_id, lr.role, lr.from_day, lr.to_day,
    l.property_id, l.unit_id, l.start_date, l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on, ${UPDATED_AT} as updated_at
    ${ON_ACTIVE_LEASES}`,
  joins: `cross join lateral (select page.*) r cross join lateral (select page.*) lr cross join lateral (select page.*) l
    ${PLACE}`,
}

export type ResidentRow = Static<typeof ResidentDetail>

/** The role of the resident `lr`: the present one, or that of their last day on the lease. */
const LAST_ROLE = `case when lr.to_day < $2::date then ${roleOn('lr', 'lr.to_day')} else lr.role end`

/** The columns of a resident: `r` is the resident, `shown` the lease from which their status follows. */
const COLUMNS = `r.id as resident_id, r.first_name, r.last_name, r.email, r.phone, ${LAST_ROLE} as role, ${RESIDENT_STATUS} as status,
          l.property_id, p.name as property_name, l.unit_id, u.label as unit_label, shown.lease_id, ${DAYS},
          case when shown.lease_id is not null then ${balanceOf('shown.lease_id', '$2')} end as lease_balance_cents, r.sms_opt_in,
          r.external_id, r.created_at, greatest(r.updated_at, lr.updated_at, l.updated_at) as updated_at`
/** One outer join of all that belongs to that lease: an outer join of each took a sixth of the time in which PostgreSQL reads one resident. */
const JOINS = `left join (
       resident_status_spans shown
       join leases l on l.organization_id = $1 and l.id = shown.lease_id
       join lease_residents lr on lr.organization_id = $1 and lr.lease_id = shown.lease_id and lr.resident_id = shown.resident_id
       join properties p on p.organization_id = $1 and p.id = l.property_id
       join units u on u.organization_id = $1 and u.id = l.unit_id
     ) on ${isOn('r.id')}`

export const findResident = statement<ResidentRow>(
  'find_resident',
  `select ${COLUMNS}
     from residents r
     ${JOINS}
    where r.organization_id = $1 and r.id = $3`,
  { isLookup: true },
)

type AllResidentsFilter =
  | 'current'
  | 'past'
  | 'on_notice'
  | 'evicted'
  | 'future'
  | 'on_no_lease'
  | 'property_id'
  | 'search'

/** Every resident once. Each status is a filter of its own, so that PostgreSQL knows which of the two large ones is asked for. */
export const allResidentsList: ListDefinition<AllResidentsFilter, AllResidentsSort> = {
  name: 'list_all_residents',
  matching: `select r.id, r.last_name, r.first_name, r.email, r.phone, r.sms_opt_in
    from residents r
    where r.organization_id = $1`,
  matchOnce: 'filtered',
  filters: {
    current: hasStatus('CURRENT'),
    past: hasStatus('PAST'),
    on_notice: hasStatus('NOTICE'),
    evicted: hasStatus('EVICT'),
    future: hasStatus('FUTURE'),
    on_no_lease: ON_NO_LEASE,
    property_id: `r.id in (${residentsOf('l.property_id = ?')})`,
    search: isFound('r.id'),
  },
  found: { search: matchingRecords('resident', '?') },
  totals: { current: countOf('CURRENT'), past: countOf('PAST'), search: TOTAL_FOUND },
  order: 'last_name, first_name, id',
  sorts: allResidentsSorts,
  walks: [
    allResidentsOfStatus,
    allResidentsFound,
    allResidentsByProperty,
    allResidentsByStatus,
    allResidentsByConsent,
    allResidentsByEmail,
    allResidentsByPhone,
  ],
  columns: COLUMNS,
  joins: `join residents r on r.organization_id = $1 and r.id = page.id
     ${JOINS}`,
}

/** Locks the resident `$2`: nobody else can change them until this transaction ends. */
export const lockResident = statement<never>(
  'lock_resident',
  'select from residents where organization_id = $1 and id = $2 for no key update',
)

/** Locks the residents on the leases of the properties `$2`, in the order of their IDs. The leases must be locked already. */
export const lockResidentsOf = statement<{ count: number }>(
  'lock_residents_of_properties',
  `select count(*)::int as count
     from (
       select from residents r
        where r.organization_id = $1
          and r.id in (
            select lr.resident_id
              from leases l
              join lease_residents lr on lr.organization_id = $1 and lr.lease_id = l.id
             where l.organization_id = $1 and l.property_id = any($2::text[])
          )
        order by r.id
          for no key update of r
     ) locked`,
)

export const GIVEN_RESIDENTS = columns({
  id: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  sms_opt_in: 'text',
  external_id: 'text',
})
const RESIDENTS = `insert into residents (organization_id, id, first_name, last_name, email, phone, sms_opt_in, external_id)
   select $1, t.id, t.first_name, t.last_name, t.email, t.phone, t.sms_opt_in, t.external_id
     from ${GIVEN_RESIDENTS.from(2)} t`

export const upsertResidents = statement<never>(
  'upsert_residents',
  `${RESIDENTS}
   on conflict (organization_id, id) do update set
     first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
     sms_opt_in = excluded.sms_opt_in, external_id = excluded.external_id`,
)
export const insertResidents = statement<never>('insert_residents', RESIDENTS)

/** The residents with these external IDs. Nobody else can change them until this transaction ends. */
export const lockResidentsByExternalId = statement<ResidentRecord>(
  'lock_residents_by_external_id',
  `select r.id, r.first_name, r.last_name, r.email, r.phone, r.sms_opt_in,
          r.external_id
     from residents r
    where r.organization_id = $1 and r.external_id = any($2::text[])
    order by r.id
      for no key update`,
)

export const updateSmsOptIn = statement<never>(
  'update_sms_opt_in',
  'update residents set sms_opt_in = $3 where organization_id = $1 and id = $2',
)

export const listResidentsById = byIdsStatement<ResidentRow>(allResidentsList, 'r.id', 1)
