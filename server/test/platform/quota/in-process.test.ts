/** The exact quota of one process: against an oracle, at its edges, and under clocks that step back. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { InProcessQuota } from '#server/platform/quota/in-process.ts'
import { MAX_LIMIT, SPAN_MS } from '#server/platform/quota/quota.ts'
import { findOverfullSpan, oracle, randomFrom } from './oracle.ts'
import { plain, quotaAt, START_MS } from './quota-at.ts'

describe('at most the limit in any 60 seconds', () => {
  /** Gaps that fall on the edges of a span more often than chance would. */
  const gap = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.constantFrom(SPAN_MS - 1, SPAN_MS, SPAN_MS + 1, SPAN_MS / 2),
  )

  test('every decision equals that of the oracle, whatever the times and however the limit changes', async () => {
    const steps = fc.array(fc.record({ gap, limit: fc.integer({ min: 1, max: 6 }) }), { maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(steps, async calls => {
        const { clock, take } = quotaAt(START_MS)
        const expected = oracle()
        for (const call of calls) {
          clock.nowMs += call.gap
          const { accepted, remaining, resetMs } = await take('key_a', call.limit)
          assert.deepEqual({ accepted, remaining, resetMs }, expected.take(call.limit, clock.nowMs))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('three million calls of many keys at limits from 1 to 5,000 exceed no window and are never refused needlessly', async () => {
    const plan = fc.record({
      seed: fc.integer(),
      limit: fc.integer({ min: 1, max: 5_000 }),
      rush: fc.double({ min: 0.3, max: 5, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ seed, limit, rush }) => {
        const random = randomFrom(seed)
        const { clock, take } = quotaAt(START_MS)
        const accepted: number[][] = [[], [], []]
        for (let call = 0; call < 30_000; call++) {
          // Bursts and lulls around `rush` times the limit for each of three keys.
          clock.nowMs += random() < 0.7 ? 0 : Math.floor((random() * 2 * SPAN_MS) / (0.9 * limit * rush))
          const key = Math.floor(random() * 3)
          const stamps = accepted[key] as number[]
          const decision = take(`key_${key}`, limit)
          const isAccepted = (decision instanceof Promise ? await decision : decision).accepted
          const room = stamps.length < limit || clock.nowMs - (stamps[stamps.length - limit] as number) > SPAN_MS
          assert.equal(isAccepted, room)
          if (isAccepted) stamps.push(clock.nowMs)
        }
        for (const stamps of accepted) assert.equal(findOverfullSpan(stamps, limit), undefined)
      }),
      { numRuns: 100 },
    )
  })

  test('of sixty calls at the end of a minute and sixty at the start of the next, sixty are accepted', async () => {
    const { clock, take } = quotaAt(START_MS + 59_990)
    let accepted = 0
    for (let call = 0; call < 120; call++) {
      if (call === 60) clock.nowMs = START_MS + 60_000
      if ((await take('key_a', 60)).accepted) accepted++
    }
    assert.equal(accepted, 60)
  })

  test('a refused call is accepted at exactly the promised moment and not a millisecond before', async () => {
    const { clock, take } = quotaAt(START_MS)
    for (const gap of [0, 0, 7, 20_000]) {
      clock.nowMs += gap
      await take('key_a', 4)
    }
    const refused = await take('key_a', 4)
    assert.equal(refused.accepted, false)
    clock.nowMs += refused.resetMs - 1
    assert.equal((await take('key_a', 4)).accepted, false)
    clock.nowMs += 1
    assert.equal((await take('key_a', 4)).accepted, true)
  })

  test('refused calls do not count', async () => {
    const { clock, take } = quotaAt(START_MS)
    for (let call = 0; call < 500; call++, clock.nowMs += 100) await take('key_a', 5)
    clock.nowMs = START_MS + 60_401
    const decisions = await Promise.all(Array.from({ length: 6 }, () => take('key_a', 5)))
    assert.deepEqual(
      decisions.map(decision => decision.accepted),
      [true, true, true, true, true, false],
    )
  })

  test('a key with the largest limit gets exactly that many calls', async () => {
    const { take } = quotaAt(START_MS)
    let accepted = 0
    for (let call = 0; call < MAX_LIMIT + 10; call++) if ((await take('key_a', MAX_LIMIT)).accepted) accepted++
    assert.equal(accepted, MAX_LIMIT)
  })

  for (const limit of [0, -1, 1.5, Number.NaN, MAX_LIMIT + 1]) {
    test(`${limit} is not a valid limit`, async () => {
      await assert.rejects(async () => quotaAt(START_MS).take('key_a', limit), RangeError)
    })
  }
})

describe('a changed limit', () => {
  test('takes effect on the very next call, up or down', async () => {
    const { clock, take } = quotaAt(START_MS)
    for (let call = 0; call < 5; call++, clock.nowMs += 1_000) assert.equal((await take('key_a', 5)).accepted, true)
    assert.equal((await take('key_a', 5)).accepted, false)
    assert.deepEqual(await plain(take('key_a', 8)), { accepted: true, limit: 8, remaining: 2, resetMs: 55_000 })
    // Six calls count and two are allowed, so four must expire, and one more before the next call is accepted. The fifth was made at 4 s.
    assert.deepEqual(await plain(take('key_a', 2)), { accepted: false, limit: 2, remaining: 0, resetMs: 59_001 })
  })
})

describe('a clock that steps back', () => {
  test('never allows more calls in real time, whenever and however far it steps', async () => {
    const steps = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 9_000 }),
        back: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 200_000 })),
      }),
      { maxLength: 200 },
    )
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 8 }), async (calls, limit) => {
        const { clock, take } = quotaAt(START_MS)
        const real: number[] = []
        let realMs = 0
        for (const call of calls) {
          realMs += call.gap
          clock.nowMs += call.gap - call.back
          if ((await take('key_a', limit)).accepted) real.push(realMs)
        }
        assert.equal(findOverfullSpan(real, limit), undefined)
      }),
      { numRuns: 1_000 },
    )
  })

  test('and jitters does not make time run faster', async () => {
    const { clock, take } = quotaAt(START_MS)
    let accepted = 0
    for (let call = 0; call < 100_000; call++) {
      clock.nowMs += call % 2 === 0 ? 2 : -1
      if ((await take('key_a', 10)).accepted) accepted++
    }
    assert.equal(accepted, 10)
  })

  test('by less than a minute keeps the promise of Retry-After', async () => {
    const { clock, take } = quotaAt(START_MS)
    await take('key_a', 1)
    clock.nowMs -= 30_000
    const refused = await take('key_a', 1)
    assert.equal(refused.resetMs, 90_001)
    clock.nowMs += refused.resetMs - 1
    assert.equal((await take('key_a', 1)).accepted, false)
    clock.nowMs += 1
    assert.equal((await take('key_a', 1)).accepted, true)
  })

  test('by a day refuses nobody for a day', async () => {
    const { clock, take } = quotaAt(START_MS)
    await take('key_a', 1)
    clock.nowMs -= 86_400_000
    const refused = await take('key_a', 1)
    assert.equal(refused.resetMs, 60_001)
    clock.nowMs += refused.resetMs
    assert.equal((await take('key_a', 1)).accepted, true)
  })
})

