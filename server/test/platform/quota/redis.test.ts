/** The exact quota in Redis: one key shared by two clients, in real time. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { MAX_LIMIT, type Quota, type QuotaDecision } from '#server/platform/quota/quota.ts'
import { openRedisQuota } from '#server/platform/quota/redis.ts'
import { REDIS_PATIENCE } from '../../patience.ts'
import { repeats } from '../../sizes.ts'
import { anyRedis, withoutRedis } from './redis-server.ts'

describe('the shared window', { skip: withoutRedis }, () => {
  test('two simultaneous clients together get exactly the limit', async () => {
    await using world = await openWorld()
    const [first, second] = world.quotas
    for (const limit of [1, 60, 601]) {
      const keyId = `key_${limit}`
      const calls = Array.from({ length: limit + 50 }, () => [
        first.take(keyId, limit),
        second.take(keyId, limit),
      ]).flat()
      const decisions = await Promise.all(calls)
      const accepted = decisions.filter(decision => decision.accepted)
      assert.equal(accepted.length, limit)
      assert.deepEqual(
        accepted.map(decision => decision.remaining).sort((a, b) => a - b),
        [...Array(limit).keys()],
      )
    }
  })

  test('two clients that call at random never exceed the limit in any window, and nothing is refused needlessly', async () => {
    const spanMs = 150
    const plan = fc.record({
      limit: fc.integer({ min: 1, max: 40 }),
      callers: fc.integer({ min: 1, max: 8 }),
      restMs: fc.integer({ min: 0, max: 12 }),
    })
    await using world = await openWorld({ spanMs })
    const { quotas } = world
    await fc.assert(
      fc.asyncProperty(plan, async ({ limit, callers, restMs }) => {
        const keyId = randomUUID()
        const records: Call[] = []
        // Three full windows one after another, however long this machine takes for them.
        const isEnough = () => records.filter(({ accepted }) => accepted).length >= 3 * limit
        const caller = async (quota: Quota) => {
          while (!isEnough()) {
            records.push(await timed(quota, keyId, limit))
            if (restMs > 0) await rest(Math.random() * restMs)
          }
        }
        await Promise.all(Array.from({ length: callers }, (_, index) => caller(quotas[index % 2] as Quota)))
        assert.equal(wrongCall(records, limit, spanMs), undefined)
      }),
      { numRuns: repeats(4, 16), endOnFailure: true },
    )
  })

  test('a refused call states when to try again, and is accepted then but not before', async () => {
    await using world = await openWorld({ spanMs: 400 })
    const [quota] = world.quotas
    let refused = await timed(quota, 'key_a', 2)
    while (refused.accepted) {
      // The counted calls have different ages if the machine is fast enough to fill a window.
      await rest(30)
      refused = await timed(quota, 'key_a', 2)
    }
    let lastRefused = refused
    let call = refused
    while (!call.accepted) {
      lastRefused = call
      call = await timed(quota, 'key_a', 2)
    }
    // Redis decided somewhere between sending and answer, and a stamp is a whole millisecond.
    assert.ok(call.answeredMs >= refused.sentMs + refused.resetMs - 1, 'accepted before the promised moment')
    assert.ok(lastRefused.sentMs <= refused.answeredMs + refused.resetMs + 1, 'refused after the promised moment')
  })

  test('a limit that changes takes effect at once', async () => {
    await using world = await openWorld()
    const [quota] = world.quotas
    for (let call = 0; call < 5; call++) assert.equal((await quota.take('key_a', 5)).accepted, true)
    assert.equal((await quota.take('key_a', 5)).accepted, false)
    const raised = await quota.take('key_a', 8)
    assert.deepEqual([raised.accepted, raised.remaining], [true, 2])
    const lowered = await quota.take('key_a', 2)
    assert.deepEqual([lowered.accepted, lowered.remaining], [false, 0])
    assert.ok(lowered.resetMs > 0 && lowered.resetMs <= 60_001)
  })

  test('the first call of a minute has a minute', async () => {
    await using world = await openWorld()
    const [quota] = world.quotas
    assert.deepEqual(await quota.take('key_a', 60), { accepted: true, limit: 60, remaining: 59, resetMs: 60_000 })
  })

  test('an invalid limit is refused before Redis is asked', async () => {
    await using world = await openWorld()
    const [quota] = world.quotas
    for (const limit of [0, 1.5, MAX_LIMIT + 1])
      await assert.rejects(async () => quota.take('key_a', limit), RangeError)
  })

  test('keeps counting after Redis has forgotten the script', async () => {
    await using world = await openWorld()
    const [quota] = world.quotas
    const { redis } = world
    await quota.take('key_a', 60)
    await redis.script('FLUSH')
    assert.equal((await quota.take('key_a', 60)).remaining, 58)
  })

  test('the calls of a key that Redis does not know are asked for, and each leaves the window when it would have', async () => {
    await using world = await openWorld()
    const { url, keyPrefix } = world
    const quota = await openRedisQuota({ url, keyPrefix, ...REDIS_PATIENCE })
    assert.equal(await quota.take('key_a', 60), 'unknown')
    const decision = await quota.take('key_a', 60, [60_000, 59_000, 1_000])
    assert.ok(decision !== 'unknown')
    // The oldest call counts for one more millisecond.
    assert.ok(decision.remaining === 56 || decision.remaining === 57, `${decision.remaining}`)
    assert.ok(decision.resetMs <= 1_000, `${decision.resetMs}`)
    const next = await quota.take('key_a', 60, [3, 2, 1])
    assert.equal(next !== 'unknown' && next.remaining >= 55, true, 'calls are counted only if the key is unknown')
    await quota.close()
  })

  test('a window of 10,000 calls takes less than 60 kB, and nothing outlives a minute', async () => {
    await using world = await openWorld()
    const [quota] = world.quotas
    const { redis, keyPrefix } = world
    await Promise.all(Array.from({ length: 10_000 }, () => quota.take('key_a', 10_000)))
    const key = `${keyPrefix}{key_a}`
    assert.equal(await redis.llen(key), 10_000)
    const bytes = (await redis.memory('USAGE', key, 'SAMPLES', 0)) as number
    assert.ok(bytes < 60_000, `${bytes} bytes`)
    const lifeMs = await redis.pttl(key)
    assert.ok(lifeMs > 0 && lifeMs <= 60_001, `${lifeMs} ms to live`)
  })
})

type Call = QuotaDecision & { sentMs: number; answeredMs: number }

async function timed(quota: Quota, keyId: string, limit: number): Promise<Call> {
  const sentMs = performance.now()
  const decision = await quota.take(keyId, limit)
  return { ...decision, sentMs, answeredMs: performance.now() }
}

/**
 * A call for which the decision was certainly wrong. Redis decides at an unknown time between sending and answer, so only for some earlier calls
 * it is certain that they counted or did not; a millisecond is allowed for the rounding of stamps.
 */
