/** The statuses that the console offers for a work order. The console imports the client alone, so it states them again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEXT_STATUSES } from '#server/domain/work-orders/rules.ts'
import { NEXT_STATUSES as OFFERED } from '../../../console/src/work-orders/work-order-choices.ts'

test('the console offers exactly the statuses that the service allows next', () => {
  assert.deepEqual(OFFERED, NEXT_STATUSES)
})
