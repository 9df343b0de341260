/** How recurring charges change: in examples, and in thousands of random changes that must leave earlier days and other charges alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { type Charge, changedCharges, endedCharges, isInForce } from '#server/domain/leases/charges.ts'
import { createRandom } from '#server/seed/random.ts'
import { calls } from '../calls.ts'
import { signed, storeHome } from '../leasing.ts'
import { conflicts, names } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { cancelNotice, changeCharges, endLease, recordNotice, renewLease } = calls

const world = useWorld()
const org = useOrganization(world)

const cat = { code: 'PET', description: 'Cat' } as const

/** A current lease at 142,500 cents per month, and its charges after each change: [code, amount, from, to]. */
async function running(charges: Parameters<typeof signed>[2] = {}) {
  const { lease_id: id } = await signed(org, await storeHome(org), charges)
  const shown = ({ recurring_charges }: Awaited<ReturnType<typeof signed>>) =>
    recurring_charges.map(({ code, amount_cents, from, to }) => [code, amount_cents, from, to])
  return {
    change: async (changes: object[], effective_on?: string) =>
      shown(
        await org.within(context =>
          changeCharges(context, { lease_id: id, charges: changes as never, ...(effective_on && { effective_on }) }),
        ),
      ),
    renew: async (fields: object) =>
      shown(await org.within(context => renewLease(context, { lease_id: id, ...fields }))),
    end: async (move_out_date: string) =>
      shown(await org.within(context => endLease(context, { lease_id: id, move_out_date }))),
    notice: async (move_out_date?: string) =>
      shown(
        await org.within(context => recordNotice(context, { lease_id: id, ...(move_out_date && { move_out_date }) })),
      ),
    stay: async () => shown(await org.within(context => cancelNotice(context, { lease_id: id }))),
  }
}

test('a new amount ends the one before it, and a planned amount stays', async () => {
  const { change } = await running()
  await change([{ code: 'RENT', amount_cents: 160_000 }], '2026-06-01')
  assert.deepEqual(
    await change([
      { code: 'RENT', amount_cents: 150_000 },
      { ...cat, amount_cents: 2_500 },
    ]),
    [
      ['RENT', 142_500, '2025-09-01', '2026-03-14'],
      ['PET', 2_500, '2026-03-15', null],
      ['RENT', 150_000, '2026-03-15', '2026-05-31'],
      ['RENT', 160_000, '2026-06-01', null],
    ],
  )
})

test('a second change on the same day replaces the first, and one that changes nothing leaves no trace', async () => {
  const { change } = await running()
  await change([{ code: 'RENT', amount_cents: 150_000 }])
  const once = await change([{ code: 'RENT', amount_cents: 155_000 }])
  assert.deepEqual(once, [
    ['RENT', 142_500, '2025-09-01', '2026-03-14'],
    ['RENT', 155_000, '2026-03-15', null],
  ])
  assert.deepEqual(await change([{ code: 'RENT', amount_cents: 155_000 }], '2026-04-01'), once)
})

test('a raise that is withdrawn leaves no trace, and does not end one that is entered again for an earlier day', async () => {
  const { change } = await running()
  const agreed = [['RENT', 142_500, '2025-09-01', null]]
  await change([{ code: 'RENT', amount_cents: 160_000 }], '2026-06-01')
  assert.deepEqual(await change([{ code: 'RENT', amount_cents: 142_500 }], '2026-06-01'), agreed)
  assert.deepEqual(await change([{ code: 'RENT', amount_cents: 162_000 }], '2026-05-15'), [
    ['RENT', 142_500, '2025-09-01', '2026-05-14'],
    ['RENT', 162_000, '2026-05-15', null],
  ])
  assert.deepEqual(await change([{ code: 'RENT', amount_cents: 142_500 }], '2026-05-15'), agreed)
  const again = await change([{ code: 'RENT', amount_cents: 161_000 }], '2026-06-01')
  assert.deepEqual(again.at(-1), ['RENT', 161_000, '2026-06-01', null])
})

