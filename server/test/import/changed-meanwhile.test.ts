/** A change that somebody makes while a file is imported is kept, and the two never deadlock. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { calls } from '../calls.ts'
import { type Bystanders, openBystanders } from '../db/bystanders.ts'
import { deadlocksOf, untilWaiting } from '../db/deadlocks.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { fileOf, importFile, importWorkOrders } from './imported.ts'

const { updateVendor, createVendor } = calls

let world: World
let org: Organization
let bystanders: Bystanders
beforeEach(async () => {
  world = await openWorld({ role: 'api' })
  org = await world.organization()
  bystanders = openBystanders(world)
})
afterEach(async () => {
  await bystanders.end()
  await world.close()
})

/** Begins another transaction, which changes a record and is not committed yet. */
const change = (sql: string, values: unknown[] = []) => bystanders.begin(sql, values)

const PLACE = '"Maple Court - 120 Maple Ave Columbus, OH 43215"'

async function maple() {
  const court = property()
  const home = unit(court, { label: '101' })
  const ann = resident({ first_name: 'Ann', last_name: 'Elm' })
  const lives = lease(home)
  await store(org, {
    properties: [court],
    units: [home],
    leases: [lives],
    residents: [ann],
    leaseResidents: [on(lives, ann)],
  })
  return { court, home, ann, lives }
}

const work = (...rows: [number: string, title: string, vendor: string][]) =>
  fileOf(
    `Property,Work Order Number,Job Description,Vendor,Unit\n${rows.map(([number, title, vendor]) => `${PLACE},${number},${title},${vendor},101\n`).join('')}`,
  )

const idsOf = async (): Promise<string[]> =>
  (await world.sql<{ id: string }>('select id from work_orders order by id')).map(({ id }) => id)

test('a note on a work order that is entered while a file changes its title is kept', async () => {
  await maple()
  await importWorkOrders(org, work(['1', 'Tap leaks', 'Acme']))
  const commit = await change(`update work_orders set entry_notes = 'Gate 5'`)
  const imported = importWorkOrders(org, work(['1', 'Tap drips', 'Acme']))
  await untilWaiting(world, 'work_orders')
  await commit()
  await imported
  assert.deepEqual(await world.sql('select title, entry_notes from work_orders'), [
    { title: 'Tap drips', entry_notes: 'Gate 5' },
  ])
})

test('a vendor can be renamed while a file changes its work orders in another order', async () => {
  await maple()
  const { vendor_id } = await org.within(context => createVendor(context, { name: 'Acme' }))
  await importWorkOrders(org, work(['1', 'A', 'Acme'], ['2', 'B', 'Acme'], ['3', 'C', 'Acme']))
  const ids = await idsOf()
  const letGo = await change('select from work_orders where id = $1 for update', [ids[1]])
  const imported = importWorkOrders(org, work(['3', 'C2', 'Acme'], ['2', 'B2', 'Acme'], ['1', 'A2', 'Acme']))
  await untilWaiting(world, 'work_orders')
  const renamed = org.within(context => updateVendor(context, { vendor_id, name: 'Acme Plumbing' }))
  await untilWaiting(world, '', 2)
  await letGo()
  await Promise.all([imported, renamed])
  assert.equal(await deadlocksOf(world, bystanders.clients), 0)
})

test('a vendor whose name no work order of a file has is created while the file is imported, and any other after it', async () => {
  await maple()
  await importWorkOrders(org, work(['1', 'A', 'Acme']))
  const letGo = await change('select from work_orders for update')
  const imported = importWorkOrders(org, work(['1', 'A2', 'Birch'], ['2', 'B', 'Cedar']))
  await untilWaiting(world, 'work_orders')
  const create = (name: string) => org.within(context => createVendor(context, { name }))
  const waits = untilWaiting(world, 'advisory').then(() => 'waits')
  assert.equal(await Promise.race([create('Dogwood').then(() => 'created'), waits]), 'created')
  const named = ['acme', 'Birch', 'cedar'].map(create)
  await untilWaiting(world, 'advisory', 3)
  await letGo()
  await Promise.all([imported, waits, ...named])
  assert.deepEqual(
    await world.sql('select w.title, v.name from work_orders w left join vendors v on v.id = w.vendor_id order by 1'),
    [
      { title: 'A2', name: 'Birch' },
      { title: 'B', name: 'cedar' },
    ],
  )
  assert.equal(await deadlocksOf(world, bystanders.clients), 0)
})

const ROLL = `As of: 3/1/2026
Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Lease From,Lease To,Phone Numbers
${PLACE},101,2/1,1000,Ann Elm,Current,900,9/1/2025,11/30/2026,(614) 555-0199
`

test('an address of a resident that is entered while a file changes the phone number is kept', async () => {
  const { ann } = await maple()
  const commit = await change(`update residents set email = 'ann@example.com' where id = $1`, [ann.id])
  const imported = importFile(world, org, fileOf(ROLL))
  await untilWaiting(world, 'residents')
  await commit()
  await imported
  assert.deepEqual(await world.sql('select email, phone from residents'), [
    { email: 'ann@example.com', phone: '(614) 555-0199' },
  ])
})
