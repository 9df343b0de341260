/** Text that a program has garbled on its way to the file is repaired if it is certain what it was, and reported. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { repaired } from '#server/import/read/garbled.ts'
import { namesIn, readText } from './read-all.ts'

test('text that was encoded twice, or in the notation of web pages, is what it was', () => {
  const cases = [
    ['JosÃ© NÃºÃ±ez', 'José Núñez'],
    ['O’Brien & Oâ€™Brien', 'O’Brien & O’Brien'],
    ['Jos√© N√∫√±ez', 'José Núñez'],
    ['Jos├⌐ N├║├▒ez', 'José Núñez'],
    ['Ã\u0081ngel', 'Ángel'],
    ['20Â\u00a0Elm St', '20\u00a0Elm St'],
    ['John &amp; Jane O&#39;Brien, &quot;Jr&quot;', `John & Jane O'Brien, "Jr"`],
    ['Pe&ntilde;a &#xE9;', 'Peña é'],
    ['Smith&Jones;', 'Smith&Jones;'],
    ['São José', 'São José'],
    ['CAFÉ’S', 'CAFÉ’S'],
    ['“Élise” — É™', '“Élise” — É™'],
    ['&#1;&#55296;', '&#1;&#55296;'],
  ] as const
  for (const [was, is] of cases) assert.equal(repaired(was), is)
})

const HEADER = 'Property,Unit,Tenant,Rent,Past Due?'
const told = ({ problems }: Awaited<ReturnType<typeof readText>>) =>
  problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)

test('what was repaired is reported once, in a text file and in a workbook', async () => {
  const rows = [HEADER, 'Oak,1,JosÃ© Elm,900,No', 'Oak,2,Ann &amp; Bob Fir,900,No', 'Oak,3,Al Yew,900,No']
  const cells = rows.map(row => row.split(',') as CellValue[])
  const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Roll', rows: cells }] }))
  for (const file of [rows.join('\n'), workbook]) {
    const roll = await readText(file)
    assert.deepEqual(roll.rows.map(namesIn), [['José Elm'], ['Ann Fir', 'Bob Fir'], ['Al Yew']])
    assert.deepEqual(told(roll), [
      '2 Tenant: “JosÃ© Elm” is read and imported as “José Elm”, because a program saved its letters in the wrong encoding, here and in 1 more cell. Check that this is right.',
    ])
  }
})

test('a letter that is lost is reported, and so is the encoding of MS-DOS', async () => {
  const rows = (...names: string[]) =>
    `${HEADER}\n${names.map((name, index) => `Oak,${index + 1},${name},900,No\n`).join('')}`
  assert.deepEqual(told(await readText(rows('Ann Elm', 'Jos\ufffd Elm', 'Ann Nu?ez', 'Mar¡a Elm'))), [
    '3 Tenant: “Jos\ufffd Elm” seems to have lost a letter, because a program saved the file in the wrong encoding, here and in 2 more cells. It is imported as it is. Export the file again as a workbook or as “CSV UTF-8”, or correct it.',
  ])
  assert.deepEqual(told(await readText(Buffer.from(rows('Jos\u0082 Elm'), 'latin1'))), [
    '2 Tenant: The file is read in the encoding of MS-DOS, in which this is “José Elm”. It is imported as such. Check that this is right.',
  ])
})
