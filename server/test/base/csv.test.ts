/** CSV that no spreadsheet takes for formulas, in whatever way it divides a line into cells. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from '#server/base/csv.ts'
import { csvOf } from '../../../console/src/kit/csv.ts'

test('text that a spreadsheet would read as a formula gets an apostrophe in front, and numbers do not', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const text = `${start}1+1`
    const [, cell] = /^"?([^"]*)"?\r\n$/.exec(csvLine([text])) ?? []
    assert.equal(cell, `'${text}`)
  }
  assert.equal(csvLine([-5, 'Unit = 4', null, true]), '-5,Unit = 4,,true\r\n')
})

test('text with a separator of any country is quoted, so that no part of it becomes a cell of its own', () => {
  for (const separator of [',', ';', '\t', '|']) {
    assert.equal(csvLine([`Maple${separator}=1+1`]), `"Maple${separator}=1+1"\r\n`)
  }
  assert.equal(csvLine(['say "hi"', 'two\nlines']), '"say ""hi""","two\nlines"\r\n')
})

test('a file that a page of the console makes has the same cells as one that the service sends', () => {
  const cells = ['Maple', '=1+1', '＝1+1', '\n=1+1', 'A;=1+1', 'A|B', 'say "hi"', 7, -5, null]
  assert.equal(csvOf(['Name'], [cells]), `Name\r\n${csvLine(cells)}`)
})
