/** Every past day's rent roll stays as it was, whatever is done to leases, unless a step states an earlier day from which it counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import { createRandom } from '#server/seed/random.ts'
import { repeats } from '../../sizes.ts'
import { useWorld } from '../../world.ts'
import { checkResidentStatuses } from '../resident-statuses.ts'
import { LeaseHistory } from './lease-history.ts'

const world = useWorld({ own: true })
/** A day after all others: a step that counts from it changes no day at all. */
const NO_DAY = '9999-12-31'
const HISTORIES = repeats(1, 8)
const STEPS = repeats(40, 60)

for (let number = 1; number <= HISTORIES; number++) {
  test(`over random history ${number} of leases, a step changes no day before the one it counts from`, async () => {
    const done = new Set<string>()
    const random = createRandom(`past days ${number}`)
    const history = await LeaseHistory.begin(world, random)
    for (let turn = 0; turn < STEPS; turn++) {
      if (random.chance(0.3)) {
        world.clock.advance(86_400_000 * random.pick([1, 1, 1, 2, 5, 12]))
        await history.checkPast(NO_DAY, 'a day passes')
      }
      const step = await history.draw()
      try {
        await step.take()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await history.checkPast(NO_DAY, `${step.name} is refused`)
        continue
      }
      done.add(step.kind)
      await history.checkPast(step.countsFrom, step.name)
      await history.checkOneActive()
      await history.checkStatuses()
      const days = [0, 1, random.integer(2, 400), -random.integer(1, 400)].map(each => addDays(history.today(), each))
      await checkResidentStatuses(world, history.organization, days)
    }
    assert.ok(done.size > LeaseHistory.KINDS.length / 2, `few steps were done: ${[...done].join()}`)
  })
}
