/** Which Idempotency-Key a form of the console sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, unreachable } from '#client/errors.ts'
import { newAttempt } from '../../../console/src/kit/attempt.ts'
import { recordOutcome } from '../../../console/src/kit/unknown-outcome.ts'

const lost = () => recordOutcome(Promise.reject(unreachable()))
const refused = () => recordOutcome(Promise.reject(new ApiError(409, 'conflict', 'Refused')))

/** Sends each of these values in turn and returns the keys by their first occurrence: 1 for the first key, 2 for the second. */
async function keysOf(steps: [values: string, outcome?: () => Promise<unknown>][]): Promise<number[]> {
  const attempt = newAttempt()
  const keys: string[] = []
  for (const [values, outcome = () => Promise.resolve()] of steps)
    await attempt(values, key => {
      keys.push(key)
      return outcome()
    }).catch(() => {})
  const known = [...new Set(keys)]
  return keys.map(key => known.indexOf(key) + 1)
}

test('equal values keep their key until they are stored, and other values keep it only if the first may have been stored', async () => {
  assert.deepEqual(await keysOf([['a', refused], ['a', refused], ['b']]), [1, 1, 2])
  assert.deepEqual(await keysOf([['a', lost], ['a']]), [1, 1])
  assert.deepEqual(await keysOf([['a', lost], ['b', refused], ['b']]), [1, 1, 1])
})

test('what is sent after a success gets a new key, even if its values are the same or a reply was lost before', async () => {
  assert.deepEqual(await keysOf([['a'], ['a']]), [1, 2])
  assert.deepEqual(await keysOf([['a', lost], ['a'], ['b'], ['b']]), [1, 1, 2, 3])
})
