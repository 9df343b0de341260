/** A sheet may have more tables below its rent roll: another rent roll is read by its own header, and the rows of any other are not units. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { readText, type WholeRentRoll } from './read-all.ts'

const told = ({ problems }: WholeRentRoll) =>
  problems.map(({ line, leftOut, reason }) => `${line} ${leftOut}: ${reason}`)
const unitsOf = ({ rows }: WholeRentRoll) =>
  rows.map(({ property, unit, tenancy }) => `${property.name} ${unit.label} ${tenancy?.lease.rentCents}`)

const notRead = (what: string, rows: string) =>
  `value: Another table begins on this line, “${what}”. It is not a rent roll, so its ${rows} not imported. Check that none of them is a unit.`

test('another rent roll below the first one is read by its own header', async () => {
  const wider = await readText(
    'Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\nTotal,,,900\n\nProperty,Unit,Tenant,Balance,Rent,Color\nOak,2,Bo Fir,50,800,red\n',
  )
  assert.deepEqual(unitsOf(wider), ['Oak 1 90000', 'Oak 2 80000'])
  assert.equal(wider.rows[1]?.tenancy?.lease.pastDueCents, 5_000)
  assert.deepEqual(told(wider), [
    '5 value: Another table begins on this line. It is read by its own header. Its ignored columns are Color.',
  ])
  const turned = await readText(
    'Unit,Tenant,Rent\n"Oak - 1 Oak St Akron, OH 44301",,\n1,Ann Elm,900\nUnit,Status,Tenant,Property,Rent\n2,Current,Bo Fir,Elm,800\n',
  )
  assert.deepEqual(unitsOf(turned), ['Oak 1 90000', 'Elm 2 80000'])
})

test('the rows of a summary or of another list are not units, whatever names the property', async () => {
  const summaries = '\nCharge Code,Amount\nRent,1850\nPet,25\n\nSummary,Units,Percent\nOccupied,2,100%\nVacant,0,0%\n'
  const headed = await readText(
    `Unit,Tenant,Rent,Deposit\n"Oak - 1 Oak St Akron, OH 44301",,,\n1,Ann Elm,900,500\nTotal,,900,500\n${summaries}`,
  )
  assert.deepEqual(unitsOf(headed), ['Oak 1 90000'])
  assert.deepEqual(told(headed), [
    `6 ${notRead('Charge Code, Amount', '2 rows are')}`,
    `10 ${notRead('Summary, Units, Percent', '2 rows are')}`,
  ])
  const named = await readText(`Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\n${summaries}`)
  assert.deepEqual([unitsOf(named), told(named).length], [['Oak 1 90000'], 2])
  const payments = await readText(
    'Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\n\nDate,Property,Unit,Tenant,Amount\n3/1/2026,Oak,1,Ann Elm,900\n',
  )
  assert.deepEqual(
    [unitsOf(payments), told(payments)],
    [['Oak 1 90000'], [`4 ${notRead('Date, Property, Unit, Tenant, Amount', '1 row is')}`]],
  )
})

test('units below a summary are read again, after their header, by their status, or below the address of their property', async () => {
  const header = 'Property,Unit,Tenant,Rent'
  const again = await readText(`${header}\nOak,1,Ann Elm,900\nStatus,Units\nOccupied,1\n${header}\nOak,2,Bo Fir,800\n`)
  assert.deepEqual([unitsOf(again), told(again).length], [['Oak 1 90000', 'Oak 2 80000'], 1])
  const summary = 'Charge Code,Amount,,\n,,,\nRent,900,,\n'
  const blocks = await readText(
    `Unit,Status,Tenant,Rent\n1 Oak St,,,\n1,Current,Ann Elm,900\n${summary}2,Current,Bo Fir,800\n${summary}3 Elm St,,,\n3,Current,Cy Yew,700\nAverage Rent:,900,,\n`,
  )
  assert.deepEqual(unitsOf(blocks), ['1 Oak St 1 90000', '1 Oak St 2 80000', '3 Elm St 3 70000'])
  assert.match(told(blocks)[2] ?? '', /^13 value: The row names no unit and is not a total/)
})

test('a number is not a resident', async () => {
  const roll = await readText('Unit,Tenant,Rent\nOak Court,,\n1,Ann Elm,900\nPet,25,\n')
  assert.deepEqual(unitsOf(roll), ['Oak Court 1 90000'])
  assert.match(told(roll)[0] ?? '', /^4 row: “25” is not a list of residents/)
})

test('the heading above another rent roll names its property, so that two properties with a unit 1 are not one', async () => {
  const oak =
    'Oak Court\nUnit,Tenant,Rent,Deposit\n"Oak - 1 Oak St Akron, OH 44301",,,\n1,Ann Elm,900,5\nTotal,,900,5\n'
  const table = 'Elm Court\n\nUnit,Tenant,Rent,Lease Start\n1,Bo Fir,800,1/1/2026\nTotal,,800\n'
  assert.deepEqual(unitsOf(await readText(`${oak}\n${table}`)), ['Oak 1 90000', 'Elm Court 1 80000'])
  const listed = `Delinquent\nCharge Code,Amount\nRent,900\n`
  assert.deepEqual(unitsOf(await readText(`${oak}\n${listed}\n${table}`)), ['Oak 1 90000', 'Elm Court 1 80000'])
})

test('a total that counts the residents in their column is a total', async () => {
  const roll = await readText('Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\nOak,2,Bo Fir,800\nOak,TOTAL,2,1700\n')
  assert.deepEqual([unitsOf(roll), told(roll)], [['Oak 1 90000', 'Oak 2 80000'], []])
  assert.deepEqual(
    roll.end.blocks.map(({ stated, read }) => [stated, read]),
    [[170_000, 170_000]],
  )
})

test('aged receivables below a rent roll are no units, in any layout', async () => {
  const aged =
    '\nAged Receivables,,\nTenant,0-30,31-60,61-90,90+,Total\nAnn Elm,250.00,,,,250.00\nBo Fir,,,,,\nTotal,250.00,,,,250.00\n'
  const words = `${notRead('Tenant, 0-30, 31-60, 61-90, 90+, Total', '3 rows are')} To import what residents owe, use a column Balance in the rent roll, or a ledger.`
  const ours = await readText(
    `Property,Unit,Tenant,Rent,Balance\nOak,1,Ann Elm,900,250\nOak,2,Bo Fir,800,\nTotal,,,1700,250\n${aged}`,
  )
  assert.deepEqual(unitsOf(ours), ['Oak 1 90000', 'Oak 2 80000'])
  assert.deepEqual([told(ours), ours.end.differences], [[`7 ${words}`], []])
  const breeze = 'Unit,Unit SqFt,Tenant Name,Actual Rent,Misc,Move In,Lease Expiration,Balance'
  const theirs = await readText(
    `Cedar House\nAs of 05/01/2026\n${breeze}\n1,700,Ann Elm,900,0,3/1/2025,2/28/2027,250\nTotal,700,,900,0,,,250\n${aged.replace('Aged Receivables,,', '')}`,
  )
  assert.deepEqual(unitsOf(theirs), ['Cedar House 1 90000'])
  assert.deepEqual(told(theirs), [`8 ${words}`])
})
