/** SQL of leads. `$1` is the organization. */
import type { Static } from 'typebox'
import type { listLeads } from '#contract/console/leads.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { LEAD_STATUSES, type Lead } from '#contract/v1/leads.ts'
import { byIdsStatement, type ListDefinition, placeIn } from '#server/db/list.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { isAmongFound, isFound, matchingRecords, TOTAL_FOUND } from '../search-words/found.ts'

export type LeadRow = Static<typeof Lead>

const COLUMNS = `l.id as lead_id, l.first_name, l.last_name, l.email, l.phone, l.source, l.status, l.property_id, l.unit_id,
  l.desired_move_in, l.bedrooms_wanted, l.max_rent_cents, l.notes, l.external_id, l.created_at, l.updated_at`

type Filter = 'status' | 'property_id' | 'search' | 'updated_since'
export type LeadSort = ColumnOf<typeof listLeads>

const LEAD = 'join leads l on l.organization_id = $1 and l.id = matching.id'

/** Properties by name and the leads of each, those for a unit first: 2 ms for the first page of 27,000 leads, and sorting all of them takes 50. */
const leadsByProperty: Walk<never, 'property_name'> = {
  sort: 'property_name',
  filters: [],
  rows: () => `select wanted.id, p.name as sort_0, wanted.label as sort_1
    from properties p
    cross join lateral (
      select l.id, u.label
        from leads l
        left join units u on u.organization_id = $1 and u.id = l.unit_id
       where l.organization_id = $1 and l.property_id = p.id
      offset 0
    ) wanted
    where p.organization_id = $1`,
  rest: () => 'select l.id from leads l where l.organization_id = $1 and l.property_id is null',
  keys: 2,
  isPartlyKnown: true,
  upTo: FAR,
}

/** The leads that a search finds, newest first: 15 ms to read all of 33,000, where looking up 6,500 of them to sort takes 40 ms. */
const leadsFound: Walk<'search', never> = {
  filters: ['search'],
  needs: 'search',
  conditions: { search: isAmongFound('l.id') },
  atLeast: 2_000,
  rows: conditions => `select l.id, l.created_at from leads l where l.organization_id = $1${conditions}`,
  keys: 0,
  upTo: FAR,
}

export const leadList: ListDefinition<Filter, LeadSort> = {
  name: 'list_leads',
  matching: 'select l.id, l.created_at from leads l where l.organization_id = $1',
  matchOnce: false,
  filters: {
    status: 'l.status = ?',
    property_id: 'l.property_id = ?',
    search: isFound('l.id'),
    updated_since: 'l.updated_at >= ?',
  },
  found: { search: matchingRecords('lead', '?') },
  totals: { search: TOTAL_FOUND },
  changes: { table: 'leads', columns: 'created_at, id' },
  walks: [leadsFound, leadsByProperty],
  order: 'created_at desc, id desc',
  sorts: {
    last_name: { by: ['l.last_name', 'l.first_name'], joins: LEAD },
    status: { by: [placeIn(LEAD_STATUSES, 'l.status')], joins: LEAD },
    property_name: {
      by: ['p.name', 'u.label'],
      joins: `${LEAD}
        left join properties p on p.organization_id = $1 and p.id = l.property_id
        left join units u on u.organization_id = $1 and u.id = l.unit_id`,
    },
    desired_move_in: { by: ['l.desired_move_in'], joins: LEAD },
    max_rent_cents: { by: ['l.max_rent_cents'], joins: LEAD },
    source: { by: ['l.source collate "C"'], joins: LEAD },
    created_at: { by: ['matching.created_at'] },
  },
  columns: COLUMNS,
  joins: 'join leads l on l.organization_id = $1 and l.id = page.id',
}

export const findLead = statement<LeadRow>(
  'find_lead',
  `select ${COLUMNS} from leads l where l.organization_id = $1 and l.id = $2`,
  { isLookup: true },
)

/** The lead `$2`, which nobody else can change until this transaction ends. */
export const lockLead = statement<LeadRow>(
  'lock_lead',
  `select ${COLUMNS} from leads l where l.organization_id = $1 and l.id = $2 for no key update`,
)

/** Whether the property `$2` exists, and the property of the unit `$3`; either may be null. */
export const findInterest = statement<{ property_id: string | null; unit_property_id: string | null }>(
  'find_lead_interest',
  `select (select p.id from properties p where p.organization_id = $1 and p.id = $2) as property_id,
          (select u.property_id from units u where u.organization_id = $1 and u.id = $3) as unit_property_id`,
)

const FIELDS = `first_name, last_name, email, phone, source, status, property_id, unit_id, desired_move_in, bedrooms_wanted,
  max_rent_cents, notes, external_id`
const FIELD_TYPES = `first_name text, last_name text, email text, phone text, source text, status text, property_id text, unit_id text,
  desired_move_in date, bedrooms_wanted integer, max_rent_cents bigint, notes text, external_id text`

/** The names of the property and unit of interest of the leads `$2`, and the lease of each: the last one, of those that are not canceled if any. */
export const listInterests = statement<{
  lead_id: string
  property_name: string | null
  unit_label: string | null
  lease_id: string | null
}>(
  'list_lead_interests',
  `select l.id as lead_id, p.name as property_name, u.label as unit_label, (
            select e.id
              from leases e
             where e.organization_id = $1 and e.lead_id = l.id
             order by e.stage = 'CANCELLED', e.id desc
             limit 1
          ) as lease_id
     from unnest($2::text[]) as wanted (id)
     ${lookup('leads', 'wanted.id', 'l')}
     left join properties p on p.organization_id = $1 and p.id = l.property_id
     left join units u on u.organization_id = $1 and u.id = l.unit_id`,
)

/** Stores the lead `$2`, given as JSON. */
export const insertLead = statement<LeadRow>(
  'insert_lead',
  `insert into leads as l (organization_id, id, ${FIELDS})
   select $1, t.lead_id, ${FIELDS} from jsonb_to_record($2::jsonb) as t (lead_id text, ${FIELD_TYPES})
   returning ${COLUMNS}`,
)

/** Replaces the lead `$2` with `$3`, given as JSON. */
export const replaceLead = statement<LeadRow>(
  'replace_lead',
  `update leads l
      set (${FIELDS}) = (select ${FIELDS} from jsonb_to_record($3::jsonb) as t (${FIELD_TYPES}))
    where l.organization_id = $1 and l.id = $2
   returning ${COLUMNS}`,
)

/** Stores leads. A lead that exists keeps its creation date. */
export const upsertLeads = statement<never>(
  'upsert_leads',
  `insert into leads (organization_id, id, ${FIELDS}, created_at)
   select $1, id, ${FIELDS}, created_at from jsonb_to_recordset($2::jsonb) as t (id text, ${FIELD_TYPES}, created_at timestamptz)
   on conflict (organization_id, id) do update set
     ${FIELDS.split(/,\s+/)
       .map(field => `${field} = excluded.${field}`)
       .join(', ')}`,
)

export const listLeadsById = byIdsStatement<LeadRow>(leadList, 'l.id', 0)
