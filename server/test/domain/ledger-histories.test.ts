/** Long random histories of money, compared with a model that is kept apart from the ledger. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { History, step } from './ledger-history.ts'

const world = useWorld({ own: true })
const HISTORIES = repeats(3, 8)
const STEPS = 60

test('after any operation every figure follows from the ledger on every day, and no cent appears or vanishes', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async steps => {
      const history = await History.begin(world, done)
      for (const each of steps) await history.take(each)
      await history.checkEvents()
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
  // It is a matter of chance which steps were left out, but not that most of them were taken. Some depend on others, such as a payment in transit.
  assert.ok(done.size >= 10, `of the seventeen only ${[...done.keys()].join(', ')} were done`)
})
