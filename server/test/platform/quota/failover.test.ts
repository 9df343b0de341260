/** The quota while Redis dies, hangs and comes back: calls go on, and no instance ever lets through more than the limit. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { systemClock } from '#server/base/clock.ts'
import { type FailoverChange, type FailoverQuota, failoverQuota } from '#server/platform/quota/failover.ts'
import { inProcessQuota, type RecentCalls } from '#server/platform/quota/in-process.ts'
import type { QuotaDecision } from '#server/platform/quota/quota.ts'
import { openRedisQuota } from '#server/platform/quota/redis.ts'
import { ownRedis, withoutRedisServer } from './redis-server.ts'

const BOUND_MS = 200
/** A busy machine may run a timer late. */
const SLACK_MS = 150

describe('when Redis goes away', { skip: withoutRedisServer }, () => {
  test('it is killed and comes back empty: calls go on, each change is said once, and no instance exceeds the limit', async () => {
    await using redis = await ownRedis()
    await using first = await openInstance(redis.url)
    await using second = await openInstance(redis.url)
    assert.equal(await acceptedOf(first, 'key_a', 25), 25)
    assert.equal(await acceptedOf(second, 'key_a', 100), 35)

    await redis.kill()
    assert.equal(await acceptedOf(first, 'key_a', 100), 35)
    assert.equal(await acceptedOf(second, 'key_a', 100), 25)
    assert.ok(first.quota.degraded && second.quota.degraded)

    await redis.start()
    await Promise.all([first.changed(2), second.changed(2)])
    assert.ok(!first.quota.degraded && !second.quota.degraded)
    assert.equal(await acceptedOf(first, 'key_a', 10), 0)
    assert.equal((await acceptedOf(first, 'key_b', 40)) + (await acceptedOf(second, 'key_b', 40)), 60)

    assert.deepEqual(
      first.changes.map(change => change.degraded),
      [true, false],
    )
    assert.deepEqual(
      second.changes.map(change => change.degraded),
      [true, false],
    )
    assert.ok(first.slowestMs() < BOUND_MS + SLACK_MS, `${first.slowestMs()} ms`)
  })

  test('it hangs: the first call waits for the bound, the next ones not at all, and it is used again when it answers', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    await acceptedOf(instance, 'key_a', 1)
    redis.pause()
    assert.equal((await instance.take('key_a')).accepted, true)
    assert.ok(
      instance.slowestMs() >= BOUND_MS - 5 && instance.slowestMs() < BOUND_MS + SLACK_MS,
      `${instance.slowestMs()} ms`,
    )
    assert.deepEqual(instance.changes, [{ degraded: true, reason: `no answer within ${BOUND_MS} ms` }])
    const startMs = performance.now()
    assert.equal(await acceptedOf(instance, 'key_a', 100), 58)
    assert.ok(performance.now() - startMs < BOUND_MS / 2)
    redis.resume()
    await instance.changed(2)
    assert.equal(await acceptedOf(instance, 'key_b', 1), 1)
  })

  test('it refuses to write: the instances count, although it answers', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    await acceptedOf(instance, 'key_a', 30)
    await command(redis.url, 'config', 'set', 'maxmemory', '1')
    assert.equal(await acceptedOf(instance, 'key_a', 100), 30)
    assert.match(instance.changes[0]?.degraded ? instance.changes[0].reason : '', /OOM/)
    await command(redis.url, 'config', 'set', 'maxmemory', '0')
    await instance.changed(2)
  })

  test('it was never there: that is said at once, and the windows are seeded', async () => {
    await using instance = await openInstance('redis://127.0.0.1:1', async () => Array(50).fill(Date.now()))
    await instance.changed(1)
    assert.equal(instance.quota.degraded, true)
    assert.equal(await acceptedOf(instance, 'key_a', 60), 10)
  })

  test('it takes connections and never says a word', async () => {
    await using silent = createServer(socket => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    await using instance = await openInstance(`redis://127.0.0.1:${port}`)
    assert.equal(await acceptedOf(instance, 'key_a', 61), 60)
    assert.ok(instance.slowestMs() < BOUND_MS + SLACK_MS)
  })
})

