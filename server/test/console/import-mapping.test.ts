/** The questions that a file of another system leaves open are asked once: the answers are used, remembered, shown and changed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, beforeEach, test } from 'node:test'
import { assertNames } from '../contract/promises.ts'
import { layoutFixture } from '../import/layouts.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'

const world = useWorld({ own: true })
// Two weeks after the day of the fixtures.
before(() => world.clock.advance(61 * 24 * 60 * 60 * 1_000))
beforeEach(() => world.clock.advance(61_000))

const MAY = readFileSync(layoutFixture('yardi-lease-charges-hard.csv'), 'utf8')
const ADDRESS = { address_line: '1 Mill Road', city: 'Columbus', state: 'OH', postal_code: '43215' }
const ANSWERS = {
  properties: [{ word: 'hyd', name: 'Heron Yard', ...ADDRESS }],
  charges: [
    { word: 'rent', code: 'RENT' },
    { word: 'petrent', code: 'PET' },
    { word: 'valet', code: 'UTILITY' },
    { word: 'hap', code: 'RENT' },
    { word: 'transfer', code: 'OTHER' },
    { word: 'empcred', code: 'CONCESSION' },
    { word: 'zorb', code: 'STORAGE' },
    { word: 'parking', code: 'PARKING' },
  ],
  statuses: [
    { word: 'MODEL', status: 'VACANT_UNRENTED' },
    { word: 'DOWN', status: 'OFFLINE' },
  ],
}
const NOTHING = { properties: [], charges: [], statuses: [] }

type Report = {
  preview: string
  written: boolean
  layout: string
  layout_title: string
  questions: { properties: { word: string; name: string }[]; charges: { word: string; suggestion: string | null }[] }
  reconciliation: { block: string; stated: number; read: number; why: string | null }[]
  difference_count: number
}

const fileOf = (text: string) => ({ file_name: 'may.csv', content: Buffer.from(text).toString('base64') })
const send = async (office: Office, text: string, more: object) =>
  (await office.write('POST', '/imports', { ...fileOf(text), ...more })) as unknown as Report

test('questions about a file are asked once, and the next month’s file asks none', async () => {
  const office = await openOffice(world)
  const asked = await send(office, MAY, { dry_run: true })
  assert.deepEqual(
    [asked.layout, asked.layout_title],
    ['yardi-lease-charges', 'Yardi Voyager, Rent Roll with Lease Charges'],
  )
  assert.deepEqual(asked.questions.properties, [
    { word: 'hyd', name: 'Heron Yard', address_line: '', city: '', state: '', postal_code: '' },
  ])
  assert.deepEqual(
    new Map(asked.questions.charges.map(({ word, suggestion }) => [word, suggestion])),
    new Map<string, string | null>([
      ['petrent', 'PET'],
      ['rent', 'RENT'],
      ['valet', 'UTILITY'],
      ['hap', 'RENT'],
      ['transfer', 'OTHER'],
      ['empcred', 'CONCESSION'],
      ['zorb', null],
      ['parking', 'PARKING'],
    ]),
  )
  const answered = await send(office, MAY, { dry_run: true, mapping: ANSWERS })
  assert.deepEqual(answered.questions, NOTHING)
  const { column_choices, ...remembered } = await office.read('/import-mapping')
  assert.deepEqual(remembered, { ...NOTHING, layouts: [], columns: [] })
  const written = await send(office, MAY, { mapping: ANSWERS })
  assert.equal(written.written, true)
  assert.equal(written.difference_count, 2)
  assert.ok(written.reconciliation.slice(0, 2).every(({ why }) => /^The file counts lines 34, 38/.test(why ?? '')))

  const [property] = await office.rows('/properties')
  const mapping = await office.read('/import-mapping')
  assert.deepEqual(mapping.properties, [{ word: 'hyd', property_id: property?.property_id }])
  assert.deepEqual(new Set(mapping.charges as object[]), new Set(ANSWERS.charges))
  assert.deepEqual(new Set(mapping.statuses as object[]), new Set(ANSWERS.statuses))
  const { data: entries } = await office.read('/administrative-log?action=import_mapping.update')
  assert.equal((entries as object[]).length, 1)
  const [model] = await world.sql<{ charges: string }>(
    `select string_agg(code, ' ' order by code) as charges from lease_charges c
      where organization_id = $1 and description = 'zorb'`,
    [office.org.id],
  )
  assert.equal(model?.charges, 'STORAGE')

  const june = MAY.replaceAll('05/01/2026', '05/15/2026')
    .replace('hap,650', 'hap,660')
    .replace('Total,1250', 'Total,1260')
  const next = await send(office, june, { dry_run: true })
  assert.deepEqual(next.questions, NOTHING)
})

test('a code can refer to an existing property, whatever its name and code', async () => {
  const office = await openOffice(world)
  const made = await office.write('POST', '/properties', {
    name: 'Heron Apartments',
    type: 'MULTI_FAMILY',
    ...ADDRESS,
    external_id: 'H-1',
  })
  const properties = [{ word: 'hyd', property_id: made.property_id }]
  const written = await send(office, MAY, { mapping: { properties } })
  assert.equal(written.written, true)
  const all = await office.rows('/properties')
  assert.deepEqual(
    all.map(({ name, unit_count }) => [name, unit_count]),
    [['Heron Apartments', 9]],
  )
  assert.deepEqual((await office.read('/import-mapping')).properties, properties)
  assert.equal((await send(office, MAY, {})).written, true)
  assert.equal((await office.rows('/properties')).length, 1)
})

test('a layout chosen once is used for later files that look the same, until it is forgotten', async () => {
  const office = await openOffice(world)
  // Both Buildium and Yardi Breeze have these columns; Buildium is recognized first.
  const text = `Rent Roll
Cedar House
As of 05/01/2026
Unit,Unit SqFt,Tenant Name,Rent,Recurring Charges,Actual Rent,Misc,Move In,Lease Expiration,Balance
1,700,Ann Elm,900,950,1000,25,1/1/2026,12/31/2026,0
`
  const properties = [{ word: 'Cedar House', name: 'Cedar House', ...ADDRESS }]
  assert.equal((await send(office, text, { dry_run: true, mapping: { properties } })).layout, 'buildium')
  const first = await send(office, text, { layout: 'yardi-breeze', mapping: { properties } })
  assert.deepEqual([first.written, first.layout], [true, 'yardi-breeze'])
  const layouts = [{ recognized_as: 'buildium', layout: 'yardi-breeze' }]
  assert.deepEqual((await office.read('/import-mapping')).layouts, layouts)
  const second = await send(office, text.replace('Move In,', 'Extra,Move In,').replace('1/1/2026', 'x,1/1/2026'), {})
  assert.deepEqual([second.layout, second.questions, second.written], ['yardi-breeze', NOTHING, true])
  await office.write('PATCH', '/import-mapping', { layouts: [] })
  assert.equal((await send(office, text, { dry_run: true })).layout, 'buildium')
})

test('the mapping is changed one list at a time, and names only properties of the organization', async () => {
  const [office, other] = [await openOffice(world), await openOffice(world)]
  const theirs = await other.write('POST', '/properties', { name: 'Oak', type: 'CONDO', ...ADDRESS })
  const charges = [{ word: 'Pet Rent', code: 'PET' }]
  await office.write('PATCH', '/import-mapping', { charges, statuses: [{ word: 'DOWN', status: 'OFFLINE' }] })
  const { column_choices, ...after } = await office.write('PATCH', '/import-mapping', { statuses: [] })
  assert.deepEqual(after, { properties: [], charges, statuses: [], layouts: [], columns: [] })
  const renamed = await office.write('PATCH', '/import-mapping', { charges: [{ word: 'PETRENT', code: 'OTHER' }] })
  assert.deepEqual(renamed.charges, [{ word: 'PETRENT', code: 'OTHER' }])
  const wrong = [{ word: 'oak', property_id: theirs.property_id }]
  const refused = await office.call('PATCH', '/import-mapping', { properties: wrong })
  assertNames(refused, 'properties[0].property_id')
  assert.deepEqual((await other.read('/import-mapping')).charges, [])
})

/** A report without the titles, the totals and the summaries that name its property. */
const untitled = (text: string) =>
  text
    .split('\n')
    .slice(4)
    .filter((_, index, lines) => index < lines.findIndex(line => line.startsWith(',,,Total,')))
    .join('\n')
