/** A file is imported completely, or refused completely with the reason. */
import assert from 'node:assert/strict'
import { appendFileSync, chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { importFile as importAny } from '#server/import/import-file.ts'
import { importRentRoll } from '#server/import/import-rent-roll.ts'
import { type BatchTurn, paceOf } from '#server/import/pace.ts'
import { linesOf } from '#server/import/report.ts'
import type { Context } from '#server/platform/context.ts'
import { useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'
import { fixture } from './read-all.ts'

const world = useWorld({ own: true })
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

test('a file with bad rows writes nothing and names every one of them', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fixture('bad-rows.csv'))
  assert.deepEqual([outcome.written, outcome.rows, outcome.rowsLeftOut], [false, 4, 15])
  const lines = new Set(outcome.problems.first.filter(({ leftOut }) => leftOut === 'row').map(({ line }) => line))
  assert.deepEqual([...lines], [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 23])
  assert.deepEqual(await everyRow(world, organization), [])
  assert.match(linesOf(outcome).join('\n'), /Nothing was imported\..*--skip-bad-rows/)
})

test('with --skip-bad-rows the other rows are imported', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fixture('bad-rows.csv'), { skipBadRows: true })
  assert.ok(outcome.written)
  const units = await world.sql('select label from units where organization_id = $1 order by label', [organization.id])
  assert.deepEqual(
    units.map(({ label }) => label),
    ['1', '14', '15', '17'],
  )
})

test('a value that cannot be read is not imported, and does not block anything else', async () => {
  const organization = await world.organization()
  const path = fileOf(`Property,Unit,Status,Sqft,Bedrooms\n${OAK},1,Vacant,many,77\n`)
  const outcome = await importFile(world, organization, path)
  assert.deepEqual(
    [outcome.written, outcome.problems.first.map(({ column, leftOut }) => `${column} ${leftOut}`)],
    [true, ['Sqft value', 'Bedrooms value']],
  )
})

test('a dry run reports what it would do and writes nothing', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fixture('appfolio-flat.csv'), { dryRun: true })
  assert.deepEqual([outcome.written, outcome.created.units, outcome.stored.units], [false, 136, 136])
  assert.match(outcome.changes.first[0] ?? '', /^Maple Court A-101: new unit, current, new lease from 2025-01-01/)
  assert.deepEqual(await everyRow(world, organization), [])
})

test('a refusal by the database in the middle leaves nothing behind', async () => {
  const organization = await world.organization()
  const rows = Array.from({ length: 1200 }, (_, index) => `${OAK},${index},Vacant\n`).join('')
  await world.sql(`alter table units add constraint not_this_one check (label <> '1100')`)
  try {
    await assert.rejects(importFile(world, organization, fileOf(`Property,Unit,Status\n${rows}`)), /not_this_one/)
    assert.deepEqual(await everyRow(world, organization), [])
  } finally {
    await world.sql('alter table units drop constraint not_this_one')
  }
})

test('a file is read before the transaction begins, and what is appended to it later has no effect', async () => {
  const organization = await world.organization()
  const path = fileOf(`Property,Unit,Status\n${OAK},1,Vacant\n`)
  const options = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }
  const { written, rows } = await importRentRoll(
    path,
    options,
    work => {
      appendFileSync(path, `${OAK},2,Vacant\n`)
      return organization.within(work)
    },
    () => {},
  )
  assert.deepEqual([written, rows], [true, 1])
})

test('a second import of the organization at the same time is refused', async () => {
  const organization = await world.organization()
  const path = fileOf(`Property,Unit,Status\n${OAK},1,Vacant\n`)
  await organization.within(async ({ db }) => {
    await db.query((await import('#server/platform/work-lock.ts')).tryLockWork, [organization.id, 'import'])
    await assert.rejects(importFile(world, organization, path), { name: 'Refusal', message: /Another import/ })
  })
  assert.ok((await importFile(world, organization, path)).written)
})

async function importPath(path: string) {
  const { within } = await world.organization()
  const options = { asOf: undefined, today: '2026-03-31', dryRun: false, skipBadRows: false, closeMissing: false }
  return importAny(path, options, within, () => {})
}

const invalid = (message: RegExp) => ({ name: 'Refusal', code: 'invalid_request', message })

