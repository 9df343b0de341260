/** Rows and columns that a workbook hides: rows are imported, which the report says, and a column is not read in place of a visible one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments } from './imported.ts'
import { readAll } from './read-all.ts'
import { storedWorkbook } from './workbook.ts'

const world = useWorld()
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet; a row that begins with `-` is hidden, and so are columns from one number to another. */
function workbookOf(rows: readonly string[], hiddenColumns?: readonly [from: number, to: number]): string {
  const cells = (row: string) =>
    row.split(',').map(text => (text ? `<c t="inlineStr"><is><t>${text}</t></is></c>` : '<c s="0"/>'))
  const sheet = rows.map((row, index) => {
    const hidden = row.startsWith('-') ? ' hidden="1"' : ''
    return `<row r="${index + 1}"${hidden}>${cells(row.replace(/^-/, '')).join('')}</row>`
  })
  const [from, to] = hiddenColumns ?? []
  const columns = from === undefined ? '' : `<cols><col min="${from}" max="${to}" width="9" hidden="1"/></cols>`
  return fileOf(
    storedWorkbook({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${LINKS}"><sheets><sheet name="Roll" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}>${columns}<sheetData>${sheet.join('')}<row r="99" hidden="1"/></sheetData></worksheet>`,
    }),
  )
}

const PLACE = 'Oak,1 Oak St,Akron,OH,44301'
const HEADER = 'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Unit,Tenant,Status'

test('hidden rows of a rent roll and of payments are reported and imported, and hidden rows without a value are not counted', async () => {
  const organization = await world.organization()
  const roll = [HEADER, `${PLACE},1,Ann Elm,Current`, `-${PLACE},2,Bo Fir,Current`, '-,,', `-${PLACE},3,Cy Yew,Current`]
  const { written, rows, reported } = await importFile(world, organization, workbookOf(roll))
  assert.deepEqual([written, rows], [true, 3])
  assert.deepEqual(reported.first[0], {
    line: 3,
    unit: '',
    message:
      '2 rows of the sheet are hidden, of which this is the first, and they are read like the others. Delete hidden rows that are not meant to be imported, and import the file again.',
  })
  const payments = ['Date,Property,Unit,Amount', '-3/2/2026,Oak,1,900', '3/2/2026,Oak,2,900']
  const paid = await importPayments(organization, workbookOf(payments), { dryRun: true })
  assert.equal(paid.rows, 2)
  assert.match(
    paid.reported.first[0]?.message ?? '',
    /^This row of the sheet is hidden, and it is read like the others/,
  )
})

test('a hidden column is not read in place of a visible one of the same header, and is read if there is no other', async () => {
  const header = 'Property,Unit,Rent,Deposit,Tenant,Rent,Deposit'
  const twice = await readAll(workbookOf([header, 'Oak,1,800,700,Ann Elm,900,750'], [3, 4]))
  const lease = twice.rows[0]?.tenancy?.lease
  assert.deepEqual([lease?.rentCents, lease?.depositCents, lease?.otherDeposits], [90_000, 75_000, undefined])
  assert.deepEqual(twice.header.ignoredColumns, ['Rent (hidden)', 'Deposit (hidden)'])
  const once = await readAll(workbookOf([header, 'Oak,1,800,700,Ann Elm,900,750'], [6, 16_384]))
  assert.equal(once.rows[0]?.tenancy?.lease.rentCents, 80_000)
  const alone = await readAll(workbookOf(['Property,Unit,Rent,Tenant', 'Oak,1,800,Ann Elm'], [3, 3]))
  assert.equal(alone.rows[0]?.tenancy?.lease.rentCents, 80_000)
  const other = await readAll(workbookOf(['Property,Unit,Rent,Tenant,Monthly Rent', 'Oak,1,800,Ann Elm,900'], [3, 3]))
  assert.deepEqual([other.rows[0]?.tenancy?.lease.rentCents, other.header.ignoredColumns], [90_000, ['Rent (hidden)']])
  const organization = await world.organization()
  await importFile(world, organization, workbookOf([HEADER, `${PLACE},1,Ann Elm,Current`]))
  const payments = ['Date,Property,Unit,Amount,Amount', '3/2/2026,Oak,1,1,900']
  const paid = await importPayments(organization, workbookOf(payments, [4, 4]))
  assert.equal(paid.rows, 1)
  const [payment] = await world.sql<{ cents: number }>(
    'select amount_cents::int as cents from payments where organization_id = $1',
    [organization.id],
  )
  assert.equal(payment?.cents, 90_000)
})
