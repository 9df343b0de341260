/** SQL of properties and their units. `$1` is the organization, `$2` today. */
import type { Static } from 'typebox'
import { PropertyDetail, type PropertyListItem } from '#contract/v1/properties.ts'
import { itemColumns } from '#server/db/detail.ts'
import { byIdsStatement, formsOf, isText, type ListDefinition } from '#server/db/list.ts'
import { statement } from '#server/db/statement.ts'
import { LEASE_PARTS, LEASE_STATUS, leaseColumns } from '../leases/columns.ts'
import { isFound, matchingRecords } from '../search-words/found.ts'
import { UNIT_COLUMNS } from '../units/columns.ts'
import { isInGroup } from '../units/groups.ts'
import { rateOf, statusOn } from '../units/on-day.ts'
import type { PropertyRecord } from './records.ts'
import { IN_SERVICE, type PropertySort, propertySorts } from './sorts.ts'

/**
 * The owner's name, looked up for each property in an index that has it. A join hashed all owners for every property of a page, and without that index
 * PostgreSQL read all owners for each: either took a third to half of the page's time with 45 owners.
 */
const OWNER_NAME = '(select o.name from owners o where o.organization_id = $1 and o.id = p.owner_id)'

const COLUMNS = `p.id as property_id, p.name, p.type, p.address_line, p.city, p.state, p.postal_code, ${OWNER_NAME} as owner_name, p.owner_id,
  p.portfolio_id, in_service.unit_count, p.current_value_cents as current_value, p.is_active, p.external_id, p.created_at, p.updated_at`

/**
 * The rows are read while they are matched, because looking up each row of a page again, as long lists do, took a tenth of the statement's time. With
 * a city or an owner, the rows are matched once for both the page and the total, and the word that is compared with every row is converted to lower
 * case once. Together, this saves a third of the time for the properties of an owner. Without them, matching twice is cheaper: keeping all of 539
 * properties that match a state and a time took 1.1 ms instead of 0.6.
 */
export const propertyList: ListDefinition<
  'search' | 'city' | 'state' | 'owner' | 'portfolio_id' | 'updated_since',
  PropertySort
> = {
  name: 'list_properties',
  matching: 'select p.* from properties p where p.organization_id = $1',
  matchOnce: ['search', 'city', 'owner'],
  filters: {
    search: isFound('p.id'),
    city: isText('lower(p.city)'),
    state: 'p.state = upper(?)',
    owner: `p.owner_id in (select o.id from owners o where o.organization_id = $1 and (o.id = ? or ${isText('lower(o.name)')}))`,
    portfolio_id: 'p.portfolio_id = ?',
    updated_since: 'p.updated_at >= ?',
  },
  found: { search: matchingRecords('property', '?') },
  changes: { table: 'properties', columns: '*', most: 20 },
  order: 'name, id',
  sorts: propertySorts,
  columns: COLUMNS,
  joins: `cross join lateral (select page.*) p ${IN_SERVICE}`,
}

export type PropertyRow = Static<typeof PropertyListItem>

export const findProperty = statement<PropertyRow & { year_built: number | null }>(
  'find_property',
  `select ${COLUMNS}, p.year_built from properties p ${IN_SERVICE} where p.organization_id = $1 and p.id = $3`,
)

/** The lists of a property's detail, in the order of their rows. */
export const DETAIL_LISTS = [
  { name: 'units', key: 'unit_id' },
  { name: 'active_leases', key: 'lease_id' },
]
const { units, active_leases } = PropertyDetail.properties

/**
 * A unit out of service is occupied by no lease, but one without a move-out date may outlast the service. The leases of each such unit are looked up:
 * before there were statistics, PostgreSQL began with all signed leases of the organization.
 */
const ACTIVE_OUT_OF_SERVICE = `select active.id, u.label
           from units u
          cross join lateral (
            select l.id
              from leases l
             where l.organization_id = $1 and l.unit_id = u.id and l.stage = 'SIGNED' and ${LEASE_STATUS} = 'ACTIVE'
            offset 0
          ) active
          where u.organization_id = $1 and u.property_id = $3 and (u.in_service_from > $2::date or u.in_service_to < $2::date)`

/**
 * The whole reply in one statement, so that all its parts are from the same snapshot: the property, then its units, then its active leases. Joins on
 * `false` give each of them rows of its own. As JSON that PostgreSQL composed, 221 units took it 16.4 ms instead of 13.4, and the service a fifth
 * more. The first key of the order differs between nearly all rows, because comparing wide rows by a later key is slow: with 53 units, ordering by the
 * columns themselves took 2.34 ms instead of 2.29. Labels are unique within a property.
 */
