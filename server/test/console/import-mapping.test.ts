/**
 * The questions that a file of another system leaves open are asked once: the answers are used, remembered, shown and
 * changed.
 */
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
  written: boolean
  layout: string
  layout_title: string
  questions: { properties: { word: string; name: string }[]; charges: { word: string; suggestion: string | null }[] }
  reconciliation: { block: string; stated: number; read: number; why: string | null }[]
  difference_count: number
}

const send = async (office: Office, text: string, more: object) =>
  (await office.write('POST', '/imports', {
    file_name: 'may.csv',
    content: Buffer.from(text).toString('base64'),
    ...more,
  })) as unknown as Report

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
  assert.deepEqual(await office.read('/import-mapping'), { ...NOTHING, layouts: [] })
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
  const after = await office.write('PATCH', '/import-mapping', { statuses: [] })
  assert.deepEqual(after, { properties: [], charges, statuses: [], layouts: [] })
  const renamed = await office.write('PATCH', '/import-mapping', { charges: [{ word: 'PETRENT', code: 'OTHER' }] })
  assert.deepEqual(renamed.charges, [{ word: 'PETRENT', code: 'OTHER' }])
  const wrong = [{ word: 'oak', property_id: theirs.property_id }]
  const refused = await office.call('PATCH', '/import-mapping', { properties: wrong })
  assertNames(refused, 'properties[0].property_id')
  assert.deepEqual((await other.read('/import-mapping')).charges, [])
})
