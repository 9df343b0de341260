/** Every list of the console in every order it offers, and with every filter by a field of its rows, compared with the same rows ordered and filtered here. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { IMPORT_KINDS } from '#contract/console/import-columns.ts'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import { EVENT_TYPES } from '#contract/events.ts'
import { INVOICE_STATUSES } from '#contract/v1/invoices.ts'
import { LEAD_STATUSES } from '#contract/v1/leads.ts'
import { LEASE_STATUSES, RESIDENT_ROLES } from '#contract/v1/leases.ts'
import { MESSAGE_CHANNELS, MESSAGE_STATUSES } from '#contract/v1/messages.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { PROPERTY_TYPES } from '#contract/v1/properties.ts'
import { KNOWN_STATUSES, RESIDENT_STATUSES, SMS_OPT_INS } from '#contract/v1/residents.ts'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/v1/webhooks.ts'
import { PRIORITIES, WORK_ORDER_CATEGORIES, WORK_ORDER_STATUSES } from '#contract/v1/work-orders.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { assertNames } from '../contract/promises.ts'
import { lease, on, owner, portfolio, rate, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

type Row = Record<string, unknown>
type Key = string | number | boolean | null | undefined
type Name = { [Each in keyof ConsoleContract]: Each extends `list${string}` ? Each : never }[keyof ConsoleContract]
type List = {
  path: string
  /** The fields that make a row unique. */
  id: readonly string[]
  /** The order of the values of an enumerated field. */
  words?: Record<string, readonly string[]>
  /** The value a column is sorted by, if that is not just the field of its name. */
  keys?: Record<string, (row: Row) => Key[]>
}

type Parameter = { enum?: readonly string[] }

/** Words that only filters have: ALL and NONE are about the absence of a status, and MEDIUM is another word for NORMAL. */
const OTHER_WORDS = new Set(['ALL', 'NONE', 'MEDIUM'])

const ROLL = (unit: string) =>
  `Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent\n"Oak Hill - 120 Maple Ave Columbus, OH 43215",${unit},2/1,1400,Vacant-Unrented,,\n`

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
let crowded: string
let places: Map<unknown, Row>
let leases: Map<unknown, Row>
let names: Map<unknown, string>
before(async () => {
  const other = await world.organization()
  for (const org of [office.org, other]) {
    const writer = { inTransaction: org.within }
    await seedOrganization({ units: 24, months: 5, seed: 'sorting', today: '2026-03-15' }, writer)
    const owners = ['Acme', 'zeta'].map((name, index) => ({ ...owner(name), externalId: `own-${index}` }))
    await store(org, { owners, portfolios: ['Ohio', 'Texas'].map(portfolio) })
    await org.within(async context => {
      for (const event of ['lead.created', 'invoice.paid', 'lead.created'] as const) {
        await createWebhook(context, { event, target_url: `https://192.0.2.1/${event}` })
      }
    })
  }
  const [{ property_id }] = (await all('/properties')) as [{ property_id: string }]
  crowded = property_id
  // A resident on two leases is listed once for each, in two rows that differ only in the lease.
  const [one, two] = ['1', '10'].map(label => unit({ id: crowded }, { label: `zz ${label}` }))
  const dana = resident({ last_name: 'Älvsbyn', email: null, phone: null })
  const [first, second] = [lease(one as never), lease(two as never)]
  await store(office.org, {
    ...{ units: [one, two] as never, leases: [first, second], residents: [dana] },
    leaseResidents: [on(first, dana), on(second, dana)],
    // A rent of a later day orders nothing yet.
    rates: [
      rate(one as never, { market_rent_cents: 90_000 }),
      rate(one as never, { effective_from: '2026-05-01', unit_type: 'zz', market_rent_cents: 9_900_000 }),
    ],
  })
  for (const unit of ['1', '2', '2']) {
    const content = Buffer.from(ROLL(unit)).toString('base64')
    await office.write('POST', '/imports', { file_name: `roll-${unit}.csv`, content })
  }
  places = byId(await all('/units'), 'unit_id')
  leases = byId(await all('/leases'), 'lease_id')
  names = new Map(
    (await all('/all-residents')).map(one => [one.resident_id, `${one.first_name} ${one.last_name}`.trim()]),
  )
})
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const byId = (rows: Row[], id: string) => new Map(rows.map(row => [row[id], row]))