const PLAIN = readFileSync(layoutFixture('yardi-lease-charges.csv'), 'utf8')
const OF_MAY = { as_of: '2026-05-01' }
const charges = [
  { word: 'rent', code: 'RENT' },
  { word: 'trash', code: 'UTILITY' },
]

test('a report that names no property is asked about once, and its units are never guessed to be those of a property', async () => {
  const office = await openOffice(world)
  const other = await office.write('POST', '/properties', { name: 'Elm Row', type: 'MULTI_FAMILY', ...ADDRESS })
  const text = untitled(PLAIN)
  const asked = await send(office, text, { ...OF_MAY, dry_run: true })
  const [question] = asked.questions.properties
  assert.match(question?.word ?? '', /^unnamed property, 3 units 101 to 103 \([0-9a-f]{8}\)$/)
  assert.deepEqual([asked.questions.properties.length, question?.name], [1, ''])
  // Every unit is named in a finding, and none is imported.
  const { problems } = asked as unknown as { problems: { line: number; left_out: string; reason: string }[] }
  const rejected = problems.filter(({ left_out }) => left_out === 'ROW')
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [4, 8, 11],
  )
  assert.ok(rejected.every(({ reason }) => reason.includes(question?.word ?? '?')))
  const empty = [{ word: question?.word, name: '', address_line: '', city: '', state: '', postal_code: '' }]
  assert.equal((await send(office, text, { ...OF_MAY, mapping: { properties: empty, charges } })).written, false)

  const properties = [{ word: question?.word, name: 'Oxbow Flats', ...ADDRESS }]
  assert.equal((await send(office, text, { ...OF_MAY, mapping: { properties, charges } })).written, true)
  const placed = async () => (await office.rows('/properties')).map(({ name, unit_count }) => [name, unit_count])
  assert.deepEqual(await placed(), [
    ['Elm Row', 0],
    ['Oxbow Flats', 3],
  ])
  // The next month's file, in another order of its units, asks nothing.
  const june = await send(office, text.replaceAll('1,180.00', '1,190.00').replace('1,192.00', '1,202.00'), {})
  assert.deepEqual([june.written, june.questions], [true, NOTHING])

  // Another property has units with the same labels. Its residents are others, so it is asked about.
  const twin = text.replaceAll('Sample', 'Twin').replaceAll('t0010', 't0020')
  const again = await send(office, twin, { ...OF_MAY, dry_run: true })
  assert.deepEqual(again.questions.properties, asked.questions.properties)
  const linked = [{ word: question?.word, property_id: other.property_id }]
  assert.equal((await send(office, twin, { ...OF_MAY, mapping: { properties: linked } })).written, true)
  assert.deepEqual(await placed(), [
    ['Elm Row', 3],
    ['Oxbow Flats', 3],
  ])
})

