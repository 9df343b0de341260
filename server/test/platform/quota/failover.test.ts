/** The quota while Redis dies, hangs and comes back: calls continue, and no instance ever lets through more than the limit. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { type FailoverChange, FailoverQuota } from '#server/platform/quota/failover.ts'
import { InProcessQuota, type RecentCalls } from '#server/platform/quota/in-process.ts'
import type { QuotaDecision } from '#server/platform/quota/quota.ts'
import { openRedisQuota, type SharedQuota } from '#server/platform/quota/redis.ts'
import { REDIS_PATIENCE } from '../../patience.ts'
import { START } from '../../world.ts'
import { ownRedis, withoutRedisServer } from './redis-server.ts'

/** The bound in tests that are about it; elsewhere it is long enough for the slowest machine. */
const BOUND_MS = 100

describe('when Redis goes away', { skip: withoutRedisServer }, () => {
  test('Redis is killed and comes back empty: calls continue, each change is logged once, and no instance exceeds the limit', async () => {
    await using redis = await ownRedis()
    await using first = await openInstance(redis.url)
    await using second = await openInstance(redis.url)
    assert.equal(await acceptedOf(first, 'key_a', 25), 25)
    assert.equal(await acceptedOf(second, 'key_a', 100), 35)
    await redis.kill()
    assert.equal(await acceptedOf(first, 'key_a', 100), 35)
    second.advance(60_002)
    assert.equal(await acceptedOf(second, 'key_a', 100), 25)
    assert.ok(first.quota.degraded && second.quota.degraded)

    await redis.start()
    await Promise.all([first.changed(2), second.changed(2)])
    assert.ok(!first.quota.degraded && !second.quota.degraded)
    assert.equal(await acceptedOf(first, 'key_a', 10), 0)
    assert.equal((await acceptedOf(first, 'key_b', 40)) + (await acceptedOf(second, 'key_b', 40)), 60)

    for (const { changes } of [first, second]) {
      assert.deepEqual(
        changes.map(change => change.degraded),
        [true, false],
      )
      assert.match(reasonOf(changes[0]), /^(?:Redis closed the connection|connect ECONNREFUSED|read ECONNRESET)/)
    }
  })

  test('Redis hangs: the first call waits for the time limit, the next ones do not wait, and it is used again when it answers', async () => {
    await using redis = await ownRedis()
    const shared = await openShared(redis.url)
    redis.suspend()
    await using instance = openInstanceOn(shared, { boundMs: BOUND_MS })
    assert.equal((await instance.take('key_a')).accepted, true)
    assert.deepEqual(instance.changes, [{ degraded: true, reason: `no answer within ${BOUND_MS} ms` }])
    assert.equal(await acceptedOf(instance, 'key_a', 100), 59)
    assert.equal(instance.asked('key_a'), 1)
    redis.resume()
    await instance.changed(2)
    await instance.take('key_b')
    assert.equal(instance.asked('key_b'), 1)
  })

  test('Redis refuses to write: the instances count, although it answers', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    await acceptedOf(instance, 'key_a', 30)
    await command(redis.url, 'config', 'set', 'maxmemory', '1')
    assert.equal(await acceptedOf(instance, 'key_a', 100), 30)
    assert.match(reasonOf(instance.changes[0]), /OOM/)
    await command(redis.url, 'config', 'set', 'maxmemory', '0')
    await instance.changed(2)
  })

  test('Redis was never there: that is logged at once, and the windows are seeded', async () => {
    await using instance = await openInstance('redis://127.0.0.1:1', async () => Array(50).fill(START))
    await instance.changed(1)
    assert.equal(instance.quota.degraded, true)
    assert.match(reasonOf(instance.changes[0]), /^connect ECONNREFUSED/)
    assert.equal(await acceptedOf(instance, 'key_a', 60), 10)
  })

  test('Redis refuses the password: that is the reason in the log, without the password', async () => {
    await using redis = await ownRedis()
    await command(redis.url, 'config', 'set', 'requirepass', 'right')
    await using instance = await openInstance(redis.url.replace('://', '://:mistyped@'))
    await instance.changed(1)
    assert.match(reasonOf(instance.changes[0]), /^WRONGPASS/)
    assert.doesNotMatch(reasonOf(instance.changes[0]), /mistyped/)
  })

  test('Redis accepts connections and never answers', async () => {
    await using silent = createServer(socket => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const shared = await openRedisQuota({ url: `redis://127.0.0.1:${port}`, keyPrefix: 'test:', answerTimeoutMs: 100 })
    await using instance = openInstanceOn(shared)
    assert.equal(await acceptedOf(instance, 'key_a', 61), 60)
    assert.equal(instance.quota.degraded, true)
  })
})

