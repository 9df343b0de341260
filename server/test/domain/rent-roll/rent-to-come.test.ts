/** The rent of a future lease stays on past days as it was agreed then, however its charges are replaced afterward, and whoever reads the day. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, todayIn } from '#server/base/dates.ts'
import { type Office, openOffice } from '../../console/office.ts'
import { fileOf, importFile } from '../../import/imported.ts'
import { type Home, signed, storeHoldover, storeHome } from '../../leasing.ts'
import { START, useWorld } from '../../world.ts'
import { rollOf } from './roll.ts'

const world = useWorld({ own: true })
let office: Office
let home: Home
/** Each case begins on March 15. */
beforeEach(async () => {
  world.clock.advance(START - world.clock.now())
  office = await openOffice(world)
  home = await storeHome(office.org)
})

const pass = (days: number) => world.clock.advance(days * 86_400_000)
const today = () => todayIn('America/Chicago', world.clock.now())
const rent = (amount_cents: number | null, fields: object = {}) => ({ code: 'RENT' as const, amount_cents, ...fields })

/** Signs a lease that begins in June unless `fields` state otherwise. */
async function lease(fields: Parameters<typeof signed>[2] = {}) {
  const terms = {
    start_date: '2026-06-01',
    end_date: '2027-05-31',
    move_in_date: null,
    charges: [{ code: 'RENT', amount_cents: 100_000 }],
  }
  const { lease_id } = await signed(office.org, home, { ...terms, ...fields } as typeof fields)
  return (name: string, body: Record<string, unknown>) => office.write('POST', `/leases/${lease_id}/${name}`, body)
}

/** The rent roll of each day from March 14 to yesterday, as the API and the console send it. */
async function past(): Promise<Record<string, string[]>> {
  const shown: Record<string, string[]> = {}
  for (let day = '2026-03-14'; day < today(); day = addDays(day, 1)) {
    const path = `/rent-roll?scope_id=portfolio&as_of_date=${day}`
    const replies = [await world.call(path, { key: office.org.key }), await office.call('GET', path)]
    shown[day] = replies.map(({ status, text }) => {
      assert.equal(status, 200, text)
      return text.replace(/"generated_at":"[^"]*"/, '')
    })
  }
  return shown
}

/** The rents of the future residents on a day, which is today unless it is stated. */
async function rents(day = today()): Promise<number[]> {
  const { future_residents } = await rollOf(world, office.org, 'portfolio', day)
  return future_residents.map(({ rent_cents }) => rent_cents)
}

type Case = { charges?: object[]; to: (step: Awaited<ReturnType<typeof lease>>) => Promise<unknown>; becomes: number }

const REPLACED: Record<string, Case> = {
  'its rent is changed': { to: step => step('charges', { charges: [rent(120_000)] }), becomes: 120_000 },
  'its rent is ended': { to: step => step('charges', { charges: [rent(null)] }), becomes: 0 },
  'its rent gets an end': {
    to: async step => {
      await step('charges', { charges: [rent(100_000, { to: '2026-06-30' })] })
      await step('reschedule', { start_date: '2026-07-01' })
    },
    becomes: 0,
  },
  'another rent is added': {
    to: step => step('charges', { charges: [rent(5_000, { description: 'Garage' })] }),
    becomes: 105_000,
  },
  'it is to begin later': { to: step => step('reschedule', { start_date: '2026-07-01' }), becomes: 100_000 },
  'it is to begin later, at the next rent': {
    charges: [rent(100_000, { to: '2026-06-30' }), rent(110_000, { from: '2026-07-01' })],
    to: step => step('reschedule', { start_date: '2026-07-01' }),
    becomes: 110_000,
  },
  'it is to begin earlier, and then another rent is agreed for a day between': {
    to: async step => {
      await step('reschedule', { start_date: '2026-05-01' })
      await step('charges', { charges: [rent(120_000)], effective_on: '2026-05-10' })
    },
    becomes: 100_000,
  },
}

for (const [name, { charges, to, becomes }] of Object.entries(REPLACED)) {
  test(`when ${name}, past days show the rent roll that they showed`, async () => {
    const step = await lease(charges && ({ charges } as never))
    pass(2)
    const [before, was] = [await past(), await rents()]
    await to(step)
    assert.deepEqual(await past(), before)
    assert.deepEqual([was, await rents()], [[100_000], [becomes]])
    pass(1)
    assert.deepEqual(await rents('2026-03-17'), [becomes])
    const after = await past()
    await step('charges', { charges: [rent(130_000)] })
    assert.deepEqual(await past(), after)
  })
}

