/** A unit that a later file calls otherwise is no new unit, even if its lease has been renewed since, so that the lease begins on another day in the file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'
import { findingsIn } from './layouts.ts'

const world = useWorld()

const HEADER =
  'Property Name,Property Street,Property City,Property State,Property Zip,Unit,Status,Tenant,Rent,Deposit,Lease From,Lease To,Move-in\n'
const unit = (cells: string) => `Oak House,1 Oak St,Akron,OH,44301,${cells}\n`
const FIR = unit('2,Current,Bo Fir,950,600,1/1/2026,12/31/2026,')
const IMPORTED = HEADER + FIR + unit('1,Current,Ann Elm,900,500,2/1/2025,1/31/2026,2/1/2025')

const RENEWED: Record<string, string> = {
  'from the day after its end': '1A,Current,Ann Elm,950,500,2/1/2026,1/31/2027,',
  'with the same move-in': '1A,Current,Ann Elm,950,500,2/15/2026,2/14/2027,2/1/2025',
}

for (const [how, row] of Object.entries(RENEWED)) {
  test(`a renamed unit whose lease is renewed ${how} does not get a second lease`, async () => {
    const organization = await world.organization()
    await importFile(world, organization, fileOf(IMPORTED), { asOf: '2026-01-15' })
    const before = await everyRow(world, organization)
    const file = fileOf(HEADER + FIR + unit(row))
    for (const closeMissing of [false, true]) {
      const outcome = await importFile(world, organization, file, { asOf: '2026-03-01', closeMissing })
      assert.deepEqual(findingsIn(outcome), [
        '3 Unit row: In Gatehouse, the lease of Ann Elm from 2025-02-01 belongs to the unit “1”, which the file does not have. If that unit has a new name, rename it in Gatehouse first. If the resident has moved to this unit, end that lease in Gatehouse first.',
      ])
      assert.deepEqual(await everyRow(world, organization), before)
    }
  })
}

test('a resident of a new unit who has the name of one elsewhere, with days of their own, is another one', async () => {
  const organization = await world.organization()
  await importFile(world, organization, fileOf(IMPORTED), { asOf: '2026-01-15' })
  const other = unit('3,Current,Ann Elm,990,700,2/20/2026,2/19/2027,2/20/2026')
  const outcome = await importFile(world, organization, fileOf(HEADER + FIR + other), { asOf: '2026-03-01' })
  assert.deepEqual([findingsIn(outcome), outcome.written, outcome.created.leases], [[], true, 1])
})
