/** Columns are read as they are mapped, in every layout and kind of file; a mistake in the mapping is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ledgerReader } from '#server/import/ledger/row.ts'
import { paymentsReader } from '#server/import/payments/row.ts'
import { mappingOf, NO_ANSWERS } from '#server/import/read/mapping.ts'
import { readFile } from '#server/import/rows/read-file.ts'
import { workOrdersReader } from '#server/import/work-orders/row.ts'
import { fileOf } from './imported.ts'
import { layoutFixture } from './layouts.ts'
import { namesIn, readAll, readText } from './read-all.ts'
import { toTypedCell, workbookOf } from './workbook.ts'

/** What is said of the columns of one file. */
const saying = (columns: Record<string, string | null>, of?: { isOfOneFile: boolean }) =>
  mappingOf({ ...NO_ANSWERS, columns: Object.entries(columns).map(([word, column]) => ({ word, column })) }, of)

const read = async (text: string | Buffer, columns: Record<string, string | null>) =>
  readText(text, { today: '2026-03-15', mapping: saying(columns) })

const OFFICE = `Property,Door,Family,Monthly $,Lease Ends On,Zone
Oak Court,1,Ann Elm,"1,000.00",12/31/2026,A
Oak Court,2,Bo Fir,900.00,6/30/2026,B
`
const OURS = { Door: 'Unit', Family: 'Tenant', 'Monthly $': 'Rent', 'Lease Ends On': 'Lease To' }

test('an office’s own headers are read as they are mapped, and the report says so', async () => {
  const { header, rows, problems } = await read(OFFICE, OURS)
  assert.deepEqual(
    rows.map(row => [row.unit.label, namesIn(row), row.tenancy?.lease.rentCents, row.tenancy?.lease.to]),
    [
      ['1', ['Ann Elm'], 100_000, '2026-12-31'],
      ['2', ['Bo Fir'], 90_000, '2026-06-30'],
    ],
  )
  assert.deepEqual([problems, header.ignoredColumns, header.mapped.remarks], [[], ['Zone'], []])
  assert.deepEqual(
    header.mapped.columns.map(({ header, column }) => `${header} as ${column}`),
    ['Door as Unit', 'Family as Tenant', 'Monthly $ as Rent', 'Lease Ends On as Lease To'],
  )
})

