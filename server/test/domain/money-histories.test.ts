/** Long random histories of money, in which months are billed and voided, payments are voided and restored, and late fees are charged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { MoneyHistory, moneyStep } from './money-history.ts'

const world = useWorld({ own: true })
const HISTORIES = repeats(2, 100)
const STEPS = 80

test('no operation on any day applies money twice, leaves an invoice overpaid or changes an earlier day', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(moneyStep, { minLength: STEPS, maxLength: STEPS }), async steps => {
      const history = await MoneyHistory.begin(world, done)
      for (const each of steps) await history.take(each)
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
  assert.ok(done.size >= 10, `of the steps only ${[...done.keys()].join(', ')} were done`)
})
