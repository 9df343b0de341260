/** The report of an import as text: it counts in words, and names each sum of the file as the file does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf, linesOf } from '#server/import/report.ts'
import { linesOf as linesOfRows } from '#server/import/rows/report.ts'
import { fileOf, importFile, importPayments } from './imported.ts'
import { importLayout, layoutFixture, useWorldInMay } from './layouts.ts'

const world = useWorldInMay()

test('one record is written in the singular, and several in the plural', async () => {
  const organization = await world.organization()
  const roll = 'Property,Unit,Status,Tenant,Rent,Past Due\n'
  const row = (label: string) => `"Oak - 1 Oak St Akron, OH 44301",${label},Current,Ann Elm,1000,50\n`
  const created = async (labels: string[]) => {
    const outcome = await importFile(world, organization, fileOf(roll + labels.map(row).join('')))
    return linesOf(outcome).find(line => line.includes('created'))
  }
  assert.equal(
    await created(['1']),
    '  created: 1 property, 1 unit, 1 resident, 1 lease, 1 resident on a lease, 1 charge, 1 opening balance',
  )
  assert.equal(
    await created(['1', '2', '3']),
    '  created: 2 units, 2 residents, 2 leases, 2 residents on leases, 2 charges, 2 opening balances',
  )
})

test('an amount that a file does not state is not one of 0, and not compared with what is stored', async () => {
  const organization = await world.organization()
  const oak = '"Oak - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,1000'
  const whole = `As of: 3/1/2026\nProperty,Unit,Status,Tenant,Rent,Market Rent,Deposit,Past Due\n${oak},1100,500,0\n`
  const names = async (text: string) => {
    const outcome = await importFile(world, organization, fileOf(text))
    const lines = linesOf(outcome)
    const { differences } = jsonOf(outcome)
    assert.deepEqual(differences, [])
    return lines.slice(lines.indexOf('Totals:') + 1).map(line => line.trim().replace(/ {2,}.*$/, ''))
  }
  assert.deepEqual(await names(whole), ['units', 'market rent', 'rent', 'deposits', 'past due less prepaid'])
  assert.deepEqual(await names(`As of: 3/2/2026\nProperty,Unit,Status,Tenant,Rent\n${oak}\n`), ['units', 'rent'])
})

test('a file with a header only says that it has no rows', async () => {
  const organization = await world.organization()
  const empty = await importFile(world, organization, fileOf('Property,Unit,Status\n'))
  assert.ok(
    linesOf(empty).some(line => line.startsWith('The file has no rows to import.')),
    linesOf(empty).join('\n'),
  )
  const noPayments = await importPayments(organization, fileOf('Property,Unit,Date,Amount\n'))
  assert.match(linesOfRows(noPayments).join('\n'), /\nThe file has no rows to import\./)
})

test('a problem that every row of a file of payments has is reported once, with the lines', async () => {
  const organization = await world.organization()
  const payments = 'Date,Unit,Payer,Amount\n3/1/2026,101,Ann Elm,900\n4/1/2026,101,Ann Elm,900\n'
  const lines = linesOfRows(await importPayments(organization, fileOf(payments)))
  const start = lines.indexOf('Problems (1):')
  assert.match(lines[start + 1] ?? '', /^ {2}lines 2, 3, Property: The file does not name the property/)
})

test('a sum is named as in the file, without its colon, and the sums of units are counted', async () => {
  const organization = await world.organization()
  const outcome = await importLayout(world, organization, layoutFixture('yardi-lease-charges-hard.csv'), [
    'Oxbow Flats',
  ])
  const names = outcome.blocks.map(({ block }) => block)
  assert.ok(names.includes('Totals'), names.join())
  assert.deepEqual(
    names.filter(name => name.endsWith(':')),
    [],
  )
  const lines = linesOf(outcome)
  assert.ok(lines.includes('  Totals of units: 13'), lines.join('\n'))
})
