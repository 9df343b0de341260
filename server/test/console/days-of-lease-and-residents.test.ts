/** The residents of a lease whose own days change: it begins or ends on another day than those on which they join, leave or have a role. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../contract/promises.ts'
import { signed, storeHome } from '../leasing.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

type Named = { name: string; role: string; from: string | null; to: string | null }

/** A lease of Dana that Lee can join, in a property whose rent roll is read. Today is March 15, 2026. */
async function arrange(fields: Parameters<typeof signed>[2]) {
  const home = await storeHome(office.org)
  const { lease_id } = await signed(office.org, home, fields)
  const at = `/leases/${lease_id}`
  const [dana, lee] = [home.dana.id, home.lee.id]
  return {
    ...{ lease_id, at, dana, lee },
    add: (body: object = {}) =>
      office.write('POST', `${at}/residents`, { resident_id: lee, role: 'CO_TENANT', ...body }),
    change: (resident: string, body: Record<string, unknown>) =>
      office.write('PATCH', `${at}/residents/${resident}`, body),
    rollOn: (day: string) => office.read(`/rent-roll?scope_id=${home.home.id}&as_of_date=${day}`),
    async named() {
      const { residents, former_residents } = await office.read(at)
      const words = (all: unknown) =>
        (all as Named[]).map(({ name, role, from, to }) => [name.split(' ')[0], role, from, to].join(' '))
      return [words(residents), words(former_residents)]
    },
  }
}

test('a resident who was to join a lease before the day on which it now begins moves in with the others', async () => {
  const { at, add, lee, named } = await arrange({ start_date: '2026-04-10', move_in_date: '2026-04-12' })
  await add({ from: '2026-04-20' })
  assert.equal((await office.read(`/residents/${lee}`)).move_in_date, '2026-04-20')
  await office.write('POST', `${at}/reschedule`, { start_date: '2026-05-01' })
  assert.deepEqual(await named(), [['Dana PRIMARY  ', 'Lee CO_TENANT  '], []])
  assert.equal((await office.read(`/residents/${lee}`)).move_in_date, '2026-05-01')
})

test('a lease cannot begin after a resident is to leave it, and one who has left it before is not on it', async () => {
  const planned = await arrange({ start_date: '2026-04-10', move_in_date: null })
  await planned.add()
  await planned.change(planned.lee, { to: '2026-04-20' })
  const later = await office.call('POST', `${planned.at}/reschedule`, { start_date: '2026-04-21' })
  assertRefused(later, 'conflict')
  assert.match(later.body.message as string, /^The last day of Lee Whitfield on the lease is 2026-04-20, .* first\.$/)
  await office.write('POST', `${planned.at}/reschedule`, { start_date: '2026-04-20' })
  await planned.change(planned.lee, { to: null })
  await office.write('POST', `${planned.at}/reschedule`, { start_date: '2026-04-21' })

  const begun = await arrange({ start_date: '2026-03-01', move_in_date: null })
  await begun.add({ from: '2026-03-01' })
  await begun.change(begun.lee, { to: '2026-03-05' })
  assert.deepEqual(await begun.named(), [['Dana PRIMARY  '], ['Lee CO_TENANT  2026-03-05']])
  await office.write('POST', `${begun.at}/reschedule`, { start_date: '2026-03-10' })
  assert.deepEqual(await begun.named(), [['Dana PRIMARY  '], []])
  await begun.add({ from: '2026-03-12' })
  assert.deepEqual(await begun.named(), [['Dana PRIMARY  ', 'Lee CO_TENANT 2026-03-12 '], []])
})

test('the role of a resident who has left is the one of their last day, everywhere', async () => {
  const { add, change, lee, named } = await arrange({})
  await add({ from: '2025-09-01' })
  await change(lee, { role: 'OCCUPANT' })
  await change(lee, { to: '2026-02-28' })
  assert.deepEqual(await named(), [['Dana PRIMARY  '], ['Lee CO_TENANT  2026-02-28']])
  const { status, role } = await office.read(`/residents/${lee}`)
  assert.deepEqual([status, role], ['PAST', 'CO_TENANT'])
})

test('a resident who stays until the residents move out has no last day of their own', async () => {
  const { at, add, change, lee, named } = await arrange({})
  await add({ from: '2026-01-01' })
  await change(lee, { to: '2026-03-31' })
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-10' })
  assert.deepEqual(await named(), [['Dana PRIMARY  ', 'Lee CO_TENANT 2026-01-01 '], []])
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-15' })
  assert.deepEqual(await named(), [['Dana PRIMARY  ', 'Lee CO_TENANT 2026-01-01 '], []])
})

test('a move-out before a change of roles leaves the residents what they were on that day', async () => {
  const { at, lease_id, add, change, dana, lee, named, rollOn } = await arrange({})
  await add({ from: '2026-03-05' })
  await change(lee, { role: 'PRIMARY', role_from: '2026-03-12' })
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-11' })
  assert.deepEqual(await named(), [['Dana PRIMARY  ', 'Lee CO_TENANT 2026-03-05 '], []])
  const [row] = (await rollOn('2026-03-11')).rows as { resident_id: string }[]
  assert.equal(row?.resident_id, dana)
  // Not even Lee's first day is one of the lease.
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-01' })
  assert.deepEqual(await named(), [['Dana PRIMARY  '], []])
  const listed = (await office.rows('/leases?sort=resident_name&limit=100')).find(each => each.lease_id === lease_id)
  assert.equal(listed?.resident_name, 'Dana Whitfield')
})

test('a move-out before the day on which a new primary resident joined leaves the former one the primary resident', async () => {
  const { at, add, change, lee, named } = await arrange({})
  await add()
  await change(lee, { role: 'PRIMARY' })
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-10' })
  assert.deepEqual(await named(), [['Dana PRIMARY  '], []])
  // Lee joins on the last day after all, as the primary resident.
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-15' })
  assert.deepEqual(await named(), [['Lee PRIMARY 2026-03-15 ', 'Dana CO_TENANT  '], []])
})

test('a resident whose role was to change after they joined is on no day of a lease that ended before', async () => {
  const { at, add, change, lee, named } = await arrange({})
  await add({ from: '2026-03-05' })
  await change(lee, { role: 'PRIMARY', role_from: '2026-03-12' })
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-01' })
  assert.deepEqual(await named(), [['Dana PRIMARY  '], []])
})

test('a move-out before the day on which a resident came back leaves the stay that they had before', async () => {
  const { at, add, change, lee, named } = await arrange({})
  await add({ from: '2026-01-01' })
  await change(lee, { to: '2026-02-28' })
  await add({ role: 'OCCUPANT', from: '2026-03-12' })
  await office.write('POST', `${at}/end`, { move_out_date: '2026-03-05' })
  assert.deepEqual(await named(), [['Dana PRIMARY  '], ['Lee CO_TENANT 2026-01-01 2026-02-28']])
  const { status, role, move_out_date } = await office.read(`/residents/${lee}`)
  assert.deepEqual([status, role, move_out_date], ['PAST', 'CO_TENANT', '2026-02-28'])
  await office.write('POST', `${at}/end`, { move_out_date: '2026-02-10' })
  assert.deepEqual(await named(), [['Dana PRIMARY  ', 'Lee CO_TENANT 2026-01-01 '], []])
})
