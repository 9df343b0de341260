/** A large file is read in a stream. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import test from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readRentRoll } from '#server/import/read/rent-roll.ts'

const UNITS = 50_000

/** A 250-property export of 200 units each, made line by line. */
function* largeExport(): Generator<string> {
  yield 'Rent Roll\nAs of: 03/01/2026\n'
  yield 'Property,Unit,BD/BA,Tenant,Status,Sqft,Market Rent,Rent,Other Charges,Total,Deposit,Lease From,Lease To,Past Due\n'
  for (let unit = 0; unit < UNITS; unit++) {
    const property = `Court ${unit % 250} - ${unit % 250} Maple Ave Columbus, OH 43215`
    const money = '"1,600.00","1,500.00",50.00,"1,550.00","1,500.00"'
    yield `"${property}",${Math.floor(unit / 250)},2/1.00,"Ann Elm, Bo Fir",Current,"1,035",${money},1/1/2026,12/31/2026,0.00\n`
  }
  yield `"50,000 Units",,,,,,"80,000,000.00","75,000,000.00","2,500,000.00","77,500,000.00",,,,\n`
}

test('a stream of 50,000 units is read with flat memory', async t => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapMegabytes = () => {
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
  const before = heapMegabytes()
  const started = performance.now()
  let rows = 0
  let growth = 0
  for await (const item of readRentRoll(Readable.from(largeExport()))) {
    if (item.kind === 'row' && ++rows % 10_000 === 0) growth = Math.max(growth, heapMegabytes() - before)
    if (item.kind === 'end') assert.deepEqual(item.end.differences, [])
  }
  t.diagnostic(`${Math.round(performance.now() - started)} ms, heap growth ${growth.toFixed(1)} MB`)
  assert.equal(rows, UNITS)
  assert.ok(growth < 50, `the heap grew by ${growth} MB`)
})
