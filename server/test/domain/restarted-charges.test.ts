/** A future lease that is rescheduled, however often, charges each of its days what begins with it, once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { type Charge, changedCharges, isInForce, restartedCharges } from '#server/domain/leases/charges.ts'
import { createRandom } from '#server/seed/random.ts'

const FIRST = '2026-04-01'

function rent(fields: Partial<Charge> = {}): Charge {
  return {
    code: 'RENT',
    description: 'Rent',
    amount_cents: 1_000,
    effective_from: FIRST,
    effective_to: null,
    ...fields,
  }
}

/** The stored charges after these rows are saved. */
function saved(charges: readonly Charge[], rows: readonly Charge[]): Charge[] {
  const byKey = new Map([...charges, ...rows].map(row => [`${row.description} ${row.effective_from}`, row]))
  return [...byKey.values()]
}

/** The amounts above 0 that are in force on a day. */
function on(charges: readonly Charge[], day: string): number[] {
  return charges.filter(charge => isInForce(charge, day) && charge.amount_cents > 0).map(row => row.amount_cents)
}

test('days that a lease loses and gets back keep their rent', () => {
  const raised = [rent({ effective_to: '2026-04-19' }), rent({ amount_cents: 1_200, effective_from: '2026-04-20' })]
  const moved = (...days: string[]) => {
    let [charges, first] = [raised, FIRST]
    for (const day of days) {
      charges = saved(charges, restartedCharges(charges, first, day))
      first = day
    }
    return ['2026-03-25', '2026-04-01', '2026-04-19', '2026-04-20', '2026-05-02'].map(day => on(charges, day))
  }
  const asAgreed = [[], [1_000], [1_000], [1_200], [1_200]]
  assert.deepEqual(moved('2026-05-01', FIRST), asAgreed)
  assert.deepEqual(moved('2026-04-20', '2026-05-01', FIRST), asAgreed)
  assert.deepEqual(moved('2026-04-20', FIRST), asAgreed)
  assert.deepEqual(moved('2026-05-01', '2026-03-25'), [[1_000], [1_000], [1_000], [1_200], [1_200]])
})

test('after any number of changes of the start and of the rent, each day of the lease has its rent exactly once', () => {
  const random = createRandom('restarted charges')
  const day = () => addDays('2026-03-20', random.integer(0, 60))
  for (let round = 0; round < 300; round++) {
    let [charges, first] = [[rent()], FIRST]
    const steps: string[] = []
    for (let step = 0; step < 8; step++) {
      const next = day()
      if (random.integer(0, 2) === 0) {
        const from = next < first ? first : next
        const raise = { code: 'RENT', amount_cents: 1_000 + steps.length, at: () => 'charges' } as const
        charges = saved(charges, changedCharges(charges, from, [raise]))
        steps.push(`rent from ${from}`)
      } else {
        charges = saved(charges, restartedCharges(charges, first, next))
        first = next
        steps.push(`start ${first}`)
      }
      for (let ahead = 0; ahead < 70; ahead++) {
        const shown = addDays(first, ahead)
        assert.equal(on(charges, shown).length, 1, `${shown} after ${steps.join(', ')}`)
      }
    }
  }
})