test('the answer for a report that names no property may be the code of a property, also for our template', async () => {
  const office = await openOffice(world)
  await office.write('POST', '/properties', { name: 'Elm Row', type: 'CONDO', ...ADDRESS, external_id: 'elm' })
  const text = 'Unit,Status,Tenant,Rent,Lease From\n1,Current,Ann Elm,900,1/1/2026\n2,Vacant,,,\n'
  const [question] = (await send(office, text, { ...OF_MAY, dry_run: true })).questions.properties
  assert.match(question?.word ?? '', /^unnamed property, 2 units 1 to 2 /)
  const properties = [{ word: question?.word, name: 'ELM' }]
  assert.equal((await send(office, text, { ...OF_MAY, mapping: { properties } })).written, false)
  properties[0] = { word: question?.word, name: 'elm' }
  assert.equal((await send(office, text, { ...OF_MAY, mapping: { properties } })).written, true)
  assert.deepEqual(
    (await office.rows('/properties')).map(({ name, unit_count }) => [name, unit_count]),
    [['Elm Row', 2]],
  )
  assert.equal((await send(office, text, OF_MAY)).written, true)
})

test('units that a file lists under a property and again without one are named, and not imported twice', async () => {
  const office = await openOffice(world)
  const head = 'Unit,Unit SqFt,Tenant Name,Actual Rent,Misc,Move In,Lease Expiration,Balance'
  const rows = '1,700,Ann Elm,900,0,1/1/2026,12/31/2026,0\n2,700,Bo Fir,900,0,1/1/2026,12/31/2026,0\n'
  const text = `Rent Roll\nAs of 05/01/2026\n${head}\n${rows}Total Cedar House,1400,,1800,0,,,0\n${rows}`
  const named = { word: 'Cedar House', name: 'Cedar House', ...ADDRESS }
  const { questions } = await send(office, text, { dry_run: true, mapping: { properties: [named] } })
  const properties = [named, { word: questions.properties[0]?.word, name: 'Cedar House', ...ADDRESS }]
  const report = (await send(office, text, { skip_bad_rows: true, mapping: { properties } })) as unknown as {
    written: boolean
    rows: number
    problems: { line: number; reason: string }[]
  }
  assert.deepEqual([report.written, report.rows], [true, 2])
  assert.deepEqual(
    report.problems.map(({ line, reason }) => `${line} ${reason}`),
    [
      '7 The same unit is on line 4. Remove one, or correct it.',
      '8 The same unit is on line 5. Remove one, or correct it.',
    ],
  )
})

