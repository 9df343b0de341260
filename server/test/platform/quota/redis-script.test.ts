/** The script of the shared quota in simulated time: its lists are real, its clock and its expiry are the test's. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { SPAN_MS } from '#server/platform/quota/quota.ts'
import { TAKE_SCRIPT } from '#server/platform/quota/redis-script.ts'
import { repeats } from '../../sizes.ts'
import { findOverfullSpan, oracle } from './oracle.ts'
import { anyRedis, withoutRedis } from './redis-server.ts'

const START_MS = Date.UTC(2026, 0, 1)

/** Makes calls one after another: ARGV holds for each how far the clock moves before it, and the limit. */
const SIMULATION = `
local real, now, expiry = redis, ${START_MS}, nil
local redis = {
  call = function(name, ...)
    if name == 'TIME' then return { tostring(math.floor(now / 1000)), tostring(now % 1000 * 1000 + 999) } end
    if name == 'PTTL' then return expiry and expiry - now or -2 end
    if name == 'PEXPIREAT' then expiry = select(2, ...) return 1 end
    return real.call(name, ...)
  end,
}
local function take(KEYS, ARGV) ${TAKE_SCRIPT} end

local decisions = {}
real.call('DEL', KEYS[1], KEYS[2])
for call = 1, #ARGV, 2 do
  now = now + ARGV[call]
  if expiry and now > expiry then
    real.call('DEL', KEYS[1])
    expiry = nil
  end
  table.insert(decisions, take(KEYS, { ARGV[call + 1], ${SPAN_MS}, 'since' }))
end
real.call('DEL', KEYS[1], KEYS[2])
return decisions
`

describe('the script', { skip: withoutRedis }, () => {
  let server: Awaited<ReturnType<typeof anyRedis>>
  let redis: Redis
  before(async () => {
    server = await anyRedis()
    redis = new Redis(server.url)
  })
  after(async () => {
    redis.disconnect()
    await server[Symbol.asyncDispose]()
  })

  async function simulate(calls: { move: number; limit: number }[]): Promise<[number, number, number][]> {
    const args = calls.flatMap(({ move, limit }) => [move, limit])
    return (await redis.eval(SIMULATION, 2, 'test:simulation', 'test:simulation:known', ...args)) as [
      number,
      number,
      number,
    ][]
  }

  test('decides every call as the oracle does, whatever the times and however the limit changes', async () => {
    const move = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom(SPAN_MS - 1, SPAN_MS, SPAN_MS + 1, SPAN_MS / 2, 20_000_000),
    )
    const limit = fc.oneof({ weight: 5, arbitrary: fc.constant(12) }, fc.integer({ min: 1, max: 20 }))
    const plan = fc.array(fc.record({ move, limit }), { maxLength: 300, size: 'max' })
    await fc.assert(
      fc.asyncProperty(plan, async calls => {
        const expected = oracle()
        let nowMs = START_MS
        const decisions = calls.map(call => {
          nowMs += call.move
          const { accepted, remaining, resetMs } = expected.take(call.limit, nowMs)
          return [Number(accepted), remaining, resetMs]
        })
        assert.deepEqual(await simulate(calls), decisions)
      }),
      { numRuns: repeats(100, 500) },
    )
  })

  test('never allows more calls in real time when the clock steps back, whenever and however far', async () => {
    const back = fc.oneof(
      { weight: 12, arbitrary: fc.constant(0) },
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 0, max: 3 * 2 ** 24 }),
    )
    const plan = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 9_000 }), back }), { maxLength: 300, size: 'max' })
    await fc.assert(
      fc.asyncProperty(plan, fc.integer({ min: 1, max: 12 }), async (calls, limit) => {
        const decisions = await simulate(calls.map(({ gap, back }) => ({ move: gap - back, limit })))
        let realMs = 0
        const accepted: number[] = []
        for (const [index, { gap }] of calls.entries()) {
          realMs += gap
          if (decisions[index]?.[0] === 1) accepted.push(realMs)
        }
        assert.equal(findOverfullSpan(accepted, limit), undefined)
      }),
      { numRuns: repeats(100, 500) },
    )
  })

  test('does not let time run faster when the clock jitters', async () => {
    const calls = Array.from({ length: 4_000 }, (_, call) => ({ move: call % 2 === 0 ? 40 : -20, limit: 10 }))
    const decisions = await simulate(calls)
    assert.equal(decisions.filter(([accepted]) => accepted === 1).length, 10)
  })

  test('stands still after a small step back, and states when it resumes', async () => {
    const decisions = await simulate([
      { move: 0, limit: 2 },
      { move: 30_000, limit: 2 },
      { move: -20_000, limit: 2 },
      { move: 50_000, limit: 2 },
      { move: 1, limit: 2 },
    ])
    assert.deepEqual(decisions, [
      [1, 1, 60_000],
      [1, 0, 30_000],
      [0, 0, 50_001],
      [0, 0, 1],
      [1, 0, 29_999],
    ])
  })

  for (const hours of [0.5, 2, 2.4, 4.66, 24]) {
    test(`moves the window back with a clock that steps back by ${hours} hours`, async () => {
      const decisions = await simulate([
        { move: 0, limit: 2 },
        { move: 30_000, limit: 2 },
        { move: -hours * 3_600_000, limit: 2 },
        { move: 30_000, limit: 2 },
        { move: 1, limit: 2 },
      ])
      assert.deepEqual(decisions.slice(2), [
        [0, 0, 30_001],
        [0, 0, 1],
        [1, 0, 29_999],
      ])
    })
  }
})