export const findPropertyDetail = statement<object>(
  'find_property_detail',
  `with unit as materialized (
     select ${UNIT_COLUMNS}
       from units u
      cross join lateral (select on_day.status, on_day.lease_id from ${statusOn('u.id')}) on_day
       ${rateOf('u.id')}
      where u.organization_id = $1 and u.property_id = $3
   ), lease as (
     select ${leaseColumns(`'ACTIVE'`)}
       from (
         select unit.current_lease_id as lease_id, unit.label from unit where unit.current_lease_id is not null
          union all
         ${ACTIVE_OUT_OF_SERVICE}
       ) u
       join leases l on l.organization_id = $1 and l.id = u.lease_id ${LEASE_PARTS}
   ), property as (
     select ${COLUMNS}, p.year_built, in_service.occupied_unit_count, in_service.vacant_unit_count
       from properties p
      cross join (
        select count(*)::int as unit_count, count(unit.current_lease_id)::int as occupied_unit_count,
               (count(*) filter (where ${isInGroup('unit.status', 'VACANT')}))::int as vacant_unit_count
          from unit
      ) in_service
      where p.organization_id = $1 and p.id = $3
   )
   select property.*, ${itemColumns('units', 'unit', Object.keys(units.items.properties))},
          ${itemColumns('active_leases', 'lease', Object.keys(active_leases.items.properties))}
     from property
     full join unit on false
     full join lease on false
    order by case
               when property.property_id is not null then ''
               when unit.unit_id is not null then '1' || unit.label
               else '2' || lease.unit_label
             end collate "C", lease.start_date, lease.lease_id`,
)

/** The properties `$2`, in the order of their IDs. */
export const lockPropertiesById = statement<never>(
  'lock_properties',
  'select from properties where organization_id = $1 and id = any($2::text[]) order by id for no key update',
)

export const upsertProperties = statement<never>(
  'upsert_properties',
  `insert into properties (
     organization_id, id, portfolio_id, owner_id, name, type, address_line, city, state, postal_code, year_built, current_value_cents,
     is_active, external_id
   )
   select $1, t.id, t.portfolio_id, t.owner_id, t.name, t.type, t.address_line, t.city, t.state, t.postal_code, t.year_built,
          t.current_value_cents, t.is_active, t.external_id
     from jsonb_to_recordset($2::jsonb) as t (
       id text, portfolio_id text, owner_id text, name text, type text, address_line text, city text, state text, postal_code text,
       year_built integer, current_value_cents bigint, is_active boolean, external_id text
     )
   on conflict (organization_id, id) do update set
     portfolio_id = excluded.portfolio_id, owner_id = excluded.owner_id, name = excluded.name, type = excluded.type,
     address_line = excluded.address_line, city = excluded.city, state = excluded.state, postal_code = excluded.postal_code,
     year_built = excluded.year_built, current_value_cents = excluded.current_value_cents, is_active = excluded.is_active,
     external_id = excluded.external_id`,
)

export const listPropertiesKnownAs = statement<PropertyRecord>(
  'list_properties_known_as',
  `select p.id, p.portfolio_id, p.owner_id, p.name, p.type, p.address_line, p.city, p.state,
          p.postal_code, p.year_built, p.current_value_cents,
          p.is_active, p.external_id
     from properties p
    where p.organization_id = $1
      and (p.external_id = any($2::text[])
           or lower(trim(p.name)) in (select unnest(${formsOf('trim(name)')}) from unnest($3::text[]) as name)
           or lower(split_part(trim(p.address_line), ' ', 1))
              in (select lower(split_part(trim(line), ' ', 1)) from unnest($4::text[]) as line))
    order by p.id`,
)

/** Locks the property: nobody else can change it until this transaction ends. */
export const lockProperty = statement<never>(
  'lock_property',
  'select from properties where organization_id = $1 and id = $2 for no key update',
)

/** Whether the owner `$2` and the portfolio `$3` exist; either may be null. */
export const findOwnerAndPortfolio = statement<{ has_owner: boolean; has_portfolio: boolean }>(
  'find_owner_and_portfolio',
  `select exists (select from owners where organization_id = $1 and id = $2) as has_owner,
          exists (select from portfolios where organization_id = $1 and id = $3) as has_portfolio`,
)

export const listPropertiesById = byIdsStatement<PropertyRow>(propertyList, 'p.id', 1)
