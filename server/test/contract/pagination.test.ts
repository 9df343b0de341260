/** Every list, walked page by page: each row once, in the documented order, with an exact total on every page. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v1 } from '#contract/v1.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { lease, on, owner, portfolio, property, resident, store, unit } from '../records.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'
import {
  openWorkOrders,
  storeCrowd,
  storeEntries,
  storeLeads,
  storeLease,
  storeListed,
  storeMoney,
  subscribe,
} from './crowd.ts'
import { LISTS } from './exercises.ts'
import { assertAnswers } from './promises.ts'

const world = useWorld()
const org = useOrganization(world)
let building: string
let subscription: string
let tenancy: LeaseRecord
before(async () => {
  // This world has no worker, because a worker's changes to deliveries would change rows between two pages.
  subscription = await subscribe(org, 20)
  await storeRecoveries(24)
  const crowd = await storeCrowd(org)
  building = crowd.building
  tenancy = crowd.tenancy
})

/** Recoveries that have ended, because only one of a subscription may run at a time. */
async function storeRecoveries(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => world.newId('recovery'))
  await world.sql(
    `insert into webhook_recoveries
       (organization_id, id, subscription_id, since, until, is_all, status, event_count, created_at, finished_at)
     select $1, id, $2, $4, $4, false, 'COMPLETED', 0, $4, $4 from unnest($3::text[]) as id`,
    [org.id, subscription, ids, new Date(world.clock.now())],
  )
}

type Row = Record<string, unknown>
type List = {
  address: () => string
  orderOf: (row: Row) => string[]
  isDescending?: true
  more: () => Promise<unknown>
}

/** For every list: its address, the documented order of a row, and how one more row comes into it. */
const WALKS: Record<string, List> = {
  listListings: {
    address: () => '/listings?',
    orderOf: row => [row.propertyName, row.label, row.id] as string[],
    more: () => storeListed(org, 'Maple Court'),
  },
  listProperties: {
    address: () => '/properties?',
    orderOf: row => [row.name, row.property_id] as string[],
    more: () => store(org, { properties: [property({ name: 'Maple Court' })] }),
  },
  listResidents: {
    address: () => `/residents?property_id=${building}&`,
    orderOf: row => [row.last_name, row.first_name, row.resident_id, row.lease_id] as string[],
    more: async () => {
      const of = unit({ id: building })
      const [tenancy, dana] = [lease(of), resident({ last_name: 'Whitfield' })]
      await store(org, { units: [of], leases: [tenancy], residents: [dana], leaseResidents: [on(tenancy, dana)] })
    },
  },
  listInvoices: {
    address: () => '/invoices?',
    orderOf: row => [row.issue_date, row.invoice_id] as string[],
    isDescending: true,
    more: () => storeMoney(org, tenancy, 1),
  },
  listPayments: {
    address: () => '/payments?',
    orderOf: row => [row.payment_date, row.payment_id] as string[],
    isDescending: true,
    more: () => storeMoney(org, tenancy, 1),
  },
  listWorkOrders: {
    address: () => '/work-orders?',
    orderOf: row => [row.created_at, row.work_order_id] as string[],
    isDescending: true,
    more: () => openWorkOrders(org, building, 1),
  },
  listWebhooks: {
    address: () => '/webhooks?',
    orderOf: row => [row.created_at, row.id] as string[],
    isDescending: true,
    more: () => subscribe(org, 1),
  },
  listWebhookDeliveries: {
    address: () => `/webhooks/${subscription}/deliveries?`,
    orderOf: row => [row.created_at, row.delivery_id] as string[],
    isDescending: true,
    more: () => openWorkOrders(org, building, 1),
  },
  listWebhookRecoveries: {
    address: () => `/webhooks/${subscription}/recoveries?`,
    orderOf: row => [row.created_at, row.recovery_id] as string[],
    isDescending: true,
    more: () => storeRecoveries(1),
  },
  listEvents: {
    address: () => '/events?',
    orderOf: row => [row.timestamp, row.id] as string[],
    more: () => openWorkOrders(org, building, 1),
  },
  listUnits: {
    address: () => '/units?',
    orderOf: row => [row.property_id, row.label, row.unit_id] as string[],
    more: () => storeListed(org, 'Maple Court'),
  },
  listLeases: {
    address: () => '/leases?',
    orderOf: row => [row.start_date, row.lease_id] as string[],
    isDescending: true,
    more: async () => {
      const of = unit({ id: building })
      await store(org, { units: [of], leases: [lease(of)] })
    },
  },
  getLeaseLedger: {
    address: () => `/leases/${tenancy.id}/ledger?`,
    orderOf: row => [row.effective_on, row.line_id] as string[],
    isDescending: true,
    more: () => storeEntries(org, tenancy, 1),
  },
  listLeads: {
    address: () => '/leads?',
    orderOf: row => [row.created_at, row.lead_id] as string[],
    isDescending: true,
    more: () => storeLeads(org, 1),
  },
  listOwners: {
    address: () => '/owners?',
    orderOf: row => [row.name, row.owner_id] as string[],
    more: () => store(org, { owners: [owner('Maple Court')] }),
  },
  listPortfolios: {
    address: () => '/portfolios?',
    orderOf: row => [row.name, row.portfolio_id] as string[],
    more: () => store(org, { portfolios: [portfolio('Maple Court')] }),
  },
}

