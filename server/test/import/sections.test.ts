/** The headings of a rent roll's groups, wherever the table begins. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { layoutFixture } from './layouts.ts'
import { readText } from './read-all.ts'

test('headings of groups are no units if the first column of the report is empty', async () => {
  const text = readFileSync(layoutFixture('appfolio-by-status-columns.csv'), 'latin1')
  const shifted = text.replaceAll(/^/gm, ';').replace(/;$/, '')
  const [plain, moved] = [await readText(text), await readText(shifted)]
  const units = ({ rows }: typeof plain) => rows.map(({ unit, status }) => [unit.label, status])
  assert.deepEqual(units(plain), [
    ['1', 'CURRENT'],
    ['2', 'NOTICE_UNRENTED'],
    ['3', 'VACANT_UNRENTED'],
  ])
  assert.deepEqual([units(moved), moved.problems], [units(plain), []])
})
