/** A file of payments, ledger lines or work orders that does not name its property, or names it in unknown words, is asked about once. */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openQuestionsOfRows, questionsOfRows } from '#server/import/questions.ts'
import { readMapping } from '#server/import/read/mapping.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'
import { type Organization, useWorld } from '../world.ts'
import { fileOf, importFile, importPayments, importWorkOrders } from './imported.ts'
import { importLedger } from './ledger-lines.ts'

const world = useWorld()

/** Two properties that both have the units 1 and 2, which other residents live in. */
const ROLL = `As of: 3/1/2026
Property,Unit,Status,Tenant,Lease From,Lease To,Rent
"Oak Court - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,1/1/2025,,1000
"Oak Court - 1 Oak St Akron, OH 44301",2,Current,Bo Fir,1/1/2025,,900
"Pine Court - 2 Pine St Akron, OH 44301",1,Current,Cy Oak,1/1/2025,,1000
"Pine Court - 2 Pine St Akron, OH 44301",2,Current,Di Ash,1/1/2025,,900
`

async function withRoll(): Promise<Organization> {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf(ROLL))
  assert.deepEqual([outcome.written, outcome.problems.first], [true, []])
  return organization
}

async function mapping(content: object) {
  const path = fileOf('')
  await writeFile(path, JSON.stringify(content))
  const read = await readMapping(path)
  await rm(path)
  return { mapping: read }
}

/** The words in which the file asks about its only unknown property. */
function askedIn(outcome: RowsOutcome): string {
  const { properties } = openQuestionsOfRows(outcome)
  assert.equal(properties.length, 1)
  return properties[0]?.word as string
}

async function paymentsBy(organization: Organization): Promise<string[]> {
  const rows = await world.sql<{ paid: string }>(
    `select concat_ws(' ', p.name, u.label, y.payment_date, y.amount_cents / 100) as paid
       from payments y
       join leases l on l.organization_id = y.organization_id and l.id = y.lease_id
       join units u on u.organization_id = l.organization_id and u.id = l.unit_id
       join properties p on p.organization_id = u.organization_id and p.id = u.property_id
      where y.organization_id = $1 order by 1`,
    [organization.id],
  )
  return rows.map(({ paid }) => paid)
}

const payments = (...lines: string[]) => fileOf(`Date,Unit,Tenant,Amount\n${lines.join('\n')}\n`)

test('payments that name no property are asked about once, and later months with other units use the answer', async () => {
  const organization = await withRoll()
  const march = payments('3/2/2026,1,Ann Elm,"1,000.00"', '3/3/2026,2,Bo Fir,900.00')
  const refused = await importPayments(organization, march)
  assert.deepEqual([refused.written, refused.rowsLeftOut], [false, 2])
  const word = askedIn(refused)
  assert.match(word, /^unnamed property, 2 units 1 to 2 \([0-9a-f]{8}\)$/)
  assert.equal(
    refused.problems.first[0]?.reason,
    `The file does not name the property of this unit. Say which property it is in a mapping file, as “${word}” (--write-map creates one), or add a column Property.`,
  )
  assert.deepEqual(questionsOfRows(refused), { properties: { [word]: { name: '' } }, columns: {} })
  const answered = await mapping({ properties: { [word]: { name: 'Oak Court' } } })
  const outcome = await importPayments(organization, march, answered)
  assert.deepEqual([outcome.written, outcome.created, outcome.reported.first], [true, 2, []])
  const again = await importPayments(organization, march)
  assert.deepEqual([again.written, again.unchanged, again.created], [true, 2, 0])
  // The other property has the same units, but none of these residents, so it is asked about, although unit, day and amount are equal.
  const pines = payments('3/2/2026,1,Cy Oak,"1,000.00"', '3/3/2026,2,Di Ash,900.00')
  assert.equal((await importPayments(organization, pines)).written, false)
  await importPayments(organization, pines, await mapping({ properties: { [word]: { name: 'pine court' } } }))
  // Each property is remembered by itself, although the words of both questions were the same.
  const later = payments('3/5/2026,2,"Fir, Bo",900.00')
  assert.equal((await importPayments(organization, later)).created, 1)
  const words = await world.sql<{ word: string }>(
    'select word from import_mappings where organization_id = $1 order by word',
    [organization.id],
  )
  assert.deepEqual(
    words.map(({ word }) => word.replace(/\(\w{6}\)$/, '(ID)')),
    ['unnamed property: Oak Court (ID)', 'unnamed property: Pine Court (ID)'],
  )
  assert.deepEqual(await paymentsBy(organization), [
    'Oak Court 1 2026-03-02 1000',
    'Oak Court 2 2026-03-03 900',
    'Oak Court 2 2026-03-05 900',
    'Pine Court 1 2026-03-02 1000',
    'Pine Court 2 2026-03-03 900',
  ])
})