function wrongCall(
  calls: Call[],
  limit: number,
  spanMs: number,
): { call: Call; certain: number; possible: number } | undefined {
  const accepted = calls.filter(call => call.accepted)
  for (const call of calls) {
    const others = accepted.filter(other => other !== call)
    const certain = others.filter(o => o.answeredMs <= call.sentMs && call.answeredMs - o.sentMs <= spanMs - 1).length
    const possible = others.filter(o => o.sentMs <= call.answeredMs && call.sentMs - o.answeredMs <= spanMs + 2).length
    if (call.accepted ? certain >= limit : possible < limit) return { call, certain, possible }
  }
  return undefined
}

/** Real time must pass, because the clock is that of Redis; no test depends on how much passes. */
function rest(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** Two clients of one Redis, a connection that inspects the data, and keys that nobody else uses. */
async function openWorld(options: { spanMs?: number } = {}) {
  const server = await anyRedis()
  const keyPrefix = `test:${randomUUID()}:`
  const redis = new Redis(server.url)
  const open = async (): Promise<Quota> => {
    const { take, close } = await openRedisQuota({ url: server.url, keyPrefix, ...REDIS_PATIENCE, ...options })
    return { take: async (keyId, limit) => (await take(keyId, limit, [])) as QuotaDecision, close }
  }
  const quotas: [Quota, Quota] = [await open(), await open()]
  return {
    quotas,
    redis,
    url: server.url,
    keyPrefix,
    async [Symbol.asyncDispose]() {
      await Promise.all(quotas.map(quota => quota.close()))
      redis.disconnect()
      await server[Symbol.asyncDispose]()
    },
  }
}
