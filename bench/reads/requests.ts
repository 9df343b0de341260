/** The reads that are measured: every list's first page, each of its filters and a page at a large offset, and one record of each kind. */
import type pg from 'pg'
import { V1_PREFIX } from '#contract/v1.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { asOwner } from '../measure/database.ts'

export type ReadRequests = {
  name: string
  /** Whether this is the first page of a list without optional filters. */
  isFirstPage: boolean
  /** The paths of the same read for different records, which are called in rotation. */
  paths: string[]
}

/** How many different records are read. */
const SAMPLES = 64
/** For a caller that reads changes, one of this many rows has changed. */
const ONE_CHANGED_OF = 100
const BEFORE_EVERYTHING = '2000-01-01T00:00:00Z'

/** The reads to measure; the tables of the plain baseline determine which records exist. */
export function readsOf(connection: DatabaseConnection): Promise<ReadRequests[]> {
  return asOwner(connection, async owner => {
    const sample = (table: string, column: string, where?: string) => sampleOf(owner, { table, column, where })
    const since = (table: string) => sinceOf(owner, table)
    const properties = await sample('properties', 'property_id')
    const units = await sample('units', 'unit_id', 'current_lease_id is not null')
    const leases = await sample('leases', 'lease_id', `status = 'ACTIVE'`)
    const cities = each('city', await sample('properties', 'city'))
    const states = each('state', await sample('properties', 'state'))
    const ofProperty = each('property_id', properties)
    const [ofUnit, ofLease] = [each('unit_id', units), each('lease_id', leases)]
    return [
      ...pagesOf('/listings', { '': [''], city: cities, state: states }),
      ...pagesOf('/properties', {
        '': [''],
        city: cities,
        state: states,
        'owner, by id': each('owner', await sample('properties', 'owner_id')),
        'owner, by name': each('owner', await sample('properties', 'owner_name')),
        ...(await since('properties')),
      }),
      recordsOf('property', '/properties', properties),
      ...pagesOf('/residents', {
        '': ofProperty,
        unit_id: ofUnit,
        'property_id, updated_since': ofProperty.map(filter => `${filter}&updated_since=${BEFORE_EVERYTHING}`),
      }),
      recordsOf('resident', '/residents', await sample('residents', 'resident_id')),
      ...pagesOf('/invoices', {
        '': [''],
        'status OPEN': ['status=OPEN'],
        'status PAID': ['status=PAID'],
        OVERDUE: ['status=OVERDUE'],
        property_id: ofProperty,
        'property_id, PAID': ofProperty.map(filter => `${filter}&status=PAID`),
        'property_id, OVERDUE': ofProperty.map(filter => `${filter}&status=OVERDUE`),
        lease_id: ofLease,
        ...(await since('invoices')),
        ...(await farDown(owner, 'invoices')),
      }),
      recordsOf('invoice', '/invoices', await sample('invoices', 'invoice_id')),
      ...pagesOf('/payments', {
        '': [''],
        'status ALL': ['status=ALL'],
        'status PENDING': ['status=PENDING'],
        property_id: ofProperty,
        lease_id: ofLease,
        ...(await since('payments')),
        ...(await farDown(owner, 'payments')),
      }),
      recordsOf('payment', '/payments', await sample('payments', 'payment_id')),
      ...pagesOf('/work-orders', {
        '': [''],
        'status NEW': ['status=NEW'],
        'status COMPLETED': ['status=COMPLETED'],
        'priority HIGH': ['priority=HIGH'],
        'category PLUMBING': ['category=PLUMBING'],
        'priority HIGH, NEW': ['priority=HIGH&status=NEW'],
        property_id: ofProperty,
        unit_id: ofUnit,
        ...(await since('work_orders')),
        ...(await farDown(owner, 'work_orders')),
      }),
      recordsOf('work order', '/work-orders', await sample('work_orders', 'work_order_id')),
    ]
  })
}

/** A read for each entry: its name, and its queries after the `?`. An empty name stands for the first page. */
function pagesOf(path: string, queries: Record<string, string[]>): ReadRequests[] {
  const list = path.slice(1).replace('-', ' ')
  return Object.entries(queries).map(([name, each]) => ({
    name: `${list} ${name}`.trim(),
    isFirstPage: name === '',
    paths: each.map(query => `${V1_PREFIX}${path}${query && `?${query}`}`),
  }))
}

function recordsOf(noun: string, path: string, ids: string[]): ReadRequests {
  return { name: `one ${noun}`, isFirstPage: false, paths: ids.map(id => `${V1_PREFIX}${path}/${id}`) }
}

function each(parameter: string, values: string[]): string[] {
  return values.map(value => `${parameter}=${encodeURIComponent(value)}`)
}

type Column = { table: string; column: string; where?: string | undefined }

/** Different values of the column, the same ones each time. */
async function sampleOf(owner: pg.Client, { table, column, where = 'true' }: Column): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(
    `select value from (select distinct ${column} as value from plain.${table} where ${column} is not null and ${where}) each
      order by md5(value) limit ${SAMPLES}`,
  )
  return rows.map(({ value }) => value)
}

/** An instant since which few rows changed, and one since which all did. Seeded rows have the instant at which they were stored. */
async function sinceOf(owner: pg.Client, table: string): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<{ at: string }>(
    `select updated_at as at from plain.${table} order by updated_at desc
      limit 1 offset (select count(*) / ${ONE_CHANGED_OF} from plain.${table})`,
  )
  const at = rows[0]?.at ?? BEFORE_EVERYTHING
  return { 'updated_since, few': [`updated_since=${at}`], 'updated_since, all': [`updated_since=${BEFORE_EVERYTHING}`] }
}

async function farDown(owner: pg.Client, table: string): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<{ half: number }>(`select (count(*) / 2)::int as half from plain.${table}`)
  return { 'from the middle': [`offset=${rows[0]?.half ?? 0}${table === 'payments' ? '&status=ALL' : ''}`] }
}
