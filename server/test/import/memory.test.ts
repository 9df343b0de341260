/** A large file is read as a stream, and a large workbook takes little memory. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import test from 'node:test'
import { Worker } from 'node:worker_threads'
import { THREAD_LIMITS } from '#server/console/imports.ts'
import { readRentRoll } from '#server/import/read/rent-roll.ts'
import { heldMegabytes } from '../memory.ts'
import { repeats } from '../sizes.ts'
import { fileOf } from './imported.ts'
import { largeYardiWorkbook } from './workbook.ts'

const UNITS = repeats(15_000, 50_000)
/** A third of the memory that the rows would take if they were kept. */
const MAX_MEGABYTES = UNITS / 1_000

/** An export of 250 properties with 200 units each, generated line by line. */
function* largeExport(): Generator<string> {
  yield 'Rent Roll\nAs of: 03/01/2026\n'
  yield 'Property,Unit,BD/BA,Tenant,Status,Sqft,Market Rent,Rent,Other Charges,Total,Deposit,Lease From,Lease To,Past Due\n'
  for (let unit = 0; unit < UNITS; unit++) {
    const property = `Court ${unit % 250} - ${unit % 250} Maple Ave Columbus, OH 43215`
    const money = '"1,600.00","1,500.00",50.00,"1,550.00","1,500.00"'
    yield `"${property}",${Math.floor(unit / 250)},2/1.00,"Ann Elm, Bo Fir",Current,"1,035",${money},1/1/2026,12/31/2026,0.00\n`
  }
  const sum = (each: number) => `"${(UNITS * each).toLocaleString('en-US')}.00"`
  yield `"${UNITS.toLocaleString('en-US')} Units",,,,,,${[1_600, 1_500, 50, 1_550].map(sum)},,,,\n`
}

test('a stream of tens of thousands of units is read with constant memory', async t => {
  const before = heldMegabytes()
  let rows = 0
  let growth = 0
  for await (const item of readRentRoll(Readable.from(largeExport()))) {
    if (item.kind === 'row' && ++rows % 5_000 === 0) growth = Math.max(growth, heldMegabytes() - before)
    if (item.kind === 'end') assert.deepEqual(item.end.differences, [])
  }
  t.diagnostic(`heap growth ${growth.toFixed(1)} MB`)
  assert.equal(rows, UNITS)
  assert.ok(growth < MAX_MEGABYTES, `the heap grew by ${growth} MB`)
})

/** The rows of the workbook: three rows per unit, and a blank one. */
const WORKBOOK_ROWS = repeats(12_000, 60_000)
const MAX_RESIDENT_MEGABYTES = 400

test('an import thread reads a workbook of tens of thousands of rows within its memory limit', async t => {
  const path = fileOf(await largeYardiWorkbook(WORKBOOK_ROWS / 4))
  const reader = new URL('./read-in-thread.ts', import.meta.url)
  const before = process.memoryUsage().rss / 1e6
  const worker = new Worker(reader, { workerData: path, resourceLimits: THREAD_LIMITS })
  const [{ rows, checks, resident }] = (await once(worker, 'message')) as [
    { rows: number; checks: number; resident: number },
  ]
  await worker.terminate()
  t.diagnostic(`resident ${before.toFixed(0)} MB before, ${resident.toFixed(0)} MB at most`)
  assert.equal(rows, WORKBOOK_ROWS / 4)
  assert.ok(checks > 0)
  assert.ok(resident - before < MAX_RESIDENT_MEGABYTES - 100, `${resident} MB are resident, ${before} MB were before`)
})
