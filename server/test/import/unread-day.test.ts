/** A rent roll whose title states its day in words that cannot be read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments } from './imported.ts'

const world = useWorld()
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

test('a rent roll whose title states a day that cannot be read is refused until the day is chosen', async () => {
  const organization = await world.organization()
  const path = fileOf(`Rent Roll\nAs of 2/30/2026\nExported On: 3/2/2026\nProperty,Unit,Status\n${OAK},1,Vacant\n`)
  const message = /from its title “As of 2\/30\/2026”\. Choose the day of the export as .*\(--as-of\)/
  await assert.rejects(importFile(world, organization, path), { name: 'Refusal', code: 'invalid_request', message })
  assert.ok((await importFile(world, organization, path, { asOf: '2026-02-28' })).written)
})

test('a report of another system is refused in the same way', async () => {
  const path = fileOf(
    'As of May 2026\n12 Sample Street\nUnit,Tenants,Lease Start,Lease End,Bed/Bath,Rent Cycle,Rent Start,Rent,Recurring Charges,Recurring Credits,Total,Deposits Held,Prepayments,Balance Due\n1,Jane Sample,1/1/2026,12/31/2026,1 Bed/1 Bath,Monthly,1/1/2026,900,900,0,900,0,0,0\n',
  )
  const imported = importFile(world, await world.organization(), path)
  await assert.rejects(imported, { name: 'Refusal', message: /“As of May 2026”/ })
})

test('payments may have a title with any day, because each row has its own', async () => {
  const organization = await world.organization()
  const roll = `As of: 2/1/2026\nProperty,Unit,Tenant,Lease From\n${OAK},1,Ann Elm,1/1/2026\n`
  await importFile(world, organization, fileOf(roll))
  const receipts = `Receipts as of last month\nDate,Property,Unit,Amount\n2/2/2026,${OAK},1,10\n`
  assert.ok((await importPayments(organization, fileOf(receipts))).written)
})
