/** A cell may have a day of moving in or out for each of its residents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { readText } from './read-all.ts'
import { rentRollOn } from './rent-roll-on.ts'

const world = useWorld()
const HEADER = 'As of: 2/1/2026\nProperty,Unit,Tenant,Move-in,Move-out,Lease From,Rent\n'
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

test('residents are on a lease from their own days, and the lease begins with the first of them', async () => {
  const organization = await world.organization()
  const rows = `${OAK},1,"Ann Elm\nBo Fir","5/1/2024\n3/1/2025",,5/1/2024,900\n${OAK},2,"Cy Gum; Di Ash","1/1/2025, 1/1/2025",,1/1/2025,900\n`
  const outcome = await importFile(world, organization, fileOf(HEADER + rows))
  assert.deepEqual([outcome.written, outcome.problems.count], [true, 0])
  const residentsOn = async (day: string) =>
    (await rentRollOn(world, organization, day)).rows.map(row => [row.move_in, ...row.additional_residents].join(' '))
  assert.deepEqual(await residentsOn('2025-02-01'), ['2024-05-01', '2025-01-01 Di Ash'])
  assert.deepEqual(await residentsOn('2025-03-01'), ['2024-05-01 Bo Fir', '2025-01-01 Di Ash'])
})

test('residents move out on their own days, and the lease ends with the last of them', async () => {
  const read = await readText(`${HEADER}${OAK},1,Ann Elm; Bo Fir,5/1/2024,3/31/2026; 2/28/2026,5/1/2024,900\n`)
  const { residents, lease } = read.rows[0]?.tenancy ?? {}
  assert.deepEqual(
    [lease?.moveOut, residents?.map(({ moveOut }) => moveOut)],
    ['2026-03-31', ['2026-03-31', '2026-02-28']],
  )
})

test('days that are not those of the residents are reported, or reject the row if they say who leaves', async () => {
  const read = await readText(
    `${HEADER}${OAK},1,Ann Elm,"3/1/2025\n5/1/2024",,5/1/2024,900\n${OAK},2,Bo Fir,5/1/2024,3/31/2026 & 2/28/2026,5/1/2024,900\n`,
  )
  assert.deepEqual(
    read.rows.map(({ unit, tenancy }) => [unit.label, tenancy?.lease.moveIn]),
    [['1', '2024-05-01']],
  )
  assert.deepEqual(
    read.problems.map(({ column, reason }) => `${column}: ${reason}`),
    [
      'Move-in: “3/1/2025 5/1/2024” has 2 days, and the row names one resident, so only the earliest of them is imported.',
      'Move-out: “3/31/2026 & 2/28/2026” has 2 days, and the row names one resident. Write one day if all of them move out on it, or a day for each.',
    ],
  )
})