test('a word of our template for a status that nobody knows is asked about once, and vacancies are known however they are spelled', async () => {
  const office = await openOffice(world)
  const place = '"Oak - 1 Oak St Akron, OH 44301"'
  const rows = [',Vacant - Not Ready', ',Held Back', 'Ann Elm,Lives here', ',HELD BACK', ',Vacant Leased', 'Bo Fir,E']
  const roll = `Property,Unit,Tenant,Status\n${rows.map((row, index) => `${place},${index},${row}\n`).join('')}`
  const asked = await send(office, roll, { dry_run: true })
  const meanings = Object.entries({ 'Held Back': 'OFFLINE', 'Lives here': 'CURRENT', E: 'EVICT' })
  const unknown = meanings.map(([word]) => ({ word, suggestion: null }))
  assert.deepEqual(asked.questions, { ...NOTHING, statuses: unknown })
  const statuses = meanings.map(([word, status]) => ({ word, status }))
  const written = await send(office, roll, { mapping: { statuses } })
  assert.deepEqual([written.written, written.questions], [true, NOTHING])
  const stored = (await office.rows('/units')).map(({ label, status }) => [label, status])
  assert.deepEqual(
    stored.toSorted(([one], [other]) => Number(one) - Number(other)),
    [
      ['0', 'VACANT_UNRENTED'],
      ['1', 'OFFLINE'],
      ['2', 'CURRENT'],
      ['3', 'OFFLINE'],
      ['4', 'VACANT_RENTED'],
      ['5', 'EVICT'],
    ],
  )
  const again = await send(office, roll, {})
  assert.deepEqual([again.written, again.questions], [true, NOTHING])
})

test('an import that would change something other than its preview showed is refused', async () => {
  const office = await openOffice(world)
  await send(office, MAY, { mapping: ANSWERS })
  const { preview } = await send(office, MAY, { dry_run: true })
  // Another member gives a charge code another meaning.
  const charges = ANSWERS.charges.map(each => (each.word === 'zorb' ? { word: 'zorb', code: 'PARKING' } : each))
  await office.write('PATCH', '/import-mapping', { charges })
  const refused = await office.call('POST', '/imports', { ...fileOf(MAY), preview })
  assert.deepEqual([refused.status, refused.body.error], [409, 'conflict'])
  assert.match(String(refused.body.message), /^The file would change something other than its preview showed/)
  const again = await send(office, MAY, { dry_run: true })
  assert.equal((await send(office, MAY, { preview: again.preview })).written, true)
})