test('a path that is not a readable file is refused with the reason', async () => {
  const folder = dirname(fileOf(''))
  await assert.rejects(importPath(join(folder, 'none.csv')), invalid(/does not exist\. Check the path/))
  await assert.rejects(importPath(folder), invalid(/is a folder\. Name the CSV file itself/))
  await assert.rejects(importPath('/dev/null'), invalid(/is a pipe or a device, not a file/))
  await assert.rejects(importPath(fileOf('')), invalid(/is empty/))
})

test('a file that the account may not read is refused with the reason', {
  skip: process.getuid?.() === 0 && 'root may read every file',
}, async () => {
  const closed = fileOf('Property,Unit,Status\n')
  chmodSync(closed, 0)
  await assert.rejects(importPath(closed), invalid(/cannot be read\. Check its permissions/))
})

test('a day in the future is refused', async () => {
  const organization = await world.organization()
  const path = fileOf(`As of: 4/1/2026\nProperty,Unit,Status\n${OAK},1,Vacant\n`)
  await assert.rejects(importFile(world, organization, path), /2026-04-01, which is in the future: today is 2026-03-15/)
  assert.equal((await importFile(world, organization, path, { asOf: '2026-03-01' })).asOf, '2026-03-01')
})

test('a new property without a full address is a problem that says what to add', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf('Property,Unit,Status\nOak,1,Vacant\n'))
  assert.ok(!outcome.written)
  const [problem] = outcome.problems.first
  assert.deepEqual([problem?.line, problem?.column], [2, 'Property'])
  assert.match(problem?.reason ?? '', /lacks street, city, state, ZIP code\. Write it as/)
})

/** One example of every limit of the database, exceeded by one. */
const TOO_MUCH: [column: string, cell: string, leftOut: 'row' | 'value'][] = [
  ['Property Name', 'n'.repeat(201), 'row'],
  ['Property Street Address 1', 's'.repeat(201), 'row'],
  ['Property City', 'c'.repeat(101), 'row'],
  ['Property Zip', '123456789012', 'row'],
  ['Unit', 'u'.repeat(101), 'row'],
  ['First Name', 'f'.repeat(101), 'row'],
  ['Last Name', 'l'.repeat(101), 'row'],
  ['Rent', '100000000001', 'row'],
  ['Market Rent', '-1', 'row'],
  ['Owner', 'o'.repeat(201), 'value'],
  ['Portfolio', 'p'.repeat(201), 'value'],
  ['Current Value', '-1', 'value'],
  ['Year Built', '2300', 'value'],
  ['Bedrooms', '51', 'value'],
  ['Bathrooms', '50.5', 'value'],
  ['Sqft', '10000001', 'value'],
  ['Email', `${'e'.repeat(250)}@example.com`, 'value'],
  ['Phone', '1'.repeat(41), 'value'],
  ['Lease ID', 'i'.repeat(201), 'value'],
  ['Unit ID', 'i'.repeat(201), 'value'],
  ['Listing Title', 't'.repeat(201), 'value'],
  ['Listing Description', 'd'.repeat(5001), 'value'],
  ['Listing Photos', Array.from({ length: 51 }, (_, index) => `https://example.com/${index}`).join(' '), 'value'],
  ['Amenities', 'a'.repeat(101), 'value'],
]

test('a value beyond the limits of the database is a problem of its row, never an error', async () => {
  const organization = await world.organization()
  const good: Record<string, string> = {
    'Property Name': 'Oak',
    'Property Street Address 1': '1 Oak St',
    'Property City': 'Akron',
    'Property State': 'OH',
    'Property Zip': '44301',
    Unit: '1',
    'First Name': 'Ann',
    'Last Name': 'Elm',
    Status: 'Current',
    Rent: '900',
  }
  for (const [column, cell, leftOut] of TOO_MUCH) {
    const row = { ...good, [column]: cell }
    const path = fileOf(`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`)
    const { problems, written } = await importFile(world, organization, path, { dryRun: true, skipBadRows: true })
    assert.deepEqual([column, problems.first.map(problem => problem.leftOut), written], [column, [leftOut], false])
  }
})

test('unusual headers and residents of the same name are imported', async () => {
  const organization = await world.organization()
  const path = fileOf(
    `Property,Unit,Status,Tenant,Pet Rent,Pet Rent,${`pet fee `.repeat(60)},Pet Charge\n` +
      `${OAK},1,Current,Ann Elm; Ann Elm,10,20,30,40\n${OAK},2,Current,Ann Elm,,,,\n`,
  )
  const outcome = await importFile(world, organization, path)
  assert.deepEqual([outcome.written, outcome.created.residents, outcome.created.charges], [true, 3, 3])
  const again = await importFile(world, organization, path)
  assert.equal(again.unchanged, 2)
})

