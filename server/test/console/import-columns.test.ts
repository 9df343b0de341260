/** What the columns of a file mean is asked for in its preview, remembered for files of its kind, shown and changed. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertNames } from '../contract/promises.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'

const world = useWorld({ own: true })
beforeEach(() => world.clock.advance(61_000))

type Column = { header: string; samples: string[]; is_answered: boolean; column: string | null }
type Report = {
  kind: string
  refusal: string | null
  columns: Column[]
  column_choices: string[]
  ignored_columns: string[]
  written: boolean
  rows: number
  unchanged: number
  remarks: { message: string }[]
}

const send = async (office: Office, text: string, more: object = {}) => {
  const file = { file_name: 'office.csv', content: Buffer.from(text).toString('base64') }
  return (await office.write('POST', '/imports', { ...file, ...more })) as unknown as Report
}
const call = (office: Office, text: string, more: object = {}) => {
  const file = { file_name: 'office.csv', content: Buffer.from(text).toString('base64') }
  return office.call('POST', '/imports', { ...file, ...more })
}
const answers = (columns: Record<string, string | null>) => ({
  mapping: { columns: Object.entries(columns).map(([word, column]) => ({ word, column })) },
})
const shown = ({ columns }: Report) =>
  columns.map(({ header, is_answered, column, samples }) =>
    [header, is_answered ? (column ?? 'ignored') : (column ?? '?'), samples.join(' | ')].join(': '),
  )

const OFFICE = `Property Name,Property Street,City,State,Zip,Door,Family,Monthly $,Zone
Oak Court,1 Oak St,Akron,OH,44301,1,Ann Elm,"1,000.00",A
Oak Court,1 Oak St,Akron,OH,44301,2,Bo Fir,900.00,A
`

test('the preview of a file without a known column of units has all its columns, and is complete with answers', async () => {
  const office = await openOffice(world)
  const asked = await send(office, OFFICE, { dry_run: true })
  assert.match(asked.refusal ?? '', /^The header row lacks Unit and Status or Tenant\. It has: Property Name, .*Zone\./)
  assert.deepEqual([asked.kind, asked.rows, asked.written], ['RENT_ROLL', 0, false])
  assert.deepEqual(shown(asked).slice(-4), [
    'Door: ?: 1 | 2',
    'Family: ?: Ann Elm | Bo Fir',
    'Monthly $: ?: 1,000.00 | 900.00',
    'Zone: ?: A',
  ])
  assert.ok(['Unit', 'Tenant', 'Rent', 'Pet Rent', 'Deposit Held'].every(name => asked.column_choices.includes(name)))
  assert.deepEqual(shown(asked)[0], 'Property Name: Property Name: Oak Court')
  // Nothing but a preview is answered so.
  assert.equal((await call(office, OFFICE)).status, 400)

  const given = answers({ Door: 'Unit', Family: 'Tenant' })
  const preview = await send(office, OFFICE, { dry_run: true, ...given })
  assert.deepEqual([preview.refusal, preview.rows], [null, 2])
  assert.deepEqual(shown(preview), [
    'Monthly $: ?: 1,000.00 | 900.00',
    'Zone: ?: A',
    'Door: Unit: 1 | 2',
    'Family: Tenant: Ann Elm | Bo Fir',
  ])
  assert.deepEqual((await office.read('/import-mapping')).columns, [])
})

const ALL = { Door: 'Unit', Family: 'Tenant', 'Monthly $': 'Rent', Zone: null }

test('answers about columns are remembered for files of the same kind, shown, changed and forgotten', async () => {
  const office = await openOffice(world)
  assert.equal((await send(office, OFFICE, answers(ALL))).written, true)
  const { columns, column_choices: choices } = await office.read('/import-mapping')
  const remembered = Object.entries(ALL).map(([word, column]) => ({ kind: 'RENT_ROLL', word, column }))
  assert.deepEqual(columns, remembered)
  assert.deepEqual(
    (choices as { kind: string; columns: string[] }[]).map(({ kind, columns: names }) => [
      kind,
      names.includes('Rent'),
    ]),
    [
      ['RENT_ROLL', true],
      ['PAYMENTS', false],
      ['WORK_ORDERS', false],
      ['LEDGER', false],
    ],
  )
  const again = await send(office, OFFICE, {})
  assert.deepEqual([again.written, again.unchanged, again.ignored_columns], [true, 2, []])
  assert.deepEqual(shown(again), [
    'Door: Unit: 1 | 2',
    'Family: Tenant: Ann Elm | Bo Fir',
    'Monthly $: Rent: 1,000.00 | 900.00',
    'Zone: ignored: A',
  ])
  // Payments are another kind of file: their columns are asked about by themselves.
  const payments = 'Date,Property Name,Door,Amount\n3/2/2026,Oak Court,1,1000\n'
  assert.match((await send(office, payments, { dry_run: true })).refusal ?? '', /lacks Unit or Tenant/)

  const without = remembered.filter(({ word }) => word !== 'Zone')
  await office.write('PATCH', '/import-mapping', { columns: without })
  assert.deepEqual((await send(office, OFFICE, { dry_run: true })).ignored_columns, ['Zone'])
  const wrong = [{ kind: 'PAYMENTS', word: 'Door', column: 'Rent' }]
  assertNames(await office.call('PATCH', '/import-mapping', { columns: wrong }), 'columns[0].column')
  const { data: entries } = await office.read('/administrative-log?action=import_mapping.update')
  assert.equal((entries as object[]).length, 2)
})

test('a remembered answer does not displace a column that the file itself has, which is said', async () => {
  const office = await openOffice(world)
  assert.equal((await send(office, OFFICE, answers(ALL))).written, true)
  const later = OFFICE.replace('Zone', 'Rent').replace(',A\n', ',950\n').replace(',A\n', ',850\n')
  const report = await send(office, later, { dry_run: true })
  assert.ok(!shown(report).some(column => column.startsWith('Monthly $: Rent')))
  assert.match(
    report.remarks.map(({ message }) => message).join('\n'),
    /The column “Monthly \$” is not read as Rent, because the file has the column “Rent” for that\./,
  )
})

test('two columns of one meaning, and a column that a kind of file cannot have, are refused', async () => {
  const office = await openOffice(world)
  for (const [given, message] of [
    [{ ...ALL, Zone: 'Tenant' }, /“Family” and “Zone” are both mapped to Tenant/],
    // The file lacks another column as well.
    [{ Door: 'Tenant', Family: 'Tenant' }, /“Door” and “Family” are both mapped to Tenant/],
    [{ ...ALL, Zone: 'Work Order Number' }, /“Zone” is mapped to Work Order Number, but this file cannot have/],
  ] as const) {
    const refused = await call(office, OFFICE, { dry_run: true, ...answers(given) })
    assert.equal(refused.status, 400)
    assert.match(String(refused.body.message), message)
  }
})

test('a header that is too long for an answer is ignored, and not asked about', async () => {
  const office = await openOffice(world)
  const [fits, long] = ['F'.repeat(200), 'L'.repeat(201)]
  const text = OFFICE.replace('Zone', fits).replace('Monthly $', long)
  const { columns, ignored_columns } = await send(office, text, {
    dry_run: true,
    ...answers({ Door: 'Unit', Family: 'Tenant' }),
  })
  const open = columns.filter(({ is_answered }) => !is_answered).map(({ header }) => header)
  assert.deepEqual([open, ignored_columns], [[fits], [long, fits]])
  const { columns: all } = await send(office, text, { dry_run: true })
  assert.equal(
    all.some(({ header }) => header.startsWith('L')),
    false,
  )
})

test('a file of payments without a known column is read when its columns are explained', async () => {
  const office = await openOffice(world)
  assert.equal((await send(office, OFFICE, answers(ALL))).written, true)
  const text = 'When,Who,Gate,How much\n6/1/2026,Ann Elm,1,"$1,000"\n'
  const asked = await send(office, text, { dry_run: true })
  assert.ok(
    ['Payment Date', 'Amount', 'Charges', 'Work Order Number'].every(name => asked.column_choices.includes(name)),
  )
  const given = answers({ When: 'Payment Date', Who: 'Resident', Gate: 'Unit', 'How much': 'Amount' })
  const preview = await send(office, text, { dry_run: true, ...given })
  assert.deepEqual([preview.kind, preview.refusal], ['PAYMENTS', null])
})

test('the columns below a merged cell of a header of two lines are asked about one by one', async () => {
  const office = await openOffice(world)
  const text = `House,Bedspace,Student,Contract,,Pay
,,,Start,Finish,
Maple,1-A,Ann Elm,8/15/2025,7/31/2026,650
`
  const asked = await send(office, text, { dry_run: true })
  assert.deepEqual(shown(asked).slice(3), [
    'Contract Start: ?: 8/15/2025',
    'Contract Finish: ?: 7/31/2026',
    'Pay: ?: 650',
  ])
  const given = answers({
    House: 'Property',
    Bedspace: 'Unit',
    Student: 'Tenant',
    'Contract Start': 'Lease From',
    'Contract Finish': 'Lease To',
    Pay: 'Rent',
  })
  assert.deepEqual((await send(office, text, { dry_run: true, ...given })).ignored_columns, [])
})

test('a file that only remembered answers show to be of a kind can be mapped as another one', async () => {
  const office = await openOffice(world)
  assert.equal((await send(office, OFFICE, answers(ALL))).written, true)
  const text = 'Property Name,Door,Family,When,Monthly $\nOak Court,1,Ann Elm,3/2/2026,"1,000.00"\n'
  const asked = await send(office, text, { dry_run: true })
  assert.equal(asked.kind, 'RENT_ROLL')
  assert.ok(['Rent', 'Payment Date', 'Amount', 'Charges'].every(name => asked.column_choices.includes(name)))
  const said = { Door: 'Unit', Family: 'Tenant', When: 'Payment Date', 'Monthly $': 'Amount' }
  const paid = await send(office, text, { dry_run: true, ...answers(said) })
  assert.deepEqual([paid.kind, paid.rows, paid.column_choices.includes('Rent')], ['PAYMENTS', 1, true])
  // The file's own headers show that this is a rent roll.
  const own = await send(office, 'Property,Unit,Tenant,Fee\nOak Court,1,Ann Elm,5\n', { dry_run: true })
  assert.equal(own.column_choices.includes('Payment Date'), false)
})

test('a file of which no column is known is taken for a rent roll in other words', async () => {
  const office = await openOffice(world)
  const text = 'Objekt,Door,Family,Monthly $\nOak Court,1,Ann Elm,1000\nOak Court,2,Bo Fir,900\n'
  const asked = await send(office, text, { dry_run: true })
  assert.match(asked.refusal ?? '', /^No column of this file is known\./)
  assert.deepEqual(shown(asked)[0], 'Objekt: ?: Oak Court')
  const given = answers({ Objekt: 'Property', Door: 'Unit', Family: 'Tenant', 'Monthly $': 'Rent' })
  const preview = await send(office, text, { dry_run: true, ...given })
  assert.deepEqual([preview.refusal, preview.columns.every(({ is_answered }) => is_answered)], [null, true])
})