describe('while Redis answers', { skip: withoutRedisServer }, () => {
  test('a refusal decided here promises no moment at which Redis, which stamped the calls later, may still refuse', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    await acceptedOf(instance, 'key_a', 60)
    const { accepted, resetMs } = await instance.take('key_a')
    assert.deepEqual([accepted, resetMs], [false, 60_001 + REDIS_PATIENCE.boundMs])
  })

  test('a call that the others have used up is not counted here', async () => {
    await using redis = await ownRedis()
    await using first = await openInstance(redis.url)
    await using second = await openInstance(redis.url)
    assert.equal(await acceptedOf(first, 'key_a', 60), 60)
    assert.equal(await acceptedOf(second, 'key_a', 20), 0)
    await redis.kill()
    second.advance(60_002)
    assert.equal(await acceptedOf(second, 'key_a', 100), 60)
  })

  test('a key that has used up its calls is not given new ones while Redis is late, unless its limit is raised', async () => {
    await using redis = await ownRedis()
    await using first = await openInstance(redis.url)
    await using second = await openInstance(redis.url)
    await using third = await openInstance(redis.url)
    assert.equal(await acceptedOf(first, 'key_a', 30), 30)
    // The last call that Redis accepts is made here, and the third instance is only refused.
    assert.equal(await acceptedOf(second, 'key_a', 30), 30)
    assert.equal(await acceptedOf(third, 'key_a', 10), 0)
    await redis.kill()
    for (const instance of [second, third]) {
      assert.equal(await acceptedOf(instance, 'key_a', 50), 0)
      const { remaining, resetMs } = await instance.take('key_a')
      assert.equal(remaining, 0)
      assert.ok(resetMs > 0 && resetMs <= 60_001, `${resetMs}`)
      instance.advance(resetMs - 1)
      assert.equal((await instance.take('key_a')).accepted, false)
      assert.equal((await instance.take('key_a', 61)).accepted, true)
      instance.advance(1)
      assert.equal((await instance.take('key_a')).accepted, true)
    }
  })

  test('Redis silently loses everything: an instance still keeps to the limit', async () => {
    await using redis = await ownRedis()
    await using instance = await openInstance(redis.url)
    assert.equal(await acceptedOf(instance, 'key_a', 60), 60)
    await command(redis.url, 'flushall')
    assert.equal(await acceptedOf(instance, 'key_a', 60), 0)
    assert.deepEqual(instance.changes, [])
  })

  test('Redis silently loses everything: it is told which calls count, so that all instances together keep to the limit', async () => {
    await using redis = await ownRedis()
    const log: number[] = []
    const recentAges = async () => log
    await using first = openInstanceOn(await openShared(redis.url), { recentAges })
    await using second = openInstanceOn(await openShared(redis.url), { recentAges })
    const accept = async (instance: Instance, calls: number) => {
      const accepted = await acceptedOf(instance, 'key_a', calls)
      log.push(...Array<number>(accepted).fill(0))
      return accepted
    }
    assert.deepEqual([await accept(first, 25), await accept(second, 15)], [25, 15])
    await command(redis.url, 'flushall')
    assert.deepEqual([await accept(second, 5), await accept(first, 60), await accept(second, 60)], [5, 15, 0])
    await command(redis.url, 'flushall')
    assert.equal((await second.take('key_a', 61)).remaining, 0)
    assert.deepEqual([...first.changes, ...second.changes], [])
  })

  test('a call for which the log cannot be read is rejected, and Redis is not marked as failed', async () => {
    await using redis = await ownRedis()
    await using instance = openInstanceOn(await openShared(redis.url), {
      recentAges: async () => Promise.reject(new Error('database out of reach')),
    })
    await assert.rejects(instance.take('key_a'), /database out of reach/)
    assert.equal(instance.quota.degraded, false)
  })

  test('a stall of this process is not taken for a dead Redis', async () => {
    await using redis = await ownRedis()
    const shared = await openShared(redis.url)
    await using instance = openInstanceOn(shared, { boundMs: BOUND_MS })
    await command(redis.url, 'set', 'test:{key_a}:known', '1')
    // The probe and the call leave before any timer runs; then nothing runs until Redis has answered both and their time is up.
    const call = instance.take('key_a')
    while (instance.asked('key_a') === 0) await Promise.resolve()
    for (const keyId of ['probe', 'key_a']) while (!isCounted(redis.url, keyId));
    block(2 * BOUND_MS)
    assert.equal((await call).remaining, 59)
    assert.equal(instance.quota.degraded, false)
    assert.deepEqual(instance.changes, [])
  })

  test('a failed seeding rejects the call and does not mark Redis as failed', async () => {
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
  /** Resolves when `count` changes have been announced. */
  changed(count: number): Promise<void>
  take(keyId: string, limit?: number): Promise<QuotaDecision>
  /** Lets time pass for what the instance remembers of Redis. */
  advance(ms: number): void
  /** How many calls of the key were sent to Redis for a decision. */
  asked(keyId: string): number
}

function openShared(url: string): Promise<SharedQuota> {
  return openRedisQuota({ url, keyPrefix: 'test:', ...REDIS_PATIENCE })
}

async function openInstance(url: string, recentCalls?: RecentCalls): Promise<Instance> {
  return openInstanceOn(await openShared(url), { recentCalls })
}

/** An instance whose own clock stands still, so that no call of a slow test is forgotten. */
function openInstanceOn(
  shared: SharedQuota,
  {
    boundMs = REDIS_PATIENCE.boundMs,
    recentCalls = async () => [],
    recentAges = async () => [],
  }: { boundMs?: number; recentCalls?: RecentCalls | undefined; recentAges?: RecentCalls | undefined } = {},
): Instance {
  const changes: FailoverChange[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const asked: string[] = []
  let elapsedMs = 0
  const quota = new FailoverQuota({
    shared: {
      take(keyId, limit, agesMs) {
        if (!agesMs) asked.push(keyId)
        return shared.take(keyId, limit, agesMs)
      },
      close: shared.close,
    },
    instance: new InProcessQuota({ clock: { now: () => START }, recentCalls }),
    recentAges,
    boundMs,
    probeEveryMs: 50,
    elapsedMs: () => elapsedMs,
    onChange(change) {
      changes.push(change)
      for (const { count, resolve } of waiting) if (changes.length >= count) resolve()
    },
  })
  return {
    quota,
    changes,
    changed: count => new Promise(resolve => (changes.length >= count ? resolve() : waiting.push({ count, resolve }))),
    take: async (keyId, limit = 60) => quota.take(keyId, limit),
    advance: ms => {
      elapsedMs += ms
    },
    asked: keyId => asked.filter(name => name === keyId).length,
    [Symbol.asyncDispose]: () => quota.close(),
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

function reasonOf(change: FailoverChange | undefined): string {
  return change?.degraded ? change.reason : ''
}

/** Whether Redis has counted a call. A separate process asks Redis, so that this one reads nothing in the meantime. */
function isCounted(url: string, keyId: string): boolean {
  const { stdout, status } = spawnSync('redis-cli', ['-u', url, 'llen', `test:{${keyId}}`], { encoding: 'utf8' })
  assert.equal(status, 0)
  return stdout.trim() === '1'
}

/** Blocks this process completely. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