test('one resident ID in two units is one resident on two leases', async () => {
  const organization = await world.organization()
  const path = fileOf(
    `Property,Unit,Status,Tenant,Resident ID,Phone\n${OAK},1,Current,Acme LLC,R1,\n${OAK},2,Current,Acme LLC,R1,6145550100\n`,
  )
  const outcome = await importFile(world, organization, path)
  assert.deepEqual([outcome.written, outcome.created.residents, outcome.created.leases], [true, 1, 2])
  assert.equal((await importFile(world, organization, path)).unchanged, 2)
})

test('a file that takes longer than a transaction may last is refused with what to do, and nothing is stored', async () => {
  const organization = await world.organization()
  const path = fileOf(`Property,Unit,Status,Tenant\n${OAK},1,Current,Ann Elm\n`)
  await assert.rejects(importFile(world, organization, path, { timeoutMs: 0 }), {
    code: 'unavailable',
    message:
      /takes longer than the 0 s .* Nothing was imported\. Split the file, by property for example, or import it when the service is less busy\. The operator of the service sets this limit with IMPORT_SECONDS\.$/,
  })
  assert.deepEqual(await everyRow(world, organization), [])
})

/** The pace of 4,000 rows that may take 55 s, with a clock that stands still unless `clock.ms` is changed. */
function pacedBy(takeTurn: (clock: { ms: number }) => Promise<BatchTurn>) {
  const clock = { ms: 0 }
  const options = { path: 'roll.csv', rows: 4_000, splitBy: 'property', timeoutMs: 55_000, now: () => clock.ms }
  const pace = paceOf({} as Context, { ...options, takeTurn: () => takeTurn(clock) })
  return { clock, pace, batch: Array.from({ length: 1_000 }) }
}

test('an import that gets no turn proceeds without one while the rest can still be done in time', async () => {
  const { clock, pace, batch } = pacedBy(() => new Promise(() => {}))
  // Half of the time is left for the rows, of which nothing is known yet.
  clock.ms = 26_000
  const end = await pace.turn()
  clock.ms += 6_000
  assert.equal(pace.done(batch), 1_000)
  end()
  // Three batches of 6 s each are left, and 21 s for them; another second is more than there is to wait.
  clock.ms += 3_000
  await pace.turn()
  assert.equal(pace.done(batch), 2_000)
})

test('waiting for turns does not count as the pace of an import, which waits for them as long as it can', async () => {
  let ended = 0
  const { clock, pace, batch } = pacedBy(async clock => {
    clock.ms += 10_000
    return { isShared: false, end: () => ended++ }
  })
  for (const done of [1_000, 2_000, 3_000]) {
    const end = await pace.turn()
    clock.ms += 1_000
    assert.equal(pace.done(batch), done)
    end()
  }
  assert.equal(ended, 3)
  clock.ms += 21_000
  assert.throws(() => pace.done(batch), { code: 'unavailable', message: /^roll\.csv takes longer than the 55 s/ })
})

test('the batches of an import are small while others call', async () => {
  const shared = [true, false, true]
  const never = new Promise<BatchTurn>(() => {})
  const { clock, pace } = pacedBy(() => {
    const isShared = shared.shift()
    return isShared === undefined ? never : Promise.resolve({ isShared, end: () => {} })
  })
  const sizes = [pace.rowsAtOnce()]
  while (shared.length > 0) {
    await pace.turn()
    sizes.push(pace.rowsAtOnce())
  }
  assert.deepEqual(sizes, [50, 50, 1_000, 50])
  // A batch that begins without a turn has as many rows as the last one.
  clock.ms = 55_000
  await pace.turn()
  assert.equal(pace.rowsAtOnce(), 50)
  assert.equal(paceOf({} as Context, { path: 'roll.csv', rows: 4_000, splitBy: 'property' }).rowsAtOnce(), 1_000)
})

test('a turn that comes too late ends at once', async () => {
  const late = Promise.withResolvers<BatchTurn>()
  const { clock, pace } = pacedBy(() => late.promise)
  clock.ms = 26_000
  await pace.turn()
  const ended = Promise.withResolvers<boolean>()
  late.resolve({ isShared: true, end: () => ended.resolve(true) })
  assert.equal(await ended.promise, true)
})
