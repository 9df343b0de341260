/** Operations that take several locks take them in one order: property, unit, lease. Each of these pairs once waited for each other. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { calls } from '../calls.ts'
import { type Bystanders, openBystanders } from '../db/bystanders.ts'
import { deadlocksOf, untilWaiting } from '../db/deadlocks.ts'
import { fileOf, importFile } from '../import/imported.ts'
import { charge, lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, openWorld, type World } from '../world.ts'

const { endLease, generateInvoices, updateUnit } = calls

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

/** Locks a row from another connection, until the function that it resolves with is called. */
const holdRow = (table: 'units' | 'leases' | 'residents', id: string) =>
  bystanders.begin(`select from ${table} where id = $1 for update`, [id])

/** A property with three leased units, in the order of the IDs of their leases. */
async function storeOak() {
  const oak = property({ name: 'Oak', address_line: '1 Oak St', city: 'Akron', postal_code: '44301' })
  const units = ['1', '2', '3'].map(label => unit(oak, { label }))
  const leases = units.map(home => lease(home, { start_date: '2026-01-01', end_date: '2026-12-31' }))
  const residents = leases.map((_, index) => resident({ first_name: 'Ann', last_name: `Elm${index}` }))
  await store(org, {
    properties: [oak],
    units,
    leases,
    charges: leases.map(each => charge(each)),
    residents,
    leaseResidents: leases.map((each, index) => on(each, residents[index] as { id: string })),
  })
  return { oak, units, leases, residents }
}

/** A rent roll that changes the property and its leases, beginning with the last unit. */
const ROLL = `As of: 3/1/2026
Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Lease From,Lease To,Property Type
"Oak - 1 Oak St Akron, OH 44301",3,2/1,1000,Ann Elm2,Current,900,1/1/2026,11/30/2026,Condo
"Oak - 1 Oak St Akron, OH 44301",2,2/1,1000,Ann Elm1,Current,900,1/1/2026,11/30/2026,Condo
"Oak - 1 Oak St Akron, OH 44301",1,2/1,1000,Ann Elm0,Current,900,1/1/2026,11/30/2026,Condo
`

const importRoll = () => importFile(world, org, fileOf(ROLL))

test('the label of a unit can change while a file changes its property', async () => {
  const { units } = await storeOak()
  const [first, , last] = units.map(({ id }) => id) as [string, string, string]
  const letGo = await holdRow('units', last)
  const imported = importRoll()
  await untilWaiting(world, 'units')
  const renamed = org.within(context => updateUnit(context, { unit_id: first, label: '10' }))
  await untilWaiting(world, '', 2)
  await letGo()
  await Promise.all([imported, renamed])
  assert.equal(await deadlocksOf(world, bystanders.clients), 0)
})

test('a month can be billed while a file changes the leases in another order', async () => {
  const { leases } = await storeOak()
  const ids = leases.map(({ id }) => id).sort()
  const letGo = await holdRow('leases', ids[1] as string)
  const billed = org.within(context => generateInvoices(context, { month: '2026-04' }))
  await untilWaiting(world, 'leases')
  const imported = importRoll()
  await untilWaiting(world, '', 2)
  await letGo()
  await Promise.all([imported, billed])
  assert.equal(await deadlocksOf(world, bystanders.clients), 0)
})

test('a lease elsewhere with the same residents can end while a file changes them', async () => {
  const { residents } = await storeOak()
  const elm = property({ name: 'Elm', address_line: '1 Elm St' })
  const home = unit(elm)
  const elsewhere = lease(home)
  await store(org, { properties: [elm], units: [home], leases: [elsewhere] })
  const people = residents.map((one, index) => on(elsewhere, one, index === 0 ? 'PRIMARY' : 'CO_TENANT'))
  await store(org, { leaseResidents: people })
  const letGo = await holdRow('residents', residents.map(({ id }) => id).sort()[1] as string)
  const imported = importRoll()
  await untilWaiting(world, 'residents')
  const ended = org.within(context => endLease(context, { lease_id: elsewhere.id, move_out_date: '2026-03-10' }))
  await untilWaiting(world, '', 2)
  await letGo()
  await Promise.all([imported, ended])
  assert.equal(await deadlocksOf(world, bystanders.clients), 0)
})
