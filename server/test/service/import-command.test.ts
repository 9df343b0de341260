/** The mapping files of the command `import`: the questions of a file of another system, and their answers. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse, objectOf, onlyObject } from './processes.ts'

const world = useWorld({ own: true })
const run = (...words: string[]) =>
  gatehouse([...words, '--json'], { DATABASE_URL: connectionString(world.database.connection) })

test('import writes the questions about a file from another system, and accepts the answers', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Oxbow', '--plan', 'PRO'))
  const file = join(import.meta.dirname, '../import/fixtures/layouts/yardi-lease-charges.csv')
  const map = join(mkdtempSync(join(tmpdir(), 'gatehouse-map-')), 'mapping.json')
  const words = ['import', '--org', own as string, '--layout', 'yardi-lease-charges']
  const asked = await run(...words, '--dry-run', '--write-map', map, file)
  // The property has no address yet, so the file could not be imported as it is.
  assert.deepEqual([asked.code, onlyObject(asked).layout], [1, 'yardi-lease-charges'])
  const questions = JSON.parse(readFileSync(map, 'utf8'))
  assert.deepEqual(questions, {
    properties: { oxb: { name: 'Oxbow Flats', address_line: '', city: '', state: '', postal_code: '' } },
    charges: { rent: 'RENT', trash: 'UTILITY' },
    statuses: {},
    columns: {},
  })
  const refused = await run(...words, '--map', map, file)
  assert.equal(refused.code, 1)
  const address = { address_line: '1 Mill Road', city: 'Columbus', state: 'OH', postal_code: '43215' }
  questions.properties.oxb = { ...questions.properties.oxb, ...address }
  writeFileSync(map, JSON.stringify({ ...questions, charges: { ...questions.charges, trash: 'OTHER' } }))
  const written = objectOf(await run(...words, '--map', map, file))
  assert.deepEqual([written.written, written.rows], [true, 3])
  // The answers are remembered: the same file needs no mapping file, and its questions are answered.
  const again = objectOf(await run('import', '--org', own as string, '--write-map', map, file))
  assert.deepEqual([again.written, again.unchanged], [true, 3])
  assert.deepEqual(JSON.parse(readFileSync(map, 'utf8')), {
    properties: {},
    charges: { rent: 'RENT', trash: 'OTHER' },
    statuses: {},
    columns: {},
  })
  writeFileSync(map, '{"charges":{"rent":"RNT"}}')
  assert.match((await run(...words, '--map', map, file)).stderr, /charges\.rent: it must be one of RENT, PARKING/)
})

const OFFICE = `Property Name,Property Street,City,State,Zip,Door,Family,Monthly $,Zone
Oak Court,1 Oak St,Akron,OH,44301,1,Ann Elm,"1,000.00",A
Oak Court,1 Oak St,Akron,OH,44301,2,Bo Fir,900.00,B
`

test('import writes the columns of a file that it does not know, and reads them as the answers say', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Oak', '--plan', 'PRO'))
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-map-'))
  const [file, map] = [join(folder, 'office.csv'), join(folder, 'mapping.json')]
  writeFileSync(file, OFFICE)
  const words = ['import', '--org', own as string]
  const asked = await run(...words, '--dry-run', '--write-map', map, file)
  assert.match(
    asked.stderr,
    /The header row lacks Unit and Status or Tenant\. It has: Property Name, .*, Zone\. Say which/,
  )
  const { columns } = JSON.parse(readFileSync(map, 'utf8'))
  assert.deepEqual(Object.keys(columns).slice(-4), ['Door', 'Family', 'Monthly $', 'Zone'])
  const answers = { ...columns, Door: 'Unit', Family: 'Tenant' }
  writeFileSync(map, JSON.stringify({ columns: answers }))
  const next = join(folder, 'next.json')
  const without = objectOf(await run(...words, '--map', map, '--write-map', next, file))
  assert.deepEqual(without.ignored_columns, ['Monthly $', 'Zone'])
  const left = { 'Monthly $': '', Zone: '', Door: 'Unit', Family: 'Tenant' }
  assert.deepEqual(JSON.parse(readFileSync(next, 'utf8')).columns, left)
  writeFileSync(next, JSON.stringify({ columns: { ...left, 'Monthly $': 'Rent', Zone: null } }))
  const written = objectOf(await run(...words, '--map', next, file))
  assert.deepEqual([written.ignored_columns, (written.created as Record<string, number>).leases], [[], 0])
  assert.equal((written.totals as { stored: Record<string, number> }).stored.rent_cents, 190_000)
  const text = await gatehouse([...words, '--map', next, file], {
    DATABASE_URL: connectionString(world.database.connection),
  })
  assert.match(text.stdout, /columns mapped: “Door” as Unit, “Family” as Tenant, “Monthly \$” as Rent\n/)
  assert.doesNotMatch(text.stdout, /columns ignored/)
  // A mapping file for several files has columns that not each of them has.
  const payments = join(folder, 'payments.csv')
  writeFileSync(payments, 'Date,Property,Door,Amount\n3/1/2026,Oak Court,1,1000\n')
  const both = await run(...words, '--dry-run', '--map', next, file, payments)
  const [roll, paid] = objectOf(both).files as { ignored_columns: string[]; kind: string }[]
  assert.deepEqual([roll?.ignored_columns, paid?.kind, paid?.ignored_columns], [[], 'payments', []])
  writeFileSync(next, JSON.stringify({ columns: { Zone: 'Zoning' } }))
  const unknown = await run(...words, '--map', next, file)
  assert.match(unknown.stderr, /columns\.Zone: it must be null, to ignore the column, or one of Property, .*Tenant/)
})

test('import refuses what only earlier answers make a rent roll without a rent, and says how to import it', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Ledger', '--plan', 'PRO'))
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-map-'))
  const [file, ledger, map] = [join(folder, 'office.csv'), join(folder, 'ledger.csv'), join(folder, 'mapping.json')]
  writeFileSync(file, OFFICE)
  writeFileSync(map, JSON.stringify({ columns: { Door: 'Unit', Family: 'Tenant', 'Monthly $': 'Rent' } }))
  const words = ['import', '--org', own as string]
  assert.equal(objectOf(await run(...words, '--map', map, file)).written, true)
  assert.equal(objectOf(await run(...words, file)).unchanged, 2, 'the next month needs no mapping file')
  writeFileSync(ledger, 'Property,Door,Family,When,Charged,Received\nOak Court,1,Ann Elm,3/1/2026,900,\n')
  for (const more of [[], ['--dry-run'], ['--write-map', map]]) {
    const { code, stderr } = await run(...words, ...more, ledger)
    assert.match(
      stderr,
      /Only earlier answers about columns show that this file is a rent roll, and it has no column of rent/,
    )
    assert.equal(code, 1)
  }
  const asked = { Property: '', When: '', Charged: '', Received: '', Door: 'Unit', Family: 'Tenant' }
  assert.deepEqual(JSON.parse(readFileSync(map, 'utf8')).columns, asked)
  assert.equal(objectOf(await run(...words, '--layout', 'template', '--dry-run', ledger)).rows, 1)
  writeFileSync(map, JSON.stringify({ columns: { ...asked, When: 'Date', Charged: 'Charges', Received: 'Payments' } }))
  assert.equal(objectOf(await run(...words, '--map', map, '--dry-run', ledger)).kind, 'ledger')
})

test('import refuses a mapping file that cannot be written before it imports anything', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Willow', '--plan', 'PRO'))
  const template = join(import.meta.dirname, '../../../docs/import-template.csv')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-map-'))
  for (const [path, code] of [
    [join(folder, 'nowhere/mapping.json'), 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    const refused = await run('import', '--org', own as string, '--write-map', path, template)
    assert.deepEqual([refused.code, onlyObject(refused).error], [1, 'unavailable'], refused.stderr)
    assert.match(refused.stderr, new RegExp(`^gatehouse: ${path} cannot be written \\(${code}\\)\\. Name a file .*\n$`))
  }
  const first = objectOf(await run('import', '--org', own as string, '--as-of', '2026-03-01', template))
  assert.equal((first.created as Record<string, number>).units, 5, 'nothing was there')
})

test('the questions of several files are written to one mapping file', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Elm', '--plan', 'PRO'))
  const layouts = join(import.meta.dirname, '../import/fixtures/layouts')
  const files = ['yardi-lease-charges.csv', 'buildium.csv'].map(name => join(layouts, name))
  const map = join(mkdtempSync(join(tmpdir(), 'gatehouse-map-')), 'mapping.json')
  const propertiesAfter = async (...named: string[]) => {
    await run('import', '--org', own as string, '--dry-run', '--write-map', map, ...named)
    return Object.keys(JSON.parse(readFileSync(map, 'utf8')).properties)
  }
  const each = [await propertiesAfter(files[0] as string), await propertiesAfter(files[1] as string)]
  assert.ok(each.every(properties => properties.length > 0))
  assert.deepEqual((await propertiesAfter(...files)).toSorted(), each.flat().toSorted())
})

test('a file that the database fails does not hide the report of the file before it', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Full', '--plan', 'PRO'))
  const docs = join(import.meta.dirname, '../../../docs')
  const files = ['import-work-orders-template.csv', 'import-payments-template.csv'].map(name => join(docs, name))
  objectOf(await run('import', '--org', own as string, '--as-of', '2026-03-01', join(docs, 'import-template.csv')))
  await world.sql(`
    create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger fill_disk before insert on payments for each row when (new.external_id = 'PAY-1') execute function fill_disk()`)
  const ended = await run('import', '--org', own as string, ...files)
  await world.sql('drop function fill_disk cascade')
  const reports = onlyObject(ended).files as Record<string, unknown>[]
  assert.deepEqual(
    [ended.code, ...reports.map(({ written, error }) => [written, error])],
    [1, [true, undefined], [false, 'unavailable']],
  )
  assert.match(String(reports[1]?.message), /no space left on device\. Nothing was imported\. Free up space/)
})