/** All rows of a list, from every page. */
async function all(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, pagination } = await office.read(join(path, `limit=100&offset=${rows.length}`))
    rows.push(...data)
    if (!pagination.hasMore) return rows
  }
}

const join = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

const place = (row: Row): Key[] => {
  const { property_name, label } = (places.get(row.unit_id) ?? {}) as Record<string, string>
  return [property_name, label]
}
/** The resident that an invoice or a payment names, otherwise the primary resident of its lease. */
const payer = ({ resident_id, lease_id }: Row): Key[] => [
  resident_id === null ? (leases.get(lease_id)?.resident_name as Key) : names.get(resident_id),
]
const fields =
  (...fields: string[]) =>
  (row: Row) =>
    fields.map(field => row[field] as Key)
const named = { last_name: fields('last_name', 'first_name') }
const placed = { property_name: fields('property_name', 'unit_label') }

const LISTS = {
  listProperties: {
    ...{ path: '/properties', id: ['property_id'], words: { type: PROPERTY_TYPES } },
    // 0 stands for unknown.
    keys: { city: fields('city', 'address_line'), current_value: row => [(row.current_value as number) || null] },
  },
  listResidents: {
    ...{ path: '/residents', id: ['resident_id', 'lease_id'], keys: named },
    words: { status: RESIDENT_STATUSES, role: RESIDENT_ROLES },
  },
  listAllResidents: {
    ...{ path: '/all-residents', id: ['resident_id'], keys: { ...named, ...placed } },
    words: { status: KNOWN_STATUSES, sms_opt_in: SMS_OPT_INS },
  },
  listUnits: {
    ...{ path: '/units', id: ['unit_id'], words: { status: UNIT_STATUSES } },
    keys: { property_name: fields('property_name', 'label'), bedrooms: fields('bedrooms', 'bathrooms') },
  },
  listLeases: { path: '/leases', id: ['lease_id'], words: { status: LEASE_STATUSES }, keys: placed },
  listInvoices: {
    ...{ path: '/invoices', id: ['invoice_id'], words: { status: INVOICE_STATUSES } },
    keys: { property_name: place, resident_name: payer },
  },
  listPayments: {
    ...{ path: '/payments?status=ALL', id: ['payment_id'], keys: { property_name: place, resident_name: payer } },
    words: { status: PAYMENT_STATUSES, method: PAYMENT_METHODS },
  },
  listWorkOrders: {
    ...{ path: '/work-orders', id: ['work_order_id'] },
    words: { status: WORK_ORDER_STATUSES, priority: PRIORITIES, category: WORK_ORDER_CATEGORIES },
    keys: {
      property_name: row => {
        const [of] = [...places.values()].filter(({ property_id }) => property_id === row.property_id)
        return [of?.property_name as Key, place(row)[1]]
      },
    },
  },
  listLeads: { path: '/leads', id: ['lead_id'], words: { status: LEAD_STATUSES }, keys: { ...named, ...placed } },
  listMessages: {
    ...{ path: '/messages', id: ['message_id'] },
    words: { status: MESSAGE_STATUSES, channel: MESSAGE_CHANNELS },
  },
  listListings: {
    ...{ path: '/listings', id: ['id'] },
    keys: {
      propertyName: fields('propertyName', 'label'),
      city: fields('city', 'state'),
      bedrooms: fields('bedrooms', 'bathrooms'),
      // A unit without a date is available now.
      availableFrom: row => [(row.availableFrom as string | null) ?? ''],
    },
  },
  listImports: { path: '/imports', id: ['import_id'], words: { kind: IMPORT_KINDS } },
  listOwners: { path: '/owners', id: ['owner_id'] },
  listVendors: { path: '/vendors', id: ['vendor_id'] },
  listPortfolios: { path: '/portfolios', id: ['portfolio_id'] },
  listWebhooks: { path: '/webhooks', id: ['id'], words: { status: SUBSCRIPTION_STATUSES, event: EVENT_TYPES } },
} satisfies { readonly [Each in Name]?: List }

