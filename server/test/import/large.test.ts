/** A large file is imported with constant memory, and importing it again changes nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '#server/db/statement.ts'
import { importRentRoll } from '#server/import/import-rent-roll.ts'
import { heldMegabytes } from '../memory.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { fileOf } from './imported.ts'

const UNITS = repeats(3_000, 5_000)
/** What an import may still hold when its last batch is stored. The records of all units take 24 MB, or 40 in the long size. */
const MAX_MEGABYTES = 10
/** Imported beforehand, so that what a process loads and compiles once, 2 MB, does not count as memory for units. */
const WARM_UP_UNITS = 500

const world = useWorld({ own: true })
function exportOf(units: number): string {
  const rows = Array.from({ length: units }, (_, unit) => {
    const property = `Court ${unit % 50} - ${unit % 50} Maple Ave Columbus, OH 43215`
    return `"${property}",${Math.floor(unit / 50)},2/1,"Ann Elm${unit}; Bo Fir",Current,1600,1500,25,1500,1/1/2026,12/31/2026,10\n`
  })
  const header = 'Property,Unit,BD/BA,Tenant,Status,Market Rent,Rent,Pet Rent,Deposit,Lease From,Lease To,Past Due\n'
  return `As of: 03/01/2026\n${header}${rows.join('')}`
}

test('thousands of units are imported with constant memory, and importing them again changes nothing', async t => {
  const organization = await world.organization()
  const path = fileOf(exportOf(UNITS))
  const options = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }
  const { within } = await world.organization()
  await importRentRoll(fileOf(exportOf(WARM_UP_UNITS)), options, within, () => {})
  for (const [created, unchanged] of [
    [UNITS, 0],
    [0, UNITS],
  ]) {
    const before = heldMegabytes()
    let growth = 0
    let told = 0
    const outcome = await importRentRoll(path, options, organization.within, rows => {
      told = rows
      if (rows === UNITS) growth = heldMegabytes() - before
    })
    t.diagnostic(`heap growth ${growth.toFixed(1)} MB`)
    assert.deepEqual([told, outcome.created.units, outcome.unchanged], [UNITS, created, unchanged])
    assert.deepEqual(outcome.stored, outcome.read)
    assert.ok(growth < MAX_MEGABYTES, `the heap grew by ${growth} MB`)
  }
})

/** How many entries of indexes of units our own connection has read and not yet reported to the statistics. */
const countUnitsRead = statement<{ read: number }>(
  'count_units_read',
  `select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read from pg_index where indrelid = 'units'::regclass`,
)

test('an import reads each unit a few times, however many units it stores and whatever was stored before it', async () => {
  // Until the tables are analyzed, which index PostgreSQL takes depends on their sizes: the second time, they are of another size than the first.
  for (const units of [500, 3_000]) {
    const read = await unitsReadBy(units)
    assert.ok(read > units && read < 10 * units, `${read} entries of units were read for ${units}`)
  }
})

/** Imports one property into a new organization, and returns how many entries of indexes of units that read. */
async function unitsReadBy(units: number): Promise<number> {
  const organization = await world.organization()
  const rows = Array.from(
    { length: units },
    (_, unit) =>
      `"Court - 1 Maple Ave Columbus, OH 43215",${unit},2/1,"Ann Elm${unit}",Current,1600,1500,1/1/2026,12/31/2026\n`,
  )
  const path = fileOf(
    `As of: 03/01/2026\nProperty,Unit,BD/BA,Tenant,Status,Market Rent,Rent,Lease From,Lease To\n${rows.join('')}`,
  )
  const options = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }
  let read = 0
  await importRentRoll(
    path,
    options,
    work =>
      organization.within(async context => {
        const count = async () => (await context.db.query(countUnitsRead, []))[0]?.read as number
        const before = await count()
        const done = await work(context)
        read += (await count()) - before
        return done
      }),
    () => {},
  )
  return read
}
