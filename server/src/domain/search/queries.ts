/**
 * SQL of the search. `$1` is the organization, `$2` word prefixes, the longest first, and `$3` today, where a status is shown.
 *
 * A prefix is a range of the primary key of `search_words`. Comparing text is leakproof, so PostgreSQL uses the index under row-level security too,
 * which it does not do for the operators of trigrams (decisions/0020). What is shown of a record is looked up for one after the other: before statistics
 * exist, PostgreSQL would join what is found with all records of the organization.
 */
import type { Static } from 'typebox'
import type { search } from '#contract/console/search.ts'
import { MAX_OF_TYPE } from '#contract/console/search.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { LEASE_STATUS, primaryResidentOf } from '../leases/columns.ts'
import { isOn, RESIDENT_STATUS } from '../residents/status.ts'
import { endOfPrefix, hasEveryWord, prefixRanges, VENDOR_TEXT } from '../search-words/found.ts'
import { statusOn } from '../units/on-day.ts'
import { placeName } from '../units/place-name.ts'
import { OPEN_STATUSES } from '../work-orders/conditions.ts'

export type Found = Static<typeof search.success.schema>['data'][number]

const PLACE = placeName()

/**
 * The most words in which the longest prefix is looked up, and the most records that are ranked, because a letter or two begin thousands of words.
 */
const MAX_WORDS = 2_000
const MAX_RANKED = 200

/** The records of a type that have a word for each prefix; `exact` is how many of the prefixes are whole words. */
const found = (type: string) => `(
    select begun.id,
           (select count(*) from unnest($2::text[]) as whole (word)
             where exists (select from search_words w where w.organization_id = $1 and w.id = begun.id and w.word = whole.word)) as exact
      from (
        select distinct first.id
          from (
            select w.id
              from search_words w
             where w.organization_id = $1 and w.type = '${type}' and w.word >= ($2::text[])[1] and w.word < ${endOfPrefix('($2::text[])[1]')}
             order by w.word, w.id
             limit ${MAX_WORDS}
          ) first
      ) begun
     where not exists (
       select from ${prefixRanges('($2::text[])[2:]', 'other')}
        where not exists (
          select from search_words w where w.organization_id = $1 and w.id = begun.id and w.word >= other.low and w.word < other.high
        )
     )
     limit ${MAX_RANKED}
  ) found`

/** Fragments call today `$2`; here it is `$3`. */
const today = (sql: string) => sql.replaceAll('$2', '$3')

const NOTHING = 'null::bigint as amount_cents'

export const findProperties = statement<Found>(
  'search_properties',
  `select p.id, 'PROPERTY' as type, p.name as title, concat_ws(', ', p.address_line, p.city) as detail, null as status, ${NOTHING}
     from ${found('property')}
     ${lookup('properties', 'found.id', 'p')}
    order by found.exact desc, p.is_active desc, p.name, p.id
    limit ${MAX_OF_TYPE}`,
)

export const findUnits = statement<Found>(
  'search_units',
  `select u.id, 'UNIT' as type, ${PLACE} as title, primary_resident.full_name as detail, shown.status, ${NOTHING}
     from (
       select found.id, found.exact, on_day.status, on_day.lease_id
         from ${found('unit')}
         left join lateral (select * from ${today(statusOn('found.id'))}) on_day on true
     ) shown
     ${lookup('units', 'shown.id', 'u')}
     ${lookup('properties', 'u.property_id', 'p')}
     ${primaryResidentOf('shown.lease_id')}
    order by shown.exact desc, shown.status is null, p.name, u.label, u.id
    limit ${MAX_OF_TYPE}`,
)

/** Residents who live somewhere today come first. */
export const findResidents = statement<Found>(
  'search_residents',
  `select best.id, 'RESIDENT' as type, best.full_name as title, ${PLACE} as detail, best.status, ${NOTHING}
     from (
       select r.id, r.full_name, shown.lease_id, ${today(RESIDENT_STATUS)} as status,
              row_number() over (
                order by found.exact desc, (shown.begins_on <= $3::date and shown.last_day >= $3::date) is true desc, r.last_name, r.first_name, r.id
              ) as place
         from ${found('resident')}
         ${lookup('residents', 'found.id', 'r')}
         left join lateral (select shown.* from resident_status_spans shown where ${today(isOn('r.id'))} offset 0) shown on true
        order by place
        limit ${MAX_OF_TYPE}
     ) best
     left join leases l on l.organization_id = $1 and l.id = best.lease_id
     left join properties p on p.organization_id = $1 and p.id = l.property_id
     left join units u on u.organization_id = $1 and u.id = l.unit_id
    order by best.place`,
)

export const findLeads = statement<Found>(
  'search_leads',
  `select d.id, 'LEAD' as type, trim(d.first_name || ' ' || d.last_name) as title, p.name as detail, d.status, ${NOTHING}
     from ${found('lead')}
     ${lookup('leads', 'found.id', 'd')}
     left join properties p on p.organization_id = $1 and p.id = d.property_id
    order by found.exact desc, d.status in ('LEASED', 'LOST'), d.created_at desc, d.id
    limit ${MAX_OF_TYPE}`,
)

