/** Random months of an office, leap February included: every figure that it shows is the one that its agreements and payments give. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { OfficeHistory, officeStep } from './office-history.ts'

const world = useWorld({ own: true })
/** Six weeks before a leap February. */
before(() => world.clock.advance(Date.parse('2027-12-20T12:00:00Z') - world.clock.now()))
const seed = Number(process.env.FUZZ_SEED ?? repeats(20_280_229, randomInt(2 ** 31)))
const STEPS = 120

test('every balance, rent roll, report and list of an office is what its months add up to', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(officeStep, { minLength: STEPS, maxLength: STEPS }), async steps => {
      const office = await OfficeHistory.begin(world, done)
      for (const [index, each] of steps.entries()) {
        await office.take(each)
        if (index % 6 === 5) await office.check()
      }
    }),
    { numRuns: repeats(2, 40), seed, endOnFailure: true },
  )
  assert.ok(done.size >= 18, `of the steps only ${[...done.keys()].join(', ')} were taken`)
})