test('an ended charge ends together with its planned changes, and can be resumed', async () => {
  const { change } = await running()
  await change([{ ...cat, amount_cents: 2_500 }], '2026-03-01')
  await change([{ ...cat, amount_cents: 3_000 }], '2026-06-01')
  const rent = ['RENT', 142_500, '2025-09-01', null]
  assert.deepEqual(await change([{ ...cat, amount_cents: null }], '2026-04-01'), [
    rent,
    ['PET', 2_500, '2026-03-01', '2026-03-31'],
  ])
  assert.deepEqual(await change([{ ...cat, amount_cents: 4_000, to: '2026-06-30' }], '2026-06-01'), [
    rent,
    ['PET', 2_500, '2026-03-01', '2026-03-31'],
    ['PET', 4_000, '2026-06-01', '2026-06-30'],
  ])
})

test('a change with a field that is not valid is refused with the field’s path', async () => {
  const { change } = await running({ start_date: '2026-03-01' })
  const rent = { code: 'RENT', amount_cents: 150_000 }
  await change([{ code: 'RENT', amount_cents: 160_000 }], '2026-06-01')
  await assert.rejects(change([]), names('charges'))
  await assert.rejects(change([rent], '2026-02-28'), names('effective_on'))
  await assert.rejects(change([{ ...rent, amount_cents: -1 }]), names('charges[0].amount_cents'))
  await assert.rejects(change([rent, { code: 'CONCESSION', amount_cents: 1 }]), names('charges[1].amount_cents'))
  await assert.rejects(change([{ ...rent, to: '2026-03-14' }]), names('charges[0].to'))
  await assert.rejects(change([{ ...rent, to: null }]), names('charges[0].to'))
  await assert.rejects(change([{ ...rent, to: '2026-06-01' }]), names('charges[0].to'))
  await assert.rejects(change([{ ...cat, amount_cents: null }]), names('charges[0]'))
  await assert.rejects(change([rent, { ...rent, amount_cents: null }]), names('charges[1]'))
  await assert.rejects(change([{ code: 'DEPOSIT', amount_cents: 1 }]), names('charges[0].code'))
})

test('a renewal requires a rent, and carries over charges that have no end', async () => {
  const ending = await running({
    charges: [
      { code: 'RENT', amount_cents: 142_500, to: '2026-08-31' },
      { ...cat, amount_cents: 2_500 },
      { code: 'PARKING', amount_cents: 5_000, to: '2026-08-31' },
    ],
  })
  await assert.rejects(ending.renew({ end_date: '2027-08-31' }), names('rent_cents'))
  const from = '2025-09-01'
  assert.deepEqual(await ending.renew({ end_date: '2027-08-31', rent_cents: 150_000 }), [
    ['PARKING', 5_000, from, '2026-08-31'],
    ['PET', 2_500, from, null],
    ['RENT', 142_500, from, '2026-08-31'],
    ['RENT', 150_000, '2026-09-01', null],
  ])
  const kept = await running()
  assert.deepEqual(await kept.renew({ charges: [{ ...cat, amount_cents: 2_500 }] }), [
    ['RENT', 142_500, from, null],
    ['PET', 2_500, '2026-09-01', null],
  ])
  await assert.rejects(kept.renew({ starts_on: '2026-09-01' }), conflicts(/A term from 2026-09-01 is already agreed/))
  const shared = await running({
    charges: [
      { code: 'RENT', amount_cents: 100_000 },
      { code: 'RENT', description: 'Garage', amount_cents: 10_000 },
    ],
  })
  await assert.rejects(shared.renew({ rent_cents: 120_000 }), names('rent_cents'))
  assert.deepEqual(await shared.renew({ rent_cents: 110_000, end_date: '2027-08-31' }), [
    ['RENT', 10_000, from, null],
    ['RENT', 100_000, from, null],
  ])
  const rising = await running()
  await rising.change([{ code: 'RENT', amount_cents: 160_000 }], '2027-01-01')
  await assert.rejects(rising.renew({ rent_cents: 150_000 }), (error: { details?: { message: string }[] }) => {
    assert.match(String(error.details?.[0]?.message), /another rent is agreed from 2027-01-01 on/)
    return names('rent_cents')(error)
  })
  assert.deepEqual(await rising.renew({ rent_cents: 142_500, end_date: '2027-08-31' }), [
    ['RENT', 142_500, from, '2026-12-31'],
    ['RENT', 160_000, '2027-01-01', null],
  ])
})