test('each of several changes shows from its day, and of two on one day only the last', async () => {
  const step = await lease()
  for (const cents of [110_000, 120_000]) {
    pass(2)
    await step('charges', { charges: [rent(99)] })
    await step('charges', { charges: [rent(cents)] })
  }
  pass(1)
  const days = ['2026-03-15', '2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20', '2026-05-31']
  const shown = await Promise.all(days.map(rents))
  assert.deepEqual(shown.flat(), [100_000, 100_000, 110_000, 110_000, 120_000, 120_000, 120_000])
})

test('a change that counts from the first day of a lease that has begun changes no day before it', async () => {
  const step = await lease({ start_date: '2026-03-18' })
  pass(5)
  const [before, { rows }] = [await past(), await rollOf(world, office.org, 'portfolio', '2026-03-17')]
  assert.deepEqual([rows[0]?.status, await rents('2026-03-17')], ['VACANT_RENTED', [100_000]])
  await step('charges', { charges: [rent(120_000)], effective_on: '2026-03-18' })
  const after = await past()
  for (const day of ['2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17']) assert.deepEqual(after[day], before[day])
  const [row] = (await rollOf(world, office.org, 'portfolio', '2026-03-18')).rows
  assert.equal(row?.rent_cents, 120_000)
})

test('a lease that waits for its unit shows the rent of each day, even after its start date is moved', async () => {
  await storeHoldover(office.org, home)
  const step = await lease({ start_date: '2026-03-13', charges: [rent(100_000, { to: '2026-03-31' })] as never })
  pass(2)
  const before = await past()
  await step('reschedule', { start_date: '2026-03-20' })
  assert.deepEqual(await past(), before)
  assert.deepEqual(await rents('2026-03-16'), [100_000])
})

test('a lease can be moved to a day for which a charge was removed', async () => {
  const step = await lease()
  await step('charges', { charges: [rent(110_000)], effective_on: '2026-07-01' })
  await step('charges', { charges: [rent(null)] })
  await step('charges', { charges: [rent(120_000)] })
  const { recurring_charges } = await step('reschedule', { start_date: '2026-07-01' })
  const moved = { code: 'RENT', description: 'Rent', amount_cents: 120_000, from: '2026-07-01', to: null }
  assert.deepEqual([recurring_charges, await rents()], [[moved], [120_000]])
})

const FILE = 'Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Deposit,Lease From,Lease To\n'
/** Imports a file of the day, which states the rent of a future tenant in dollars. */
async function importRent(day: string, dollars: number, from = '6/1/2026'): Promise<void> {
  const row = `"Oak - 1 Oak St Akron, OH 44301",3,2/1,1000,Gus Oak,Vacant-Rented,${dollars},300,${from},5/31/2027`
  const { written } = await importFile(world, office.org, fileOf(`As of: ${day}\n${FILE}${row}\n`))
  assert.ok(written)
}

test('a later file with another rent of a future tenant changes no earlier day', async () => {
  await importRent('3/15/2026', 1_000)
  pass(3)
  const before = await past()
  await importRent('3/18/2026', 1_200)
  assert.deepEqual(await past(), before)
  assert.deepEqual([await rents('2026-03-17'), await rents()], [[100_000], [120_000]])
  pass(3)
  const since = await past()
  await importRent('3/21/2026', 1_300, '5/1/2026')
  assert.deepEqual(await past(), since)
})

test('after a lease is moved to an earlier day, the rent that a later file states has no end', async () => {
  await importRent('3/15/2026', 1_000)
  const [{ lease_id } = { lease_id: '' }] = (await rollOf(world, office.org, 'portfolio')).future_residents
  await office.write('POST', `/leases/${lease_id}/reschedule`, { start_date: '2026-05-01' })
  pass(1)
  await importRent('3/16/2026', 1_200, '5/1/2026')
  const { recurring_charges } = await office.read(`/leases/${lease_id}`)
  const rent = { code: 'RENT', description: 'Rent', amount_cents: 120_000, from: '2026-05-01', to: null }
  assert.deepEqual(recurring_charges, [rent])
})

test('a file of an earlier day restates the days from its own on', async () => {
  await importRent('3/15/2026', 1_000)
  pass(5)
  await importRent('3/20/2026', 1_200)
  pass(1)
  await importRent('3/17/2026', 1_100)
  const shown = await Promise.all(['2026-03-15', '2026-03-16', '2026-03-17', '2026-03-20', '2026-03-21'].map(rents))
  assert.deepEqual(shown.flat(), [100_000, 100_000, 110_000, 110_000, 110_000])
})

test('a raise of the rent of residents who live in the unit stores no change of a charge that was still to come', async () => {
  const step = await lease({ start_date: '2025-09-01' })
  await step('charges', { charges: [rent(120_000)] })
  await step('renew', { starts_on: '2026-09-01', end_date: '2027-08-31', rent_cents: 130_000 })
  await step('end', {})
  assert.deepEqual(
    await world.sql('select lease_id from lease_charge_changes where organization_id = $1', [office.org.id]),
    [],
  )
})