test('a workbook is read like text, and a sheet with the office’s own headers is found', async () => {
  const rows = OFFICE.trim()
    .split('\n')
    .map(line => line.match(/"[^"]*"|[^,]+/g)!.map(cell => toTypedCell(cell.replaceAll('"', ''))))
  const found = await read(await workbookOf(rows), OURS)
  assert.equal(found.header.sheet?.name, 'Report')
  assert.deepEqual(found.rows.map(namesIn), [['Ann Elm'], ['Bo Fir']])
})

test('a column that is mapped to nothing is no longer reported', async () => {
  const { header } = await read(OFFICE, { ...OURS, Zone: null })
  assert.deepEqual(header.ignoredColumns, [])
})

test('headers are matched without regard to case and punctuation, and a message names the header of the file', async () => {
  const { problems } = await read(OFFICE.replace('900.00', 'nine'), {
    door: 'unit',
    FAMILY: 'Tenant',
    monthly: 'rent',
    lease_ends_on: 'Lease end',
  })
  assert.deepEqual(
    problems.map(({ column, reason }) => `${column}: ${reason.slice(0, 28)}`),
    ['Monthly $: “nine” is not an amount. Wri'],
  )
})

test('a column of the file’s own with the same meaning is read instead, which is reported', async () => {
  const text = 'Property,Unit,Resident,Family,Rent\nOak Court,1,Ann Elm,Elm family,1000\n'
  const { header, rows } = await read(text, { Family: 'Tenant' })
  assert.deepEqual([namesIn(rows[0]), header.ignoredColumns, header.mapped.columns], [['Ann Elm'], ['Family'], []])
  assert.deepEqual(header.mapped.remarks, [
    'The column “Family” is not read as Tenant, because the file has the column “Resident” for that. Check that it is the right one; if not, remove it from the file.',
  ])
})

test('a header that Gatehouse knows can be mapped to another column', async () => {
  const text = 'Property,Unit,Tenant,Total,Rent Roll\nOak Court,1,Ann Elm,1000,x\n'
  const { rows } = await read(text, { Total: 'Rent' })
  assert.equal(rows[0]?.tenancy?.lease.rentCents, 100_000)
})

test('charges and deposits may have several columns, each under its own name', async () => {
  const text = 'Property,Unit,Tenant,Rent,Animals,Dog,Gym,Remote Dep.\nOak Court,1,Ann Elm,1000,25,10,40,75\n'
  const { rows, header } = await read(text, {
    Animals: 'Pet Rent',
    Dog: 'Pet Rent',
    Gym: 'Another Monthly Charge',
    'Remote Dep': 'Key Deposit',
  })
  const { otherCharges: charges = [], otherDeposits, depositCents } = rows[0]!.tenancy!.lease
  assert.deepEqual(
    charges.map(each => `${each.code} ${each.description} ${each.amount_cents}`),
    ['PET Animals 2500', 'PET Dog 1000', 'OTHER Gym 4000'],
  )
  assert.deepEqual(otherDeposits, [{ description: 'Remote Dep.', amount_cents: 7_500 }])
  assert.deepEqual([depositCents, header.ignoredColumns], [7_500, []])
})

test('a header of two lines, one that is repeated on each page, and a merged one keep their places', async () => {
  const text = `Property,Door,Family,Agreed,,Monthly
,,,Begin,Finish,$
Oak Court,1,Ann Elm,1/1/2026,12/31/2026,1000
Property,Door,Family,Agreed,,Monthly
,,,Begin,Finish,$
Oak Court,2,Bo Fir,2/1/2026,1/31/2027,900
`
  const { rows, problems } = await read(text, {
    Door: 'Unit',
    Family: 'Tenant',
    'Agreed Begin': 'Lease From',
    Finish: 'Lease To',
    'Monthly $': 'Rent',
  })
  assert.deepEqual(
    rows.map(({ tenancy }) => [tenancy?.lease.from, tenancy?.lease.to, tenancy?.lease.rentCents]),
    [
      ['2026-01-01', '2026-12-31', 100_000],
      ['2026-02-01', '2027-01-31', 90_000],
    ],
  )
  assert.deepEqual(problems, [])
})

test('of two columns with the same header, the first is read', async () => {
  const text = 'Property,Unit,Family,Family,Rent\nOak Court,1,Ann Elm,Bo Fir,1000\n'
  const { rows, header } = await read(text, { Family: 'Tenant' })
  assert.deepEqual([namesIn(rows[0]), header.ignoredColumns, header.mapped.remarks], [['Ann Elm'], ['Family'], []])
})

test('a report of another system is recognized although a column has another name', async () => {
  const path = layoutFixture('entrata-lease-charges.csv')
  const plain = await readAll(path, { today: '2026-05-15' })
  const renamed = (await import('node:fs'))
    .readFileSync(path, 'utf8')
    .replaceAll(',Resident,Move-In', ',Family,Move-In')
  const mapping = saying({ Family: 'Tenant' })
  const { rows, header } = await readText(renamed, { today: '2026-05-15', mapping })
  assert.equal(header.layout?.name, 'entrata')
  // The report has no column of e-mail addresses.
  assert.deepEqual(
    ['Tenant', 'Tenant Email', 'Lease To'].map(name => header.mapped.accepted.includes(name)),
    [true, false, true],
  )
  assert.deepEqual(rows, plain.rows)
})

const LIKE_REPORTS: [like: string, header: string, row: string, says: Record<string, string>][] = [
  [
    'OneSite',
    'Property,Unit,Status,Resident,Email,Fee',
    'Oak Court,1,Current,Ann Elm,ann@example.com',
    { Fee: 'Rent' },
  ],
  ['Breeze', 'Property,Unit,Sqft,Tenant,Email,Fee', 'Oak Court,1,870,Ann Elm,ann@example.com', { Fee: 'Rent' }],
  [
    'Yardi',
    'Property,Unit,Tenant ID,Tenant Name,Email,Lease End,Fee',
    'Oak Court,1,t1,Ann Elm,ann@example.com,12/31/2026',
    { Fee: 'Rent' },
  ],
  [
    'OneSite in other words',
    'Site,Door,Condition,Family,Mail,Market,Fee',
    'Oak Court,1,Current,Ann Elm,ann@example.com,1100',
    { Site: 'Property', Door: 'Unit', Condition: 'Status', Family: 'Tenant', Mail: 'Tenant Email', Fee: 'Rent' },
  ],
]

for (const [like, header, row, says] of LIKE_REPORTS) {
  test(`an office’s list whose rent is mapped is not taken for a report of another system: ${like}`, async () => {
    const found = await read(`${header}\n${row},1000\n`, says)
    assert.equal(found.header.layout?.name ?? 'template', 'template')
    const [resident] = found.rows[0]?.tenancy?.residents ?? []
    assert.deepEqual([found.rows[0]?.tenancy?.lease.rentCents, resident?.email], [100_000, 'ann@example.com'])
  })
}

test('a report of another system is recognized although its rent has another name, by the other headers that only it has', async () => {
  for (const [file, header, name] of [
    ['onesite.csv', 'Lease Rent', 'onesite'],
    ['yardi-breeze.csv', 'Actual Rent', 'yardi-breeze'],
  ] as const) {
    const path = layoutFixture(file)
    const text = (await import('node:fs')).readFileSync(path, 'utf8')
    const { rows, header: found } = await readText(text.replace(`,${header},`, ',Fee,'), {
      today: '2026-05-15',
      mapping: saying({ Fee: 'Rent' }),
    })
    assert.equal(found.layout?.name, name)
    assert.deepEqual(rows, (await readAll(path, { today: '2026-05-15' })).rows)
  }
})

test('a column that a report never has shows that a list is not that report, even if it was only said', async () => {
  const text =
    'Property,Unit,Tenants,Lease Start,Lease End,Rent,Recurring Charges,Asked\nOak Court,1,Ann Elm,1/1/2026,12/31/2026,1000,1000,1100\n'
  const { header, rows } = await read(text, { Asked: 'Market Rent' })
  assert.equal(header.layout?.name ?? 'template', 'template')
  assert.equal(rows[0]?.unit.marketRentCents, 110_000)
})

const REFUSALS: [says: Record<string, string | null>, RegExp][] = [
  [
    { ...OURS, Zone: 'Tenant' },
    /^The columns “Family” and “Zone” are both mapped to Tenant, of which a file has only one\./,
  ],
  [
    { ...OURS, Zoen: 'Portfolio' },
    /^The column “Zoen” is mapped to Portfolio, but the header row has no such column\. It has: Property, Door, Family, Monthly \$, Lease Ends On, Zone\./,
  ],
  [{ ...OURS, DOOR: 'Unit ID' }, /^The column “DOOR” is given twice, as Unit and as Unit ID\. Give it once\.$/],
  [
    { ...OURS, Zone: 'Charges' },
    /^The column “Zone” is mapped to Charges, but this file cannot have such a column\. It may be one of these: Property, .*Unit, .*Tenant/,
  ],
]
for (const [says, message] of REFUSALS)
  test(`a mistake in the mapping is refused: ${JSON.stringify(says)}`, async () => {
    await assert.rejects(read(OFFICE, says), { code: 'invalid_request', message })
  })

test('what is said of several files or remembered is used as far as it fits', async () => {
  const mapping = saying({ ...OURS, Zone: 'Charges', Zoen: 'Portfolio' }, { isOfOneFile: false })
  const { header, rows } = await readText(OFFICE, { today: '2026-03-15', mapping })
  assert.deepEqual([rows.length, header.ignoredColumns], [2, ['Zone']])
  assert.deepEqual(header.mapped.remarks, [
    'The column “Zone” is not read as Charges, because this file cannot have such a column. It is read as if it were not mapped.',
  ])
})

test('columns of payments, ledgers and work orders can be mapped', async () => {
  const payments = await readFile(
    fileOf('Property,Door,Family,Cleared,Money In,Slip\nOak Court,1,Ann Elm,3/1/2026,1000,55\n'),
    paymentsReader,
    saying({ Door: 'Unit', Family: 'Resident', Cleared: 'Payment Date', 'Money In': 'Amount', Slip: 'Reference' })
      .columns,
  )
  const [[payment] = []] = [...payments.batches(() => 10)]
  assert.deepEqual(
    [payment?.date, payment?.cents, payment?.payer, payment?.place.unit, payment?.reference],
    ['2026-03-01', 100_000, 'Ann Elm', '1', '55'],
  )
  const ledger = await readFile(
    fileOf('Property,Door,Day,Plus,Minus\nOak Court,1,3/1/2026,1000,\n'),
    ledgerReader,
    saying({ Door: 'Unit', Day: 'Date', Plus: 'Charges', Minus: 'Payments' }).columns,
  )
  assert.deepEqual(
    [...ledger.batches(() => 10)][0]?.map(({ cents }) => cents),
    [100_000],
  )
  const orders = await readFile(
    fileOf('Property,Door,Job,What Is Wrong,Who\nOak Court,1,17,Sink leaks,Reliable\n'),
    workOrdersReader,
    saying({ Job: 'Work Order Number', 'What Is Wrong': 'Job Description', Who: 'Vendor', Door: 'Unit' }).columns,
  )
  const [[order] = []] = [...orders.batches(() => 10)]
  assert.deepEqual(
    [order?.number, order?.description, order?.vendor, order?.place.unit],
    ['17', 'Sink leaks', 'Reliable', '1'],
  )
})

test('what identifies a payment keeps its meaning', async () => {
  const path = fileOf('Date,Property,Unit,Amount,Notes,Txn\n3/1/2026,Oak Court,1,1000,x,7\n')
  await assert.rejects(readFile(path, paymentsReader, saying({ Notes: 'Reference' }).columns), {
    message: /^The column “Notes” is mapped to Reference, but it is read as what its header says\./,
  })
  await assert.rejects(readFile(path, paymentsReader, saying({ Txn: 'Payment ID' }).columns), {
    message: /“Txn” is mapped to Payment ID, but this file cannot have such a column\./,
  })
})