test('a renewal states its first day if the term has no end or ended long ago, and is refused after a notice', async () => {
  const open = await running({ end_date: null })
  await assert.rejects(open.renew({ end_date: '2027-03-14' }), names('starts_on'))
  const over = await running({ end_date: '2026-02-28' })
  await assert.rejects(over.renew({ end_date: '2027-02-28' }), names('starts_on'))
  assert.equal((await over.renew({ starts_on: '2026-03-01', end_date: '2027-02-28', rent_cents: 1 })).length, 2)
})

test('charges end with the move-out, even when its date is corrected', async () => {
  const { change, end } = await running()
  await change([{ ...cat, amount_cents: 2_500, to: '2026-02-28' }], '2025-10-01')
  await change([{ code: 'RENT', amount_cents: 160_000 }], '2026-06-01')
  const pet = ['PET', 2_500, '2025-10-01', '2026-02-28']
  assert.deepEqual(await end('2026-03-10'), [['RENT', 142_500, '2025-09-01', '2026-03-10'], pet])
  assert.deepEqual(await end('2026-03-12'), [['RENT', 142_500, '2025-09-01', '2026-03-12'], pet])
  assert.deepEqual(await end('2026-01-31'), [
    ['RENT', 142_500, '2025-09-01', '2026-01-31'],
    ['PET', 2_500, '2025-10-01', '2026-01-31'],
  ])
})

test('charges that ended with a move-out of today go on if it is canceled or postponed, and no others', async () => {
  const pet = ['PET', 2_500, '2025-10-01', '2026-02-28']
  const ended = [['RENT', 142_500, '2025-09-01', '2026-03-15'], pet]
  const charged = [['RENT', 142_500, '2025-09-01', null], pet]
  for (const how of ['canceled', 'postponed']) {
    const { change, notice, end, stay } = await running()
    await change([{ ...cat, amount_cents: 2_500, to: '2026-02-28' }], '2025-10-01')
    assert.deepEqual(await notice('2026-03-31'), charged)
    assert.deepEqual(await end('2026-03-15'), ended)
    assert.deepEqual(how === 'canceled' ? await stay() : await notice('2026-04-10'), charged, how)
  }
  // A charge that was agreed to end on the day of a planned move-out still does.
  const { change, notice, stay } = await running()
  await notice('2026-03-31')
  const untilThen = ['PET', 2_500, '2026-03-15', '2026-03-31']
  await change([{ ...cat, amount_cents: 2_500, to: '2026-03-31' }])
  assert.deepEqual(await stay(), [['RENT', 142_500, '2025-09-01', null], untilThen])
  // Neither does the rent go on if all charges were.
  const term = await running({ charges: [{ code: 'RENT', amount_cents: 142_500, to: '2026-03-31' }] })
  await term.notice('2026-03-31')
  assert.deepEqual(await term.stay(), [['RENT', 142_500, '2025-09-01', '2026-03-31']])
})

test('a move-out that is canceled restores the ends of charges and the changes that were agreed for later', async () => {
  const discount = { code: 'CONCESSION', amount_cents: -10_000 }
  for (const how of ['canceled', 'postponed', 'corrected and canceled']) {
    const { change, notice, end, stay } = await running()
    await change([{ ...discount, to: '2026-06-30' }])
    await change([{ code: 'RENT', amount_cents: 150_000 }], '2026-05-01')
    const agreed = await change([{ ...cat, amount_cents: 2_500 }], '2026-04-01')
    await notice('2026-03-31')
    assert.deepEqual(await end('2026-03-15'), [
      ['RENT', 142_500, '2025-09-01', '2026-03-15'],
      ['CONCESSION', -10_000, '2026-03-15', '2026-03-15'],
    ])
    if (how.startsWith('corrected')) await notice('2026-03-15')
    assert.deepEqual(how === 'postponed' ? await notice('2026-07-31') : await stay(), agreed, how)
  }
})

