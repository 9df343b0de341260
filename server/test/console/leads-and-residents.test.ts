/** Leads, residents, owners, portfolios and properties in the console: created, updated, and refused if they are not valid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { storeHome } from '../leasing.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

test('a lead is created, updated, and moved only to the statuses that its steps allow', async () => {
  const { home, only } = await storeHome(office.org)
  const made = await office.write('POST', '/leads', { first_name: 'Dana', source: 'Website', unit_id: only.id })
  assert.deepEqual(
    [made.status, made.property_id, made.property_name, made.unit_label],
    ['NEW', home.id, 'Maple Court', '204'],
  )
  const at = `/leads/${made.lead_id}`
  const changed = await office.write('PATCH', at, { notes: 'Has a cat.', max_rent_cents: 150_000 })
  assert.deepEqual([changed.notes, changed.max_rent_cents], ['Has a cat.', 150_000])
  const toured = await office.write('POST', `${at}/advance`, { status: 'toured' })
  assert.deepEqual([toured.status, toured.next_statuses], ['TOURED', ['APPLIED', 'LEASED', 'LOST']])
  assertRefused(await office.call('POST', `${at}/advance`, { status: 'NEW' }), 'conflict')
  for (const next of toured.next_statuses as string[]) {
    const other = await office.write('POST', '/leads', { last_name: next, source: 'Website' })
    await office.write('POST', `/leads/${other.lead_id}/advance`, { status: 'TOURED' })
    assert.equal((await office.write('POST', `/leads/${other.lead_id}/advance`, { status: next })).status, next)
  }
  assert.deepEqual(await office.read(at), toured)
  assert.deepEqual(await office.logged(made.lead_id as string), ['lead.create', 'lead.update', 'lead.advance'])
  const events = await world.sql('select from events where organization_id = $1 and type = $2', [
    office.org.id,
    'lead.created',
  ])
  assert.equal(events.length, 4)
  assertNames(await office.call('POST', '/leads', { source: 'Website' }), 'last_name')
})

test('a resident is added, updated, and found again by the new values', async () => {
  const made = await office.write('POST', '/residents', { first_name: 'Zoë', email: 'zoe@example.com' })
  assert.deepEqual([made.status, made.lease_id, made.sms_opt_in], [null, null, 'NOT_SET'])
  const changed = await office.write('PATCH', `/residents/${made.resident_id}`, { last_name: 'Quince', email: null })
  assert.deepEqual([changed.last_name, changed.email], ['Quince', null])
  assert.deepEqual(await office.rows('/all-residents?search=quin'), [changed])
  assert.deepEqual(await office.rows('/all-residents?search=zoe%40'), [])
  assertNames(
    await office.call('PATCH', `/residents/${made.resident_id}`, { first_name: ' ', last_name: '' }),
    'last_name',
  )
  assert.deepEqual(await office.logged(made.resident_id as string), ['resident.create', 'resident.update'])
})

test('a portfolio and a property in it are created, and names are unique', async () => {
  const ohio = await office.write('POST', '/portfolios', { name: 'Ohio' })
  assert.equal(ohio.property_count, 0)
  assertRefused(await office.call('POST', '/portfolios', { name: 'OHIO' }), 'conflict')
  const place = { address_line: '1 Oak St', city: 'Akron', state: 'oh', postal_code: '44301' }
  const made = await office.write('POST', '/properties', {
    ...{ name: 'Oak Flats', type: 'CONDO', ...place, portfolio_id: ohio.portfolio_id },
  })
  assert.deepEqual(
    [made.state, made.portfolio_id, made.year_built, made.unit_count],
    ['OH', ohio.portfolio_id, null, 0],
  )
  assertRefused(await office.call('POST', '/properties', { name: 'oak flats', type: 'CONDO', ...place }), 'conflict')
  assertNames(await office.call('PATCH', `/properties/${made.property_id}`, { owner_id: 'nobody' }), 'owner_id')
  const closed = await office.write('PATCH', `/properties/${made.property_id}`, { is_active: false, year_built: 1987 })
  assert.deepEqual([closed.is_active, closed.year_built], [false, 1987])
  assert.deepEqual(
    (await office.rows('/portfolios?search=oh')).map(row => row.property_count),
    [1],
  )
  assert.deepEqual(await office.logged(made.property_id as string), ['property.create', 'property.update'])
})