test('a clock set an hour ahead or behind, and back, allows no extra calls, and delays nobody if there is a monotonic clock', async () => {
  let realMs = 0
  let offsetMs = 0
  const clock = { now: () => START_MS + realMs + offsetMs, elapsedMs: () => realMs + 0.7 }
  const before = START_MS - 20_000
  const quota = new InProcessQuota({ clock, recentCalls: async () => [before] })
  assert.equal((await quota.take('key_a', 3)).remaining, 1)
  for (const hours of [1, 0, -1, 0]) {
    offsetMs = hours * 3_600_000
    realMs += 1_000
    const { accepted, resetMs } = await quota.take('key_a', 3)
    assert.deepEqual(
      { accepted, resetMs },
      hours === 1 ? { accepted: true, resetMs: 39_000 } : { accepted: false, resetMs: 40_001 - realMs },
    )
  }
  realMs = 40_001
  assert.equal((await quota.take('key_a', 3)).accepted, true, 'the call of before the start leaves')
})

describe('returning a call', () => {
  test('frees its slot and leaves the other calls unchanged', async () => {
    const { clock, take, quota } = quotaAt(START_MS)
    const stamps: number[] = []
    for (let call = 0; call < 3; call++, clock.nowMs += 10) stamps.push((await take('key_a', 3)).stampMs)
    quota.giveBack('key_a', stamps[1] as number)
    quota.giveBack('key_a', stamps[1] as number)
    quota.giveBack('key_unknown', 0)
    assert.equal((await take('key_a', 3)).accepted, true)
    assert.equal((await take('key_a', 3)).resetMs, 60_001 - 30)
    clock.nowMs = START_MS + 60_001
    assert.equal((await take('key_a', 3)).accepted, true)
    assert.equal((await take('key_a', 3)).resetMs, 20)
  })
})
