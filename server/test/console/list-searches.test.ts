/** The search in lists by what a member types, or copies from a page of the console. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { calls } from '../calls.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))
before(async () => {
  const maple = property({ name: 'Maple Court' })
  const home = unit(maple, { label: '204-B' })
  const term = lease(home)
  const dana = resident()
  const jose = resident({ first_name: 'José', last_name: 'O’Brien-Núñez', email: null, phone: null })
  await store(office.org, {
    properties: [maple],
    units: [home],
    leases: [term],
    residents: [dana, jose],
    leaseResidents: [on(term, dana)],
  })
})

test('a list finds a resident, a lead and a unit by what the console shows of them, and a phone number however it is written', async () => {
  await office.org.within(async context => {
    await calls.createResident(context, { first_name: 'Ola', last_name: 'Berg', phone: '614.555-0177' })
    await calls.createLead(context, { first_name: 'Kim', source: 'Phone', phone: '(614) 555-0188' })
  })
  const names = async (list: string, search: string) =>
    (await office.rows(`/${list}?search=${encodeURIComponent(search)}`)).map(
      ({ first_name, label, resident_name }) => first_name ?? label ?? resident_name,
    )
  for (const number of ['(614) 555-0177', '+1 614 555 0177', '1-614-555-0177', '6145550177', '555-0177', '0177'])
    assert.deepEqual(await names('all-residents', number), ['Ola'], number)
  for (const number of ['(614) 555-0134', '0134']) assert.deepEqual(await names('all-residents', number), ['Dana'])
  for (const number of ['614-555-0188', '0188']) assert.deepEqual(await names('leads', number), ['Kim'])
  for (const name of ['Whitfield, Dana', 'whitfield,d', 'Dana Whit'])
    assert.deepEqual(await names('all-residents', name), ['Dana'])
  assert.deepEqual(await names('units', 'Maple Court · 204-B'), ['204-B'])
  assert.deepEqual(await names('units', '204-B'), ['204-B'])
  assert.deepEqual(await names('leases', 'Maple Court · 204'), ['Dana Whitfield'])
  for (const unit of ['Unit 204-B', 'Apt. 204-B', 'suite 204b', 'apt #204-B', '204 court maple'])
    assert.deepEqual(await names('units', unit), ['204-B'], unit)
  for (const typed of ['whit maple', '204-b DANA', '0134 court'])
    assert.deepEqual(await names('leases', typed), ['Dana Whitfield'])
  for (const typed of ['obrien jose', 'O’Brien', 'Núñez, José', '614\u2011555\u20110199'])
    assert.deepEqual(await names('all-residents', typed), typed.startsWith('6') ? [] : ['José'], typed)
  assert.deepEqual(await names('all-residents', '614\u2011555\u20110177'), ['Ola'])
  for (const list of ['all-residents', 'leases', 'units', 'leads', 'properties', 'vendors', 'owners', 'portfolios'])
    for (const typed of ['!', 'itfield', 'aple']) assert.deepEqual(await names(list, typed), [], `${list} ${typed}`)
  assert.deepEqual(await names('all-residents', '555'), ['Ola', 'Dana'])
})

test('a search of units, its total included, follows a property that is renamed at once, and not one whose renaming is rolled back', async () => {
  const office = await openOffice(world)
  const [house, neighbor] = [property({ name: 'Larch Row' }), property({ name: 'Alder Row' })]
  const units = Array.from({ length: 90 }, (_, index) => unit(house, { label: `${index + 1}` }))
  const leases = units.map(of => lease(of))
  const people = leases.map((_, index) => resident({ last_name: `Renamed${index % 9}` }))
  const leaseResidents = leases.map((of, index) => on(of, people[index]!))
  await store(office.org, { properties: [house, neighbor], units, leases, residents: people, leaseResidents })
  await indexDueRecords(world.pools)
  const totals = async (search: string) => {
    const lists = ['units', 'leases', 'properties', 'all-residents'].map(list =>
      office.read(`/${list}?search=${encodeURIComponent(search)}&limit=1`),
    )
    return (await Promise.all(lists)).map(({ pagination }) => pagination.total)
  }
  assert.deepEqual(await totals('larch'), [90, 90, 1, 0])
  assert.deepEqual(await totals('renamed3 larch'), [0, 10, 0, 0])
  await assert.rejects(
    office.org.within(async context => {
      await calls.updateProperty(context, { id: house.id, name: 'Cedar Row' })
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  assert.deepEqual(
    [await totals('larch'), await totals('cedar')],
    [
      [90, 90, 1, 0],
      [0, 0, 0, 0],
    ],
  )
  await Promise.all([
    office.org.within(context => calls.updateProperty(context, { id: house.id, name: 'Cedar Row' })),
    ...people
      .slice(0, 9)
      .map(({ id }) => office.org.within(context => calls.updateResident(context, { id, last_name: 'Moved' }))),
  ])
  assert.deepEqual(
    [await totals('larch'), await totals('cedar')],
    [
      [0, 0, 0, 0],
      [90, 90, 1, 0],
    ],
  )
  assert.deepEqual(
    [await totals('moved'), await totals('renamed3')],
    [
      [0, 9, 0, 9],
      [0, 9, 0, 9],
    ],
  )
})
