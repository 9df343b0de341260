/** A report in another form gives the same records: other delimiters and line ends, other columns, pages and days. */
import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cellsOf } from './imported.ts'
import { layoutFixture } from './layouts.ts'
import { namesIn, readText } from './read-all.ts'

type Rows = string[][]

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
const textOf = (rows: Rows, delimiter = ',', end = '\n') =>
  rows.map(row => row.map(cell => quoted(cell, delimiter)).join(delimiter)).join(end) + end

const isHeader = (row: readonly string[]) =>
  row.filter(cell =>
    /^(?:unit|resident|name|tenants?|tenant name|resident name|move[- ]?in|lease start|balance)$/i.test(cell),
  ).length > 2

/** The rows above the table and its header, which every page of a report repeats. */
function pageHead(rows: Rows): Rows {
  const header = rows.findIndex(isHeader)
  const isYardi = rows[header]?.filter(cell => cell === 'Unit').length === 2
  return rows.slice(0, header + (isYardi ? 2 : 1)).filter(row => row.some(cell => cell !== ''))
}

function withPages(rows: Rows): Rows {
  const head = pageHead(rows)
  const first = rows.findIndex(isHeader) + 3
  const end = rows.findIndex((row, index) => index > first && /^(?:status )?summary/i.test(row[0] ?? ''))
  const until = end === -1 ? rows.length : end
  return rows.flatMap((row, index) =>
    index > first && index < until && (index - first) % 5 === 0 ? [['Page 2 of 9'], ...head, row] : [row],
  )
}

const serial = (cell: string) => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? []
  return year ? String(Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 + 25_569) : cell
}

const VARIANTS: Record<string, (rows: Rows) => string> = {
  'a byte-order mark and CRLF': rows => `\ufeff${textOf(rows, ',', '\r\n')}`,
  semicolons: rows => textOf(rows, ';'),
  tabs: rows => textOf(rows, '\t'),
  'trailing commas': rows => textOf(rows.map(row => [...row, '', '', ''])),
  'no commas at the ends of rows': rows =>
    textOf(rows.map(row => row.slice(0, row.findLastIndex(cell => cell !== '') + 1))),
  'blank rows': rows => textOf(rows.flatMap(row => [row, row.map(() => ''), ['']])),
  'no blank rows': rows => textOf(rows.filter(row => row.some(cell => cell !== ''))),
  'an empty first column': rows => textOf(rows.map(row => ['', ...row])),
  'repeated heads of pages': rows => textOf(withPages(rows)),
  'days as serials': rows => textOf(rows.map(row => row.map(serial))),
  'plain numbers': rows =>
    textOf(rows.map(row => row.map(cell => (/^\(?[\d,]+\.\d\d\)?$/.test(cell) ? plain(cell) : cell)))),
  'spaces around cells': rows => textOf(rows.map(row => row.map(cell => (cell === '' ? '' : ` ${cell} `)))),
}

/** `(1,234.50)` → `-1234.5` */
function plain(cell: string): string {
  const number = Number(cell.replace(/[(),]/g, ''))
  return String(cell.startsWith('(') ? -number : number)
}

/** What was read, without the lines, which differ between the variants. */
function bare({ rows, problems, end }: Awaited<ReturnType<typeof readText>>): unknown {
  const withoutLines = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, inner) => (key === 'line' || key === 'why' ? undefined : inner)))
  return withoutLines({ rows, problems: problems.map(problem => ({ ...problem, reason: '' })), end })
}

/** The text of a fixture, in whichever encoding it is. */
function textIn(name: string): string {
  const bytes = readFileSync(layoutFixture(name))
  const isWide = bytes[0] === 0xff
  const encoding = isWide ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  return new TextDecoder(encoding).decode(bytes)
}

for (const name of readdirSync(layoutFixture('')).filter(file => /^(?!appfolio|template).*\.csv$/.test(file))) {
  const original = textIn(name)
  const delimiter = /;;|\t/.exec(original)?.[0][0] ?? ','
  const rows =
    delimiter === ','
      ? cellsOf(original)
      : cellsOf(
          original
            .replaceAll(/"[^"]*"/g, quote => quote.replaceAll(',', '\u0000'))
            .replaceAll(',', '\u0000')
            .replaceAll(delimiter, ','),
        ).map(row => row.map(cell => cell.replaceAll('\u0000', ',')))
  test(`${name} gives the same records in every form`, async () => {
    const expected = await readText(textOf(rows))
    assert.ok(expected.rows.length > 1)
    for (const [form, write] of Object.entries(VARIANTS)) {
      const actual = await readText(write(rows))
      assert.deepEqual(bare(actual), bare(expected), form)
    }
  })
}

test('a page that repeats its header below a Yardi summary continues with units', async () => {
  const rows = cellsOf(readFileSync(layoutFixture('yardi-rent-roll-hard.csv'), 'utf8'))
  const unit = ['9', 'c1', '650', 't0040099', 'Uma Later', '900', '880', '0', '0', '2026-01-01', '2026-12-31', '', '0']
  const more = [
    ['Current/Notice/Vacant Residents'],
    unit,
    ['', '', '', 'Total', 'Cherry Row(che)', '900', '880', '0', '0', '', '', '', '0'],
  ]
  const [before, after] = [await readText(textOf(rows)), await readText(textOf([...rows, ...pageHead(rows), ...more]))]
  const labels = ({ rows }: typeof after) => rows.map(row => `${row.property.name} ${row.unit.label}`)
  assert.deepEqual(labels(after), [...labels(before), 'Cherry Row 9'])
})