/** The leases of the residents `$3` and of the units `$4`, as of the day `$2`. */
export const findLeasesOf = statement<Found>(
  'search_leases',
  `select l.id, 'LEASE' as type, coalesce(primary_resident.full_name || ', ', '') || ${PLACE} as title,
          concat_ws(' – ', l.start_date, l.end_date) as detail, ${LEASE_STATUS} as status, ${NOTHING}
     from (
       select lr.lease_id
         from unnest($3::text[]) as person (id)
         ${lookup('lease_residents', 'person.id', 'lr', 'resident_id')}
       union
       select of_unit.id
         from unnest($4::text[]) as home (id)
         ${lookup('leases', 'home.id', 'of_unit', 'unit_id')}
     ) found
     ${lookup('leases', 'found.lease_id', 'l')}
     ${lookup('units', 'l.unit_id', 'u')}
     ${lookup('properties', 'l.property_id', 'p')}
     ${primaryResidentOf('l.id')}
    order by array_position(array['ACTIVE', 'FUTURE', 'PENDING_SIGNATURE', 'DRAFT'], ${LEASE_STATUS}), l.start_date desc, l.id
    limit ${MAX_OF_TYPE}`,
)

/** The invoice with the number `$2` and the work order with the number `$3`. */
export const findNumbered = statement<Found>(
  'search_numbers',
  `select i.id, 'INVOICE' as type, '#' || i.number as title,
          concat_ws(', ', primary_resident.full_name, ${PLACE}) as detail, i.status, i.total_cents as amount_cents
     from invoices i
     join properties p on p.organization_id = $1 and p.id = i.property_id
     join units u on u.organization_id = $1 and u.id = i.unit_id
     ${primaryResidentOf('i.lease_id')}
    where i.organization_id = $1 and i.number = $2::int
   union all
   select w.id, 'WORK_ORDER', '#' || w.number || ' ' || w.title, ${PLACE}, w.status, null
     from work_orders w
     join properties p on p.organization_id = $1 and p.id = w.property_id
     left join units u on u.organization_id = $1 and u.id = w.unit_id
    where w.organization_id = $1 and w.number = $3::int`,
)

/**
 * The work orders with these words in their titles, without the number `$3`: open ones first, of which there are few enough to look through, and
 * closed ones by the words that are stored of them. With the one that has the number, they are as many as the search returns at most. The words of a title
 * take 28 µs, so they are made only if the longest prefix is somewhere in it: of 4,000 open ones, a prefix of none takes 6 ms instead of 141, and one of a
 * quarter 64.
 */
export const findWorkOrders = statement<Found>(
  'search_work_order_titles',
  `select w.id, 'WORK_ORDER' as type, '#' || w.number || ' ' || w.title as title, ${PLACE} as detail, w.status, ${NOTHING}
     from (
       select titled.id, 0 as exact
         from (select o.id, o.title from work_orders o where o.organization_id = $1 and o.status in ${OPEN_STATUSES} offset 0) titled
        where case when octet_length(titled.title) > length(titled.title) or strpos(lower(replace(titled.title, '''', '')), ($2::text[])[1]) > 0
                   then ${hasEveryWord('titled.title', '$2')} end
       union all
       (select found.id, found.exact from ${found('work_order')})
     ) found
     ${lookup('work_orders', 'found.id', 'w')}
     ${lookup('properties', 'w.property_id', 'p')}
     left join units u on u.organization_id = $1 and u.id = w.unit_id
    where w.number is distinct from $3::int
    order by w.status in ${OPEN_STATUSES} desc, found.exact desc, w.created_at desc, w.id
    limit ${MAX_OF_TYPE - 1}`,
)

/** The payments with one of the references `$2`, the latest first. */
export const findPayments = statement<Found>(
  'search_payments_by_reference',
  `select y.id, 'PAYMENT' as type, y.reference as title,
          concat_ws(', ', coalesce(payer.full_name, primary_resident.full_name), ${PLACE}) as detail,
          case when y.voided_at is null then y.status else 'VOIDED' end as status, y.amount_cents
     from (
       select paid.id, paid.lease_id, paid.resident_id, paid.property_id, paid.unit_id, paid.reference, paid.status, paid.voided_at,
              paid.amount_cents, paid.payment_date
         from payments paid
        where paid.organization_id = $1 and paid.reference collate "C" = any($2::text[])
        order by paid.payment_date desc, paid.id desc
        limit ${MAX_OF_TYPE}
     ) y
     join properties p on p.organization_id = $1 and p.id = y.property_id
     join units u on u.organization_id = $1 and u.id = y.unit_id
     left join residents payer on payer.organization_id = $1 and payer.id = y.resident_id
     ${primaryResidentOf('y.lease_id')}
    order by y.payment_date desc, y.id desc`,
)

export const findVendors = statement<Found>(
  'search_vendors_by_words',
  `select v.id, 'VENDOR' as type, v.name as title, v.trade as detail, case when not v.is_active then 'INACTIVE' end as status, ${NOTHING}
     from vendors v
    where v.organization_id = $1 and ${hasEveryWord(VENDOR_TEXT, '$2')}
    order by v.is_active desc, v.name, v.id
    limit ${MAX_OF_TYPE}`,
)

const groups = (table: string, type: string) => `(
     select v.id, '${type}' as type, v.name as title, null as detail, null as status, ${NOTHING}
       from ${table} v
      where v.organization_id = $1 and ${hasEveryWord('v.name', '$2')}
      order by v.name, v.id
      limit ${MAX_OF_TYPE}
   )`

export const findGroups = statement<Found>(
  'search_groups_by_words',
  `${groups('owners', 'OWNER')} union all ${groups('portfolios', 'PORTFOLIO')}`,
)