test('payments without names of residents never use a remembered answer, because other properties have the same units', async () => {
  const organization = await withRoll()
  const nameless = (day: string) => fileOf(`Date,Unit,Amount\n${day},1,1000\n`)
  const word = askedIn(await importPayments(organization, nameless('3/2/2026')))
  const answered = await mapping({ properties: { [word]: { name: 'Oak Court' } } })
  assert.equal((await importPayments(organization, nameless('3/2/2026'), answered)).created, 1)
  assert.equal(askedIn(await importPayments(organization, nameless('3/3/2026'))), word)
})

test('equal payments of two properties that their files do not name are two payments', async () => {
  const organization = await withRoll()
  const path = fileOf('Date,Unit,Amount\n3/2/2026,1,1000\n')
  const word = askedIn(await importPayments(organization, path))
  for (const name of ['Oak Court', 'Pine Court']) {
    const answered = await mapping({ properties: { [word]: { name } } })
    assert.equal((await importPayments(organization, path, answered)).created, 1, name)
    assert.equal((await importPayments(organization, path, answered)).unchanged, 1, name)
  }
})

test('a ledger that names its property in the words of another system is asked about once', async () => {
  const organization = await withRoll()
  const path = fileOf(
    'Date,Property,Unit,Tenant,Type,Charge Code,Charges,Payments\n2/1/2026,oak-77,1,Ann Elm,Charge,zorb,50.00,\n',
  )
  const refused = await importLedger(organization, path)
  assert.match(
    refused.problems.first[0]?.reason ?? '',
    /^There is no property “oak-77” in Gatehouse\. Correct the name, say which property it is in a mapping file/,
  )
  assert.equal(askedIn(refused), 'oak-77')
  const answered = await mapping({ properties: { 'oak-77': { name: 'Oak Court' } }, charges: { zorb: 'STORAGE' } })
  assert.deepEqual((await importLedger(organization, path, answered)).created, 1)
  const codes = await world.sql<{ code: string }>(
    `select code from ledger_entries where organization_id = $1 and amount_cents = 5000`,
    [organization.id],
  )
  assert.deepEqual(codes, [{ code: 'STORAGE' }])
  const again = await importLedger(organization, path)
  assert.deepEqual([again.written, again.unchanged], [true, 1])
  assert.equal(
    (await importPayments(organization, fileOf('Date,Property,Unit,Amount\n3/2/2026,OAK-77,2,900\n'))).created,
    1,
  )
})

test('an answer that names no property of the organization leaves the question open', async () => {
  const organization = await withRoll()
  const path = payments('3/2/2026,1,Ann Elm,"1,000.00"')
  const word = askedIn(await importPayments(organization, path))
  const answered = await mapping({ properties: { [word]: { name: 'Elm Court' } } })
  const outcome = await importPayments(organization, path, answered)
  assert.deepEqual([outcome.written, askedIn(outcome)], [false, word])
})

test('work orders that name no property are asked about, too', async () => {
  const organization = await withRoll()
  const path = fileOf('Work Order Number,Unit,Primary Resident,Title\n7,1,Ann Elm,Tap leaks\n8,,,Gate stuck\n')
  const word = askedIn(await importWorkOrders(organization, path))
  const answered = await mapping({ properties: { [word]: { name: 'Oak Court' } } })
  assert.equal((await importWorkOrders(organization, path, answered)).created, 2)
  const stored = await world.sql<{ name: string }>(
    `select p.name from work_orders w join properties p on p.organization_id = w.organization_id and p.id = w.property_id
      where w.organization_id = $1`,
    [organization.id],
  )
  assert.deepEqual(stored, [{ name: 'Oak Court' }, { name: 'Oak Court' }])
})