test('what is changed after a move-out of today is what goes on if the move-out is canceled', async () => {
  const { change, notice, end, stay } = await running()
  await change([{ code: 'RENT', amount_cents: 150_000 }], '2026-05-01')
  await change([{ ...cat, amount_cents: 2_500 }], '2026-04-01')
  await notice('2026-03-31')
  await end('2026-03-15')
  await change([{ code: 'RENT', amount_cents: 145_000 }])
  await change([{ ...cat, amount_cents: 3_000 }])
  assert.deepEqual(await stay(), [
    ['RENT', 142_500, '2025-09-01', '2026-03-14'],
    ['PET', 3_000, '2026-03-15', null],
    ['RENT', 145_000, '2026-03-15', '2026-04-30'],
    ['RENT', 150_000, '2026-05-01', null],
  ])
})

const LINES = [{ code: 'RENT', description: 'Rent' } as const, cat]
const DAYS = Array.from({ length: 40 }, (_, index) => addDays('2026-03-01', index))

/** What each line charges on each day; if two spans of one line overlapped, the day would show their sum. */
const chargedOn = (charges: readonly Charge[], { code }: (typeof LINES)[number]) =>
  DAYS.map(day =>
    charges
      .filter(charge => charge.code === code && isInForce(charge, day))
      .reduce((sum, { amount_cents: amountCents }) => sum + amountCents, 0),
  )

/** The charges after `rows` are written to them, as the upsert writes them. */
function written(charges: readonly Charge[], rows: readonly Charge[]): Charge[] {
  const keyOf = ({ code, description, effective_from: effectiveFrom }: Charge) =>
    `${code} ${description} ${effectiveFrom}`
  return [...new Map([...charges, ...rows].map(charge => [keyOf(charge), charge])).values()]
}

test('random changes in any order affect no earlier day and no other charge, and never charge twice for one day', () => {
  const random = createRandom('charges')
  let done = 0
  for (let turn = 0; turn < 400; turn++) {
    let charges: Charge[] = []
    for (let step = 1; step <= 12; step++) {
      const [line, other] = random.shuffle(LINES) as [(typeof LINES)[number], (typeof LINES)[number]]
      const at = random.integer(0, DAYS.length - 1)
      const day = DAYS[at] as string
      // Each step uses another power of two, so that the sum of two spans never equals the amount of one.
      const amount_cents = random.chance(0.25) ? null : 2 ** step
      const to = random.chance(0.3) ? { to: addDays(day, random.integer(0, 10)) } : {}
      let rows: Charge[]
      try {
        rows = changedCharges(charges, day, [{ ...line, amount_cents, ...to, at: () => 'charges[0]' }])
      } catch {
        continue
      }
      const [before, others] = [chargedOn(charges, line), chargedOn(charges, other)]
      charges = written(charges, rows)
      done++
      const now = chargedOn(charges, line)
      assert.deepEqual(now.slice(0, at), before.slice(0, at))
      assert.deepEqual(chargedOn(charges, other), others)
      assert.equal(now[at], amount_cents ?? 0)
      if (amount_cents === null) assert.deepEqual(now.slice(at), Array(now.length - at).fill(0))
      assert.ok(
        now.every(cents => cents === 0 || Number.isInteger(Math.log2(cents))),
        String(now),
      )
    }
    const lastDay = random.integer(0, DAYS.length - 1)
    const ended = written(charges, endedCharges(charges, DAYS[lastDay] as string, null))
    for (const line of LINES) {
      const [before, now] = [chargedOn(charges, line), chargedOn(ended, line)]
      assert.deepEqual(
        now,
        before.map((cents, index) => (index <= lastDay ? cents : 0)),
      )
    }
  }
  assert.ok(done > 3_000, `${done} changes were made`)
})
