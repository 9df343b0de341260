/** Whatever the bytes, the reader reads or refuses a file; it never throws anything else and never hangs. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { Refusal } from '#server/base/refusal.ts'
import { anyText } from '../any-text.ts'
import { repeats } from '../sizes.ts'
import { fixture, readText, type WholeRentRoll } from './read-all.ts'

const FIXTURES = ['appfolio-flat.csv', 'appfolio-by-status.csv', 'appfolio-by-property.csv', 'bad-rows.csv']
const originals = FIXTURES.map(name => readFileSync(fixture(name)).subarray(0, 6000))

/** Checks what must be true of any file at all: it is refused, or it is read into records that keep their promises. */
async function readsOrRefuses(bytes: Buffer): Promise<void> {
  let whole: WholeRentRoll
  try {
    whole = await readText(bytes)
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    assert.ok(error.message.length < 2500)
    return
  }
  const { rows, problems, end } = whole
  assert.equal(rows.length, end.rowsRead)
  assert.equal(rows.length, end.sums.units)
  for (const row of rows) {
    // A file that names no property is asked about later.
    assert.ok((row.property.name || row.property.unnamed !== undefined) && row.unit.label)
    const isOccupied = !row.status.startsWith('VACANT') && row.status !== 'OFFLINE'
    assert.equal(row.tenancy !== undefined, isOccupied)
    const lease = row.tenancy?.lease
    assert.ok(Number.isSafeInteger(lease?.rentCents ?? 0) && (lease?.rentCents ?? 0) >= 0)
    assert.ok(!lease?.from || !lease.to || lease.from <= lease.to)
  }
  for (const problem of problems) assert.ok(problem.line > 0 && problem.reason.length < 300, problem.reason)
}

test('random bytes are read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), bytes => readsOrRefuses(Buffer.from(bytes))),
    { numRuns: repeats(50, 150) },
  )
})

test('random cells under a good header are read or refused', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '--',
      'Current',
      'Vacant-Rented',
      '1/2/2026',
      '$1,000.00',
      '(5)',
      'Smith, Ann',
      '"',
      '12 Units',
      'Total',
    ),
    anyText({ maxLength: 30 }),
  )
  const rows = fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 30 })
  const header = 'Property,Unit,Status,Tenant,Rent,Pet Rent,Other Charges,Total,Lease From,Lease To,Past Due\n'
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('"', ''), (cells, quote) => {
      const lines = cells.map(row =>
        row.map(text => `${quote}${text.replaceAll('"', quote && '""')}${quote}`).join(','),
      )
      return readsOrRefuses(Buffer.from(header + lines.join('\n')))
    }),
    { numRuns: repeats(70, 200) },
  )
})

test('mutated exports are read or refused', async () => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes)),
      fc.constantFrom('"', ',', '\n', '\r\n', '""', ';', '%', '-', '9', '\u00e9').map(text => Buffer.from(text)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      (original, edits) => {
        const mutated = edits.reduce((bytes, { at, cut, put }) => {
          const start = Math.floor(at * bytes.length)
          return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)])
        }, original)
        return readsOrRefuses(mutated)
      },
    ),
    { numRuns: repeats(85, 250) },
  )
})

test('cells designed to slow down patterns are read quickly', async () => {
  const header = 'Property,Unit,Status,Tenant,Rent,Lease From,Tenant Phone,Tenant Email,Photos\n'
  /** The processor time, in milliseconds, for a file of such cells, which does not include other work of the machine. */
  const costOf = async (unit: string): Promise<number> => {
    const cell = `"${unit.repeat(Math.floor(60_000 / unit.length))}"`
    const file = Buffer.from(`${header}${Array(9).fill(cell).join(',')}\n${cell}\nMaple,1,Current,${cell}\n`)
    const before = process.cpuUsage()
    await readsOrRefuses(file)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  await costOf('word ')
  const harmless = await costOf('word ')
  for (const unit of [' - ', 'a, ', 'a & ', '1', ' ', '<a@', '1,000', 'a.a@', 'http://', '--', '>', '12 St ']) {
    const cost = await costOf(unit)
    // They cost 0.2 to 0.8 times as much. A pattern that scans all 60,000 characters again for each of them costs more than 20 times as much.
    assert.ok(cost < 10 * harmless, `${JSON.stringify(unit)}: ${cost} ms, a harmless one ${harmless} ms`)
  }
})