const EMPTY = [
  'VACANT',
  'Vacant Ready',
  'VACANT UNIT',
  '*VACANT*',
  '-- Vacant --',
  '(Vacant)',
  'Vacant - Not Ready',
  'Vacancy',
  'VAC',
]

test('however a file spells that a unit is vacant, that is not the name of a resident, and a surname such as Vacanti is', async () => {
  const yardi = textIn('yardi-lease-charges.csv')
  const buildium = textIn('buildium.csv')
  for (const word of EMPTY) {
    const forms = {
      'both columns': yardi.replace(',VACANT,VACANT,', `,${word},${word},`),
      'the name alone': yardi.replace(',VACANT,VACANT,', `,,${word},`),
      Buildium: buildium.replaceAll(/,VACANT,/g, `,${word},`),
    }
    for (const [form, text] of Object.entries(forms)) {
      const expected = await readText(form === 'Buildium' ? buildium : yardi)
      assert.deepEqual(bare(await readText(text)), bare(expected), `${word} in ${form}`)
    }
  }
  const { rows } = await readText(yardi.replace(',VACANT,VACANT,', ',t0010002,"Vacanti, Rosa",'))
  assert.deepEqual(
    rows.find(({ unit }) => unit.label === '102')?.tenancy?.residents.map(one => one.last_name),
    ['Vacanti'],
  )
})

test('a unit that a file calls vacant and rented is rented ahead', async () => {
  const yardi = textIn('yardi-lease-charges.csv').replace(/Future Residents.*?(?=,,,Total)/s, '')
  const { rows } = await readText(yardi.replace(',VACANT,VACANT,', ',Vacant-Leased,Vacant-Leased,'))
  assert.equal(rows.find(({ unit }) => unit.label === '102')?.status, 'VACANT_RENTED')
})

test('the charges below a unit whose cells are shifted are not added to another unit', async () => {
  const text = readFileSync(layoutFixture('yardi-lease-charges.csv'), 'utf8')
  const shifted = text.replace(
    /^,,,,,,trash/m,
    ',,,,,,Total,"1,180.00",,,,,,\n999,ox1,640,t1,Elm, Ann,1,rent,5.00,0,0,1/1/2026,,,0\n$&',
  )
  const { rows, problems } = await readText(shifted)
  const [first] = rows
  assert.deepEqual(
    [first?.unit.label, first?.tenancy?.lease.rentCents, first?.tenancy?.lease.otherCharges],
    ['101', 118_000, []],
  )
  assert.deepEqual(
    problems.map(({ reason }) => reason.replace(/\. .*/, '')),
    ['The row has more cells than the header, so some are shifted', 'The row that begins with “trash” cannot be read'],
  )
})

test('a name alone in the column of tenants is reported, and begins no property', async () => {
  const text = readFileSync(layoutFixture('buildium.csv'), 'utf8')
  const plain = await readText(text)
  const [row = ''] = text.split('\n').filter(line => /^1,/.test(line))
  const { rows, problems, end } = await readText(text.replace(row, `${row}\n,Bo Roommate,,,,,,,,,,,,`))
  const facts = (read: typeof plain) =>
    read.rows.map(({ property, unit, status }) => [property.name, unit.label, status])
  assert.deepEqual(facts({ ...plain, rows }), facts(plain))
  assert.deepEqual(end.differences, plain.end.differences)
  assert.deepEqual(
    problems.filter(({ column }) => column === 'Tenants').map(({ reason }) => reason),
    ['“Bo Roommate” is not a row of the table. It is ignored; check that it is not a unit.'],
  )
})

for (const name of ['onesite.csv', 'entrata.csv']) {
  test(`two last names and two first names are one resident in ${name}`, async () => {
    const text = textIn(name)
    const { rows } = await readText(text.replace('"Sample, Jane"', '"García Márquez, Ana María"'))
    const expected = namesIn((await readText(text)).rows[0])
    assert.deepEqual([expected, namesIn(rows[0])], [['Jane Sample'], ['Ana María García Márquez']])
  })
}

test('a unit of Buildium whose lease has a rent that is not per month is left out with all of its leases', async () => {
  const header =
    'Unit,Tenants,Lease Start,Lease End,Rent Cycle,Rent,Recurring Charges,Recurring Credits,Total,Deposits Held,Prepayments,Balance Due\n'
  const roll = await readText(
    `As of 5/1/2026\n${header}9 Elm Street,,,,,,,,,,,\n1,Ann Elm,1/1/2026,12/31/2026,Weekly,250,250,0,250,0,0,0\n1,Bo Fir,1/1/2027,12/31/2027,Monthly,1000,1000,0,1000,0,0,0\n2,Cy Oak,1/1/2026,12/31/2026,Quarterly,0,0,0,0,0,0,0\n`,
  )
  assert.deepEqual(
    roll.rows.map(({ unit }) => unit.label),
    ['2'],
  )
  assert.deepEqual(
    roll.problems.map(({ line, column, leftOut, reason }) => [line, column, leftOut, reason.slice(0, 50)]),
    [
      [4, 'Rent Cycle', 'row', 'The rent is “Weekly”, but rent is imported per mon'],
      [5, 'Unit', 'row', 'Line 4 of the same unit, “1”, is rejected. Correct'],
    ],
  )
})
