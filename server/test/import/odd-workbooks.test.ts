/** What workbooks hold besides a table: formulas that failed, and sheets that are charts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'
import { storedWorkbook } from './workbook.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

test('the error of a formula, or a formula without its value, is never a name, a unit or a property', async () => {
  const header = ['Property', 'Unit', 'Tenant', 'Email', 'Rent']
  const wrong = [
    '#N/A',
    '#REF!',
    '#NAME?',
    '#SPILL!',
    'Err:522',
    '=A3',
    "='Unit list'!$B$7",
    '=VLOOKUP(B2,Sheet2!A:C,3,0)',
    '=1+1',
  ]
  for (const text of wrong) {
    const rows = [
      [text, '1', 'Ann Elm', '', '900'],
      ['Oak', text, 'Bo Fir', '', '900'],
      ['Oak', '3', text, '', '900'],
      ['Oak', '4', 'Cy Yew', text, '900'],
    ]
    const csv = [header, ...rows].map(row => row.map(cell => `"${cell}"`).join(',')).join('\n')
    const read = await readText(csv)
    assert.deepEqual(
      read.rows.map(({ unit, tenancy }) => [
        unit.label,
        tenancy?.residents[0]?.last_name,
        tenancy?.residents[0]?.email,
      ]),
      [['4', 'Yew', undefined]],
      text,
    )
    assert.deepEqual(
      read.problems
        .filter(({ reason }) => / (?:write|Write) the value|name the tenant/.test(reason))
        .map(({ line }) => line),
      [2, 3, 4, 5],
    )
  }
  const plain = await readText('Property,Unit,Tenant\nOak,#12,#1 Nails LLC\n')
  assert.deepEqual(
    [plain.rows[0]?.unit.label, plain.rows[0]?.tenancy?.residents[0]?.last_name],
    ['#12', '#1 Nails LLC'],
  )
})

/** A workbook of one sheet of this name, which hides its second row, formats units as 0000, and has a formula without its value in the last row. */
function named(name: string): Buffer {
  const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
  return storedWorkbook({
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&#34;A-&#34;000"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${['Property', 'Unit', 'Tenant'].map(text).join('')}</row><row r="2" hidden="1">${text('Elm &#38; Fir')}<c r="B2" s="1"><v>12</v></c>${text('Ann &amp; Bo Elm')}</row><row r="3">${text('Elm &amp; Fir')}<c r="B3"><f>A1&amp;B&#49;</f></c>${text('Cy Yew')}</row></sheetData></worksheet>`,
  })
}

test('a workbook whose names, formats and formulas have characters in any notation of XML is read like every other', async () => {
  for (const name of ['Elm &amp; Fir', 'Elm &#38; Fir', 'Elm &#x26; Fir']) {
    const { header, rows, problems } = await readText(named(name))
    assert.deepEqual(header.sheet, { name: 'Elm & Fir', others: [], hidden: { rows: 1, line: 2 } }, name)
    assert.deepEqual(
      rows.map(({ property, unit, tenancy }) => [property.name, unit.label, tenancy?.residents.length]),
      [['Elm & Fir', 'A-012', 2]],
    )
    assert.match(problems.find(({ line }) => line === 3)?.reason ?? '', /^“=A1&B1” is a formula that was saved without/)
  }
})

test('a sheet that is a chart is passed over', async () => {
  const parts = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="Chart1" sheetId="2" r:id="r2"/><sheet name="Roll" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${LINKS}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
    'xl/chartsheets/sheet1.xml': `<chartsheet xmlns="${MAIN}"/>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${[
      ['Property', 'Unit', 'Tenant'],
      ['Oak', '1', 'Ann Elm'],
    ]
      .map(row => `<row>${row.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  }
  const { header, rows } = await readText(storedWorkbook(parts))
  assert.deepEqual([header.sheet, rows.length], [{ name: 'Roll', others: [] }, 1])
})
