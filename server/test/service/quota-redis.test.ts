/** The quota of several instances with one Redis: one quota across all of them, and a bound for each while Redis is unreachable. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import type { Service } from '#server/start.ts'
import { REDIS_PATIENCE } from '../patience.ts'
import { anyRedis, ownRedis, withoutRedis, withoutRedisServer } from '../platform/quota/redis-server.ts'
import { callService, openWorld } from '../world.ts'
import { until } from './processes.ts'

test('two instances together accept as many calls as one would', { skip: withoutRedis }, async () => {
  await using redis = await anyRedis()
  await using two = await openTwo(redis.url)
  const { world, key, keyId, first, second } = two
  // Redis uses the real time, so its answers are compared with how much of it can have passed since the first call.
  const beganAt = performance.now()
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => callService(index % 2 ? first : second, '/listings', { key })),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 60)
  const refused = replies.filter(({ status }) => status === 429)
  assert.equal(refused.length, 140)
  const atLeast = 60 - Math.ceil((performance.now() - beganAt) / 1_000)
  // An instance that refuses without asking Redis adds the time that Redis may take to answer.
  const atMost = 61 + REDIS_PATIENCE.boundMs / 1_000
  for (const { headers } of refused) {
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds >= atLeast && seconds <= atMost, `Retry-After: ${seconds}`)
    assert.equal(headers.get('x-ratelimit-limit'), '60')
  }
  const [logged] = await world.sql(
    'select count(*)::int as lines from audit.calls where key_id = $1 and status = 429',
    [keyId],
  )
  assert.equal(logged?.lines, 140)
  assert.deepEqual([await degraded(first), await degraded(second)], [0, 0])
})

test('without Redis each instance counts by itself and says so, until Redis is back', {
  skip: withoutRedisServer,
}, async () => {
  await using redis = await ownRedis()
  await using two = await openTwo(redis.url)
  const { key, first, second } = two
  const acceptedBy = (service: Service, calls: number) => countAccepted([service], key, calls)
  assert.equal(await acceptedBy(second, 10), 10)
  // The first instance sees the key only after those ten calls, finds them in the audit log and counts them as well.
  assert.equal(await acceptedBy(first, 20), 20)
  await redis.kill()
  assert.equal(await acceptedBy(first, 100), 30)
  assert.equal(await acceptedBy(second, 100), 50)
  assert.deepEqual([await degraded(first), await degraded(second)], [1, 1])
  await redis.start()
  await until(async () => (await degraded(first)) + (await degraded(second)) === 0)
  assert.deepEqual([await acceptedBy(first, 10), await acceptedBy(second, 10)], [0, 0])
})

test('a Redis that loses its data in the middle of a minute grants no call twice', {
  skip: withoutRedisServer,
}, async () => {
  await using redis = await ownRedis()
  await using two = await openTwo(redis.url)
  const { key } = two
  assert.equal(await countAccepted([two.first, two.second], key, 40), 40)
  await using client = await openClient(redis.url)
  await client.flushall()
  assert.equal(await countAccepted([two.first, two.second], key, 60), 20)
})

/** Opens two instances with one Redis, and issues a key that may make 60 calls per minute. */
async function openTwo(redisUrl: string) {
  const world = await openWorld({ config: { redisUrl } })
  const { key, keyId } = await (await world.organization({ plan: 'GROWTH' })).issueKey()
  const [first, second] = [world.service, await world.another()]
  return { world, key, keyId, first, second, [Symbol.asyncDispose]: () => world.close() }
}

/** How many calls of the key are accepted of those that are made at once, of the services in turn; the others have no quota left. */
async function countAccepted(services: readonly Service[], key: string, calls: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: calls }, (_, index) => callService(services[index % services.length]!, '/listings', { key })),
  )
  for (const { status } of replies) assert.ok(status === 200 || status === 429, `answered ${status}`)
  return replies.filter(({ status }) => status === 200).length
}

async function openClient(url: string) {
  const client = new Redis(url)
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.disconnect() })
}

async function degraded(service: Service): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^gatehouse_quota_degraded (\d)$/m.exec(text)?.[1])
}
