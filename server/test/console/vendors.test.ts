/** Vendors: a work order refers to the vendor with the name that was entered, and follows when that name changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from '../changes-of.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice, walk } from './office.ts'

const world = useWorld()

async function openVendors() {
  const office = await openOffice(world)
  const maple = property()
  await store(office.org, { properties: [maple] })
  const order = async (vendor_name: string | null) =>
    String(
      (await office.write('POST', '/work-orders', { title: 'Tap', property_id: maple.id, vendor_name })).work_order_id,
    )
  return { ...office, order }
}

const vendorOf = async ({ read }: Office, order: string) => (await read(`/work-orders/${order}`)).vendor_name
const ordersOf = async ({ rows }: Office, id: unknown) =>
  (await rows(`/vendors/${id}/work-orders`)).map(({ work_order_id }) => work_order_id)

test('work orders that name a vendor, in any case, belong to the vendor, even those created before the vendor', async () => {
  const office = await openVendors()
  const { write, order, read } = office
  const [before, other] = [await order('reliable plumbing LLC'), await order('Somebody else')]
  const made = await write('POST', '/vendors', {
    name: 'Reliable Plumbing LLC',
    trade: 'Plumbing',
    phone: '+16145550178',
  })
  const after = await order('RELIABLE PLUMBING LLC')
  assert.deepEqual(await Promise.all([before, after, other].map(id => vendorOf(office, id))), [
    'Reliable Plumbing LLC',
    'Reliable Plumbing LLC',
    'Somebody else',
  ])
  assert.deepEqual(await ordersOf(office, made.vendor_id), [after, before])
  assert.equal((await read(`/vendors/${made.vendor_id}`)).open_work_order_count, 2)

  await write('PATCH', `/work-orders/${after}`, { vendor_name: 'In house' })
  await write('PATCH', `/work-orders/${before}`, { vendor_name: null })
  await write('PATCH', `/work-orders/${other}`, { vendor_name: 'Reliable Plumbing LLC' })
  assert.deepEqual(await ordersOf(office, made.vendor_id), [other])
  await write('PATCH', `/work-orders/${other}`, { status: 'COMPLETED' })
  assert.equal((await read(`/vendors/${made.vendor_id}`)).open_work_order_count, 0)
  assert.deepEqual(await office.logged(String(made.vendor_id)), ['vendor.create'])
})

test('a vendor’s new name is shown on its work orders at once, also to API callers and in copies', async () => {
  const office = await openVendors()
  const { org, write, order } = office
  const id = await order('Ace Rooter')
  const { vendor_id } = await write('POST', '/vendors', { name: 'Ace Rooter' })
  const { next_cursor } = await changesOf(world, org)
  await write('PATCH', `/vendors/${vendor_id}`, { name: 'Ace Drain & Rooter' })
  assert.equal(await vendorOf(office, id), 'Ace Drain & Rooter')
  const changes = await changesOf(world, org, `after=${next_cursor}`)
  assert.deepEqual(
    changes.data.map(({ type, id: changed, record }) => [
      type,
      changed,
      (record as { vendor_name: string }).vendor_name,
    ]),
    [['work_order', id, 'Ace Drain & Rooter']],
  )
  await write('PATCH', `/vendors/${vendor_id}`, { trade: 'Drains', is_active: false })
  assert.equal(await vendorOf(office, id), 'Ace Drain & Rooter')
})

test('a vendor’s name is unique in any case; fields are checked, and the list is searched, filtered and sorted', async () => {
  const office = await openVendors()
  const { write, call, rows } = office
  const ids: unknown[] = []
  for (const [name, trade] of [
    ['Volt Electrical', 'Electrical'],
    ['Brightline', 'Electrical'],
    ['Sparkle Crew', null],
    ['Blue Sky', 'HVAC'],
  ]) {
    ids.push((await write('POST', '/vendors', { name, trade, external_id: `X-${name}` })).vendor_id)
  }
  assertRefused(await call('POST', '/vendors', { name: 'BRIGHTLINE' }), 'conflict')
  assertRefused(await call('POST', '/vendors', { name: 'New', external_id: 'X-Brightline' }), 'conflict')
  assertRefused(await call('PATCH', `/vendors/${ids[0]}`, { name: 'brightline' }), 'conflict')
  assert.equal((await write('PATCH', `/vendors/${ids[1]}`, { name: 'BrightLine' })).name, 'BrightLine')
  for (const [field, value] of Object.entries({ name: ' ', email: 'nobody', phone: '1', trade: '' })) {
    assertNames(await call('POST', '/vendors', { name: 'New', [field]: value }), field)
  }
  await write('PATCH', `/vendors/${ids[3]}`, { is_active: false })
  const names = async (query: string) => (await rows(`/vendors?${query}`)).map(({ name }) => name)
  assert.deepEqual(await names(''), ['Blue Sky', 'BrightLine', 'Sparkle Crew', 'Volt Electrical'])
  assert.deepEqual(await names('search=electri'), ['BrightLine', 'Volt Electrical'])
  assert.deepEqual(await names('is_active=true&sort=-name'), ['Volt Electrical', 'Sparkle Crew', 'BrightLine'])
  assert.deepEqual(await names('name=BRIGHTline'), ['BrightLine'])
  assert.equal((await names('sort=trade')).at(-1), 'Sparkle Crew')
  assert.deepEqual((await walk(office, '/vendors', 'vendor_id')).length, 4)
})

test('a vendor of another organization can be neither seen nor named', async () => {
  const [mine, theirs] = [await openVendors(), await openVendors()]
  const { vendor_id } = await theirs.write('POST', '/vendors', { name: 'Keystone' })
  const id = await mine.order('Keystone')
  assert.equal(await vendorOf(mine, id), 'Keystone')
  assert.deepEqual(await ordersOf(theirs, vendor_id), [])
  for (const path of ['', '/work-orders'])
    assertRefused(await mine.call('GET', `/vendors/${vendor_id}${path}`), 'not_found')
  assert.equal((await mine.write('POST', '/vendors', { name: 'Keystone' })).open_work_order_count, 1)
})
