/** Where the money of a payment came from: the payer, the security deposit of the lease, or the books before these. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { changesOf } from '../changes-of.ts'
import { useWorld } from '../world.ts'
import { deposit, openBooks, openTenancy, type Tenancy } from './tenancy.ts'

const world = useWorld()

type Shown = { payment_id: string; source: string; method: string }

/** The sources of all payments of a lease, by payment, as the list, the record, the feed of changes and the export show them. */
async function sourcesOf({ org, leaseId }: Tenancy): Promise<Map<string, string>> {
  const read = async (path: string) => (await world.call(path, { key: org.key })).body
  const { data } = (await read(`/payments?status=ALL&lease_id=${leaseId}&limit=100`)) as unknown as { data: Shown[] }
  const changes = (await changesOf(world, org, 'types=payment&limit=100')) as unknown as { data: { record: Shown }[] }
  const exported = (await world.call('/export?types=payment', { key: org.key })).text
  for (const payment of data) {
    assert.deepEqual(await read(`/payments/${payment.payment_id}`), payment)
    assert.deepEqual(changes.data.find(({ record }) => record.payment_id === payment.payment_id)?.record, payment)
    assert.ok(exported.includes(`"payment_id":"${payment.payment_id}"`))
    const line = exported.split('\n').find(text => text.includes(payment.payment_id)) ?? ''
    assert.deepEqual(JSON.parse(line).data, payment)
  }
  return new Map(data.map(({ payment_id, source }) => [payment_id, source]))
}

test('a payment says that it is a withheld deposit, also once it is voided or reversed', async () => {
  const tenancy = await openTenancy(world)
  const { charge, pay, within, leaseId: lease_id } = tenancy
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  // A payment by no particular method, which pays the deposit itself, is money of the payer.
  const paid = await pay(60_000, { payment_date: '2026-02-03', method: 'OTHER' })
  await charge(90_000)
  const withhold = () => within(context => calls.withholdDeposit(context, { lease_id, amount_cents: 20_000 }))
  const kept = await withhold()
  const voided = await withhold()
  await within(context => calls.voidPayment(context, { id: voided.payment_id }))
  const reversed = await withhold()
  await within(context => calls.reversePayment(context, { id: reversed.payment_id }))
  const sources = await sourcesOf(tenancy)
  assert.deepEqual(
    [paid, kept, voided, reversed].map(({ payment_id }) => sources.get(payment_id)),
    ['PAYER', 'SECURITY_DEPOSIT', 'SECURITY_DEPOSIT', 'SECURITY_DEPOSIT'],
  )
  assert.equal(kept.source, 'SECURITY_DEPOSIT')
})

test('a prepaid opening balance says that it is one, applied or not', async () => {
  const tenancy = await openTenancy(world)
  const { held, charge, pay, within, leaseId: lease_id } = tenancy
  const place = { lease_id, property_id: held.property_id, unit_id: held.unit_id, resident_id: null }
  await within(context => openBooks(context, [{ ...place, amount_cents: -90_000, as_of: '2026-02-01' }]))
  assert.deepEqual([...(await sourcesOf(tenancy)).values()], ['OPENING_BALANCE'])
  await charge(120_000)
  const { payment_id } = await pay(30_000)
  const sources = await sourcesOf(tenancy)
  assert.equal(sources.get(payment_id), 'PAYER')
  assert.deepEqual([...sources.values()].sort(), ['OPENING_BALANCE', 'PAYER'])
})
