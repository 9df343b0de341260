/** Rows and their physical lines, within limits. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { detectDelimiter, readTable, type TableRow } from '#server/import/read/table.ts'

async function rowsOf(text: string | Iterable<string>): Promise<TableRow[]> {
  async function* pieces() {
    if (typeof text === 'string') yield text
    else yield* text
  }
  return Array.fromAsync(readTable(pieces()))
}

test('rows know the physical line they begin on, even after quoted line breaks and blank lines', async () => {
  const rows = await rowsOf('a,b\n\n1,"x\ny\nz"\n2,w\n\n"3\n",v')
  assert.deepEqual(rows, [
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', 'x\ny\nz'] },
    { line: 6, cells: ['2', 'w'] },
    { line: 8, cells: ['3\n', 'v'] },
  ])
})

test('the delimiter is the one that yields the most column names', () => {
  assert.equal(detectDelimiter('Rent Roll\nProperty,Unit,Status\n'), ',')
  assert.equal(detectDelimiter('Columbus, OH, USA, 43215, a, b\n"Property";"Unit";"Status"\n'), ';')
  assert.equal(detectDelimiter('Property\tUnit\tTenant\n'), '\t')
  assert.equal(detectDelimiter('Property|Unit|Tenant\n'), '|')
  assert.equal(detectDelimiter('nothing known'), ',')
})

test('stray quotation marks inside a cell are kept', async () => {
  const [row] = await rowsOf('Joe "Red" Elm,5" pipe\n')
  assert.deepEqual(row?.cells, ['Joe "Red" Elm', '5" pipe'])
})

test('lines that a program has quoted as a whole are read as they were, however they are divided', async () => {
  const text = 'Rent Roll\n"Unit,Tenant,Rent"\n"1,""Elm, Ann"",""1,000"""\n"2,Bo ""Red"" Fir,900"\nTotal'
  for (const pieces of [[text], [...text]]) {
    const rows = await rowsOf(pieces)
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, ...cells]),
      [
        [1, 'Rent Roll'],
        [2, 'Unit', 'Tenant', 'Rent'],
        [3, '1', 'Elm, Ann', '1,000'],
        [4, '2', 'Bo "Red" Fir', '900'],
        [5, 'Total'],
      ],
    )
  }
  const [, title] = await rowsOf('Unit,Tenant,Rent\n"Unit, Tenant"\n')
  assert.deepEqual(title?.cells, ['Unit, Tenant'])
})

test('a quotation mark after a delimiter and spaces quotes its cell', async () => {
  const rows = await rowsOf('"Unit", "Tenant", "Rent"\n"1",  "Elm, Ann", "1,000"\n2, Bo, \n')
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      ['Unit', 'Tenant', 'Rent'],
      ['1', 'Elm, Ann', '1,000'],
      ['2', 'Bo', ''],
    ],
  )
  const [tabs] = await rowsOf('Unit\tTenant\tStatus\n'.concat('1\t\t "Elm\tAnn"\n')).then(([, row]) => [row])
  assert.deepEqual(tabs?.cells, ['1', '', 'Elm\tAnn'])
})

test('rows below a report title do not cause an error each', async t => {
  const captured = t.mock.method(Error, 'captureStackTrace')
  const rows = await rowsOf(`Rent Roll\n${'101,Elm,1500\n'.repeat(200)}`)
  assert.equal(rows.length, 201)
  assert.ok(captured.mock.callCount() < 20, `${captured.mock.callCount()} errors were made`)
})

function* repeat(piece: string, times: number) {
  for (let count = 0; count < times; count++) yield piece
}

test('cells beyond the limit of columns that are empty are not counted', async () => {
  const [row] = await rowsOf(`a,b${','.repeat(700)}\n`)
  assert.deepEqual([row?.cells.slice(0, 2), row?.cells.length], [['a', 'b'], 200])
})

test('exceeded limits are refused with the line', async () => {
  const cases: [string | Iterable<string>, RegExp][] = [
    ['a,b\n'.repeat(2) + 'x,'.repeat(250), /Line 3 has 250 columns; at most 200/],
    [`a,b\n"${'y'.repeat(70_000)}",z\n`, /Line 2, cell 1 is longer than 65536 characters/],
    ['a,b\nc,"d\ne,f\n', /begins on line 2 opens a quotation mark that is never closed/],
    [repeat('z'.repeat(60_000), 100), /does not end within 1048576 characters/],
    [repeat(','.repeat(60_000), 100), /does not end within 1048576 characters/],
    [repeat(`${','.repeat(30_000)}"\n"`, 100), /does not end within 1048576 characters/],
  ]
  for (const [text, message] of cases) await assert.rejects(rowsOf(text), { name: 'Refusal', message })
})

test('a reader that stops early, and one that fails, stop reading the text', async () => {
  const ended = Promise.withResolvers<void>()
  async function* endless() {
    try {
      for (;;) yield 'Property,Unit\n'
    } finally {
      ended.resolve()
    }
  }
  for await (const row of readTable(endless())) if (row.line > 3) break
  await ended.promise
  async function* failing() {
    yield 'Property,Unit\n'.repeat(10_000)
    throw new Error('the disk is gone')
  }
  await assert.rejects(Array.fromAsync(readTable(failing())), { message: 'the disk is gone' })
})