test('every list has a pagination test', () => {
  assert.deepEqual(Object.keys(WALKS).sort(), LISTS.map(([name]) => name).sort())
})

for (const [name] of LISTS) {
  const { address, orderOf, isDescending, more } = WALKS[name] as List
  const inOrder = (rows: string[][]) =>
    rows.toSorted((a, b) => (isDescending ? byCodePoints(b, a) : byCodePoints(a, b)))
  const page = async (limit: number, offset: number): Promise<Reply['body']> => {
    const reply = await world.call(`${address()}limit=${limit}&offset=${offset}`, { key: org.key })
    assertAnswers(reply, name)
    return reply.body
  }
  const walk = async (limit: number, between: () => Promise<unknown> = async () => {}): Promise<Row[]> => {
    const rows: Row[] = []
    for (;;) {
      const { data, pagination } = await page(limit, rows.length)
      assert.deepEqual(data.map(orderOf), inOrder(data.map(orderOf)))
      rows.push(...data)
      if (!pagination.hasMore) return rows
      assert.equal(data.length, limit)
      await between()
    }
  }

  test(`${name} returns each row once and in order, whatever the limit`, async () => {
    const { total } = (await page(1, 0)).pagination
    assert.ok(total >= 20, 'a walk needs some way to go')
    const rows = await walk(100)
    assert.equal(rows.length, total)
    assert.deepEqual(rows.map(orderOf), inOrder(rows.map(orderOf)))
    assert.equal(new Set(rows.map(row => orderOf(row).join('\0'))).size, total)
    const ties = rows.filter((row, index) => index > 0 && orderOf(row)[0] === orderOf(rows[index - 1]!)[0])
    assert.ok(ties.length > 0, 'some rows must share their first key')
    for (const limit of [1, 3, 7, total - 1, total].filter(limit => limit <= 100)) {
      assert.deepEqual(await walk(limit), rows)
    }
  })

  test(`${name} states the exact total on every page, and whether more rows follow`, async () => {
    const { total } = (await page(1, 0)).pagination
    for (const [limit, offset, count] of [
      [1, 0, 1],
      [10, total - 10, 10],
      [10, total - 9, 9],
      [10, total - 1, 1],
      [10, total, 0],
      [100, total + 1_000, 0],
      [1, 2_147_483_647, 0],
    ] as const) {
      const { data, pagination } = await page(limit, offset)
      assert.equal(data.length, count)
      assert.deepEqual(pagination, { total, limit, offset, hasMore: offset + count < total })
    }
  })

  if ('status' in v1[name].parameters.query.properties) {
    test(`${name} accepts ALL as its status, in any case, and counts each row in one status`, async () => {
      const { status } = v1[name].parameters.query.properties as { status: { enum: string[] } }
      const words = status.enum
      const counted = async (status: string) => {
        const reply = await world.call(`${address()}limit=1&status=${status}`, { key: org.key })
        assertAnswers(reply, name)
        return reply.body.pagination.total
      }
      const totals = await Promise.all(words.filter(word => word !== 'ALL' && word !== 'OVERDUE').map(counted))
      const all = await counted('ALL')
      assert.ok(all > 0)
      assert.equal(
        totals.reduce((sum, total) => sum + total, 0),
        all,
      )
      assert.equal(await counted('all'), all)
    })
  }

  test(`${name} returns an empty page when it has no rows`, async () => {
    const nobody = await world.organization()
    // The organization that owns a subscription requests its deliveries and recoveries.
    const theirs = name.startsWith('listWebhook') && name !== 'listWebhooks' ? await subscribe(nobody, 1) : ''
    const own = name === 'getLeaseLedger' ? await storeLease(nobody) : ''
    const place = address().replace(subscription, theirs).replace(tenancy.id, own)
    const { body } = await world.call(place, { key: nobody.key })
    assert.deepEqual(body, { data: [], pagination: { total: 0, limit: 20, offset: 0, hasMore: false } })
  })

  test(`${name} may repeat a row but skips none while rows are added between pages`, async () => {
    const before = (await walk(100)).map(orderOf)
    const seen = new Set((await walk(13, more)).map(row => String(orderOf(row))))
    for (const row of before) assert.ok(seen.has(String(row)), `${row} was skipped`)
  })
}

function byCodePoints(a: string[], b: string[]): number {
  for (const [index, text] of a.entries()) {
    const order = Buffer.compare(Buffer.from(text), Buffer.from(b[index] as string))
    if (order !== 0) return order
  }
  return 0
}
