/** What the button says that selects the rows of every page of a list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectAll } from '../../../console/src/records/select-all.ts'

const words = (number: number) => `${number.toLocaleString('en-US')} units`

test('as many rows are offered as can be selected, until they are', () => {
  assert.equal(selectAll(466, 20, words), 'Select all 466 units')
  assert.equal(selectAll(466, 466, words), undefined)
  assert.equal(selectAll(1_000, 20, words), 'Select all 1,000 units')
  assert.equal(selectAll(1_493, 20, words), 'Select the first 1,000 units')
  assert.equal(selectAll(1_493, 1_000, words), undefined)
})
