/** A rent roll of an earlier day than one that was imported before it says that it sets back what has no date. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const roll = (street: string, asOf: string, phone: string) =>
  fileOf(
    `As of: ${asOf}\nProperty,Unit,Tenant,Status,Rent,Lease From,Phone Numbers\n"${street} - 1 ${street} St Akron, OH 44301",1,Ann Elm,Current,900,1/1/2026,${phone}\n`,
  )

test('an older file that changes something reports the later one, which restores it when it is imported again', async () => {
  const organization = await world.organization()
  const phones = () => world.sql('select phone from residents where organization_id = $1', [organization.id])
  const later = roll('Oak', '3/1/2026', '(614) 555-0102')
  await importFile(world, organization, later)
  const told = async (path: string) =>
    (await importFile(world, organization, path)).reported.first.map(({ line, message }) => [line, message])
  const older = roll('Oak', '2/1/2026', '(614) 555-0101')
  const message = `A rent roll of a later day, 2026-03-01, was imported before (${later}). What this file of 2026-02-01 states differently replaces what is in Gatehouse now, such as rents, the end of a lease and phone numbers. If both have the same units, import the later file again after this one.`
  assert.deepEqual(await told(older), [[undefined, message]])
  assert.deepEqual(await phones(), [{ phone: '(614) 555-0101' }])
  assert.deepEqual(await told(older), [], 'nothing is set back')
  assert.deepEqual(await told(later), [])
  assert.deepEqual(await phones(), [{ phone: '(614) 555-0102' }])
})

test('an older file of a property that no file had before reports nothing', async () => {
  const organization = await world.organization()
  await importFile(world, organization, roll('Oak', '3/1/2026', ''))
  const { written, reported } = await importFile(world, organization, roll('Elm', '2/1/2026', ''))
  assert.deepEqual([written, reported.first], [true, []])
})

test('an older file that sets back the end of a lease reports the later one', async () => {
  const organization = await world.organization()
  const ending = (asOf: string, to: string) =>
    fileOf(
      `As of: ${asOf}\nProperty,Unit,Tenant,Rent,Lease From,Lease To\n"Oak - 1 Oak St Akron, OH 44301",1,Ann Elm,900,1/1/2025,${to}\n`,
    )
  const ends = () => world.sql('select end_date::text from leases where organization_id = $1', [organization.id])
  const later = ending('3/1/2026', '12/31/2026')
  await importFile(world, organization, later)
  const older = await importFile(world, organization, ending('2/1/2026', '12/31/2025'))
  assert.deepEqual(await ends(), [{ end_date: '2025-12-31' }])
  assert.equal(older.reported.first.length, 1)
  assert.match(older.reported.first[0]?.message ?? '', /^A rent roll of a later day, 2026-03-01, was imported before/)
  assert.deepEqual((await importFile(world, organization, later)).reported.first, [])
  assert.deepEqual(await ends(), [{ end_date: '2026-12-31' }])
})
