/** Amounts as pages show them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, wholeMoney } from '../../../console/src/kit/format.ts'

test('an amount that rounds to nothing has no sign, and any other keeps its own', () => {
  assert.deepEqual([0, -0, -40, -51, 49, -120_000].map(wholeMoney), ['$0', '$0', '$0', '-$1', '$0', '-$1,200'])
  assert.deepEqual([0, -0, -40, -120_000].map(money), ['$0.00', '$0.00', '-$0.40', '-$1,200.00'])
})
