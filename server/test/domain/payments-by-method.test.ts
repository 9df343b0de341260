/** The totals of payments by method, which are stored: exact while payments are recorded, received, reversed, voided and rolled back at the same time. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { sumListCounts } from '#server/db/list-counts.ts'
import { createRandom } from '#server/seed/random.ts'
import { calls } from '../calls.ts'
import { openOffice } from '../console/office.ts'
import { openPastDatabase } from '../db/past-database.ts'
import { lease, property, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { prepare, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
const maple = property()
const home = unit(maple)
const term = lease(home)
before(() => store(office.org, { properties: [maple], units: [home], leases: [term] }))

/** Compares the total of each method, with each status and with all, with the rows. */
async function assertExact(): Promise<void> {
  const rows = await world.sql<{ status: string; method: string }>(
    'select status, method from payments where organization_id = $1',
    [office.org.id],
  )
  for (const method of PAYMENT_METHODS) {
    for (const status of [...PAYMENT_STATUSES, 'ALL']) {
      const expected = rows.filter(row => row.method === method && (status === 'ALL' || row.status === status)).length
      const { pagination } = await office.read(`/payments?method=${method}&status=${status}&limit=1`)
      assert.equal(pagination.total, expected, `${method} ${status}`)
    }
    world.clock.advance(61_000)
  }
}

test('the total of each method is exact with each status, whatever happens to payments at the same time', async () => {
  const random = createRandom('methods')
  const ids: string[] = []
  const record = async () => {
    const input = { lease_id: term.id, amount_cents: 5_000, method: random.pick(PAYMENT_METHODS) }
    const { body } = await office.call(
      'POST',
      '/payments',
      random.chance(0.3) ? { ...input, status: 'PENDING' } : input,
    )
    if (body.payment_id) ids.push(String(body.payment_id))
  }
  const change = async () => {
    const step = random.pick(['reverse', 'void', 'settle', 'fail'])
    if (ids.length > 0) await office.call('POST', `/payments/${random.pick(ids)}/${step}`, {})
  }
  for (let round = 0; round < repeats(3, 30); round++) {
    await Promise.all(Array.from({ length: 12 }, () => (random.chance(0.6) ? record() : change())))
    world.clock.advance(61_000)
    await assert.rejects(
      office.org.within(async context => {
        await calls.recordPayment(context, { lease_id: term.id, amount_cents: 5_000, method: 'CASH' })
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    if (round % 2 === 1) await sumListCounts(world.pools.platformWrites, { most: 1, batch: 5 })
    await assertExact()
  }
  const statuses = await world.sql('select distinct status from payments where organization_id = $1', [office.org.id])
  assert.ok(ids.length > 10 && statuses.length > 2, `${ids.length} payments in ${statuses.length} statuses`)
})

test('payments that were stored before they were counted by method are counted by the migration', async () => {
  await using past = await openPastDatabase()
  await past.migrateUntil('0360')
  const organization = '00000000-0000-7000-8000-000000000001'
  await past.client.query(`
    insert into organizations (id, name, plan, time_zone) values ('${organization}', 'Past', 'PRO', 'America/Chicago');
    set session_replication_role = replica;
    insert into payments (organization_id, id, lease_id, property_id, unit_id, status, method, amount_cents, payment_date, received_at)
    select '${organization}', 'pay_' || n, 'lease_1', 'prop_1', 'unit_1', 'PAID', case when n % 3 = 0 then 'CARD' else 'ACH' end, 100, '2026-01-01', now()
      from generate_series(1, 9) n;
    set session_replication_role = origin`)
  await past.migrateUntil()
  const { rows } = await past.client.query(
    `select status, sum(change)::int as count from list_counts where list = 'payments_by_method' group by 1 order by 1`,
  )
  assert.deepEqual(rows, [
    { status: 'PAID ACH', count: 6 },
    { status: 'PAID CARD', count: 3 },
  ])
})