test('this test covers every list that offers an order', () => {
  const offering = Object.entries(consoleContract).filter(([, { parameters }]) => 'sort' in parameters.query.properties)
  assert.deepEqual(offering.map(([name]) => name).sort(), Object.keys(LISTS).sort())
})

for (const [name, list] of Object.entries<List>(LISTS)) {
  const { sort, ...filters } = consoleContract[name as Name].parameters.query.properties as Record<string, Parameter>
  const whole = () => (name === 'listResidents' ? `${list.path}?property_id=${crowded}` : list.path)

  test(`${name} is returned in every order it offers, on every page, with an unchanged total`, async () => {
    const path = whole()
    const rows = await all(path)
    assert.ok(rows.length > 2, `${rows.length} rows`)
    for (const value of sort?.enum ?? []) {
      const expected = rows.toSorted(inOrder(list, value)).map(row => idOf(list, row))
      const sorted = join(path, `sort=${value}`)
      assert.deepEqual(
        (await all(sorted)).map(row => idOf(list, row)),
        expected,
        value,
      )
      const total = rows.length
      const last = await office.read(join(sorted, `limit=3&offset=${total - 2}`))
      assert.deepEqual(
        last.data.map(row => idOf(list, row)),
        expected.slice(-2),
        value,
      )
      assert.deepEqual(last.pagination, { total, limit: 3, offset: total - 2, hasMore: false })
      const beyond = await office.read(join(sorted, `limit=3&offset=${total + 5}`))
      assert.deepEqual([beyond.data, beyond.pagination.total], [[], total], value)
    }
  })

  test(`${name} filtered by a field of its rows returns exactly the rows that have the value`, async () => {
    const rows = await all(whole())
    const [path, given] = whole().split('?')
    for (const [filter, { enum: words = ['ZZ'] }] of Object.entries(filters)) {
      if (!(filter in rows[0]!)) continue
      const present = rows.flatMap(row => (row[filter] === null ? [] : String(row[filter])))
      // Without a value that no row has, a filter that is ignored would not show.
      for (const value of new Set([...present, ...words]).difference(OTHER_WORDS)) {
        const query = new URLSearchParams(given)
        query.set(filter, value)
        assert.deepEqual(
          (await all(`${path}?${query}`)).map(row => idOf(list, row)).sort(),
          rows.flatMap(row => (String(row[filter]) === value ? idOf(list, row) : [])).sort(),
          `${filter}=${value}`,
        )
      }
    }
  })
}

test('an order applies to the rows that match the filter', async () => {
  const rows = (await all('/invoices?status=PAID')).toSorted(inOrder(LISTS.listInvoices, '-due_date'))
  assert.ok(rows.length > 2)
  assert.deepEqual(await all('/invoices?status=PAID&sort=-due_date'), rows)
})

test('version 1 has the order its contract states, and accepts no other', async () => {
  assertNames(await world.call('/invoices?sort=number', { key: office.org.key }), 'sort')
  assertNames(await office.call('GET', '/invoices?sort=lines'), 'sort')
  assertNames(await office.call('GET', '/invoices?sort=--number'), 'sort')
})

const idOf = ({ id }: List, row: Row) => id.map(field => row[field]).join(' ')

/** Unknown values come last in both directions; equal values are ordered by ID, in the same direction. */
function inOrder({ id, words = {}, keys = {} }: List, sort: string): (a: Row, b: Row) => number {
  const column = sort.replace('-', '')
  const direction = sort.startsWith('-') ? -1 : 1
  const keysOf = (row: Row): Key[] => {
    const found = keys[column]?.(row) ?? [row[column] as Key]
    return words[column] ? found.map(key => (key == null ? key : words[column]?.indexOf(String(key)))) : found
  }
  return (a, b) => {
    const others = [...keysOf(b), ...id.map(field => b[field] as Key)]
    for (const [index, mine] of [...keysOf(a), ...id.map(field => a[field] as Key)].entries()) {
      const order = compare(mine, others[index], direction)
      if (order !== 0) return order
    }
    return 0
  }
}

function compare(a: Key, b: Key, direction: number): number {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1
  if (typeof a === 'string') return direction * Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
  return direction * (Number(a) - Number(b))
}