describe('while Redis answers', { skip: withoutRedisServer }, () => {
  test('a refusal decided here promises no moment at which Redis, which stamped the calls later, may still refuse', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    const firstMs = Date.now()
    await acceptedOf(instance, 'key_a', 60)
    const refused = await instance.take('key_a')
    assert.equal(refused.accepted, false)
    assert.ok(Date.now() + refused.resetMs >= firstMs + 60_001 + BOUND_MS)
  })

  test('a call that the others have used up does not count here', async () => {
    await using redis = await ownRedis()
    await using first = await openInstance(redis.url)
    await using second = await openInstance(redis.url)
    assert.equal(await acceptedOf(first, 'key_a', 60), 60)
    assert.equal(await acceptedOf(second, 'key_a', 20), 0)
    await redis.kill()
    assert.equal(await acceptedOf(second, 'key_a', 100), 60)
  })

  test('it silently loses everything: an instance still keeps to the limit', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    assert.equal(await acceptedOf(instance, 'key_a', 60), 60)
    await command(redis.url, 'flushall')
    assert.equal(await acceptedOf(instance, 'key_a', 60), 0)
    assert.deepEqual(instance.changes, [])
  })

  test('a stall of this process is not taken for a dead Redis', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    await instance.take('key_a')
    const call = instance.take('key_a')
    await Promise.resolve()
    const stallEndMs = performance.now() + 2 * BOUND_MS
    while (performance.now() < stallEndMs);
    assert.equal((await call).remaining, 58)
    assert.deepEqual(instance.changes, [])
  })

  test('a failed seeding rejects the call and is not held against Redis', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url, async () => {
      throw new Error('database out of reach')
    })
    await assert.rejects(instance.take('key_a'), /database out of reach/)
    assert.equal(instance.quota.degraded, false)
  })
})

type Instance = AsyncDisposable & {
  quota: FailoverQuota
  changes: FailoverChange[]
  /** Resolves when so many changes have been announced. */
  changed(count: number): Promise<void>
  take(keyId: string): Promise<QuotaDecision>
  slowestMs(): number
}

async function openInstance(url: string, recentCalls: RecentCalls = async () => []): Promise<Instance> {
  const changes: FailoverChange[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let slowestMs = 0
  const quota = failoverQuota({
    shared: await openRedisQuota({ url, keyPrefix: 'test:' }),
    instance: inProcessQuota({ clock: systemClock, recentCalls }),
    boundMs: BOUND_MS,
    probeEveryMs: 50,
    onChange(change) {
      changes.push(change)
      for (const { count, resolve } of waiting) if (changes.length >= count) resolve()
    },
  })
  return {
    quota,
    changes,
    changed: count => new Promise(resolve => (changes.length >= count ? resolve() : waiting.push({ count, resolve }))),
    async take(keyId) {
      const startMs = performance.now()
      const decision = await quota.take(keyId, 60)
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      return decision
    },
    slowestMs: () => slowestMs,
    [Symbol.asyncDispose]: quota.close,
  }
}

/** How many of `calls` calls, ten at a time, are accepted. */
async function acceptedOf(instance: Instance, keyId: string, calls: number): Promise<number> {
  let accepted = 0
  for (let done = 0; done < calls; done += 10) {
    const some = Array.from({ length: Math.min(10, calls - done) }, () => instance.take(keyId))
    accepted += (await Promise.all(some)).filter(decision => decision.accepted).length
  }
  return accepted
}

async function command(url: string, name: string, ...args: string[]): Promise<void> {
  const redis = new Redis(url)
  await redis.call(name, ...args)
  redis.disconnect()
}
