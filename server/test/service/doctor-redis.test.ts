/** `doctor` uses Redis as the quotas do, so that one that answers but refuses the work, or cannot do it for every key, is found as well. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import type { Finding } from '#server/commands/doctor/finding.ts'
import { checkRedis } from '#server/commands/doctor/parts.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from '../free-port.ts'
import { ownRedis, withoutRedisServer } from '../platform/quota/redis-server.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'

const world = useWorld()

const REFUSING_REDIS: [
  what: string,
  configure: (redis: Redis) => Promise<unknown>,
  level: string,
  says: RegExp,
  action: RegExp,
][] = [
  [
    'that is full',
    redis => redis.config('SET', 'maxmemory', '1'),
    'problem',
    /^Redis cannot be used: OOM command not allowed/,
    /^Raise maxmemory /,
  ],
  [
    'that is a replica',
    redis => redis.replicaof('127.0.0.1', 1),
    'problem',
    /^Redis cannot be used: it is a replica, which accepts no writes\.$/,
    /^Set REDIS_URL to the primary\. /,
  ],
  [
    'that wants a password',
    redis => redis.config('SET', 'requirepass', 'hunter2'),
    'problem',
    /^Redis cannot be used: it requires a password\.$/,
    /^Correct the user and password in REDIS_URL\. /,
  ],
  [
    'whose user may not run scripts',
    redis => redis.acl('SETUSER', 'default', '-eval'),
    'problem',
    /^Redis cannot be used: NOPERM /,
    /^Start Redis, correct REDIS_URL/,
  ],
  [
    'that removes keys when it is full',
    async redis => {
      await redis.config('SET', 'maxmemory', '100mb')
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    },
    'warning',
    /^Redis removes keys when its memory is full \(maxmemory-policy allkeys-lru\)/,
    /^Set maxmemory-policy noeviction\.$/,
  ],
]

for (const [what, configure, level, says, action] of REFUSING_REDIS) {
  test(`doctor finds a Redis ${what}`, { skip: withoutRedisServer }, async () => {
    await using server = await ownRedis()
    const redis = new Redis(server.url)
    assert.equal((await redisFinding(server.url)).level, 'ok')
    await configure(redis)
    redis.disconnect()
    const finding = await redisFinding(server.url)
    assert.equal(finding.level, level)
    assert.match(finding.message, says)
    assert.match(finding.action ?? '', action)
  })
}

test('doctor finds a database that Redis does not have, and a password that it does not accept', {
  skip: withoutRedisServer,
}, async () => {
  await using server = await ownRedis()
  const nowhere = await redisFinding(`${server.url}/99`)
  assert.match(nowhere.message, /^Redis cannot be used: it has no database of this number\.$/)
  const stranger = await redisFinding(server.url.replace('//', '//nobody:hunter2@'))
  assert.match(stranger.message, /^Redis cannot be used: it does not accept the user and password\.$/)
  assert.match(stranger.action ?? '', /^Correct the user and password in REDIS_URL\. /)
})

test('doctor finds something that is not Redis at the address of Redis', async () => {
  const { message } = await redisFinding((world.service.url as string).replace('http', 'redis'))
  assert.match(message, /^Redis cannot be used: what answers there is not Redis\.$/)
})

test('doctor says what to try if only Redis or only REDIS_URL uses TLS', { skip: withoutRedisServer }, async () => {
  await using server = await ownRedis()
  const wanted = await redisFinding(server.url.replace('redis:', 'rediss:'))
  assert.match(wanted.action ?? '', /^If this port does not use TLS, begin REDIS_URL with redis:\/\/\. /)
  const closing = createServer(socket => socket.on('data', () => socket.resetAndDestroy()))
  await once(closing.listen(0, '127.0.0.1'), 'listening')
  const { port } = closing.address() as AddressInfo
  const refused = await redisFinding(`redis://127.0.0.1:${port}`)
  closing.close()
  assert.match(refused.action ?? '', /^If this port accepts only TLS, begin REDIS_URL with rediss:\/\/\. /)
})

test('doctor finds a node of a cluster that lacks some keys, and accepts a cluster of one node', {
  skip: withoutRedisServer,
}, async t => {
  const dir = await mkdtemp(join(tmpdir(), 'gatehouse-redis-'))
  t.after(() => rm(dir, { recursive: true }))
  const cluster = {
    'cluster-enabled': 'yes',
    'cluster-require-full-coverage': 'no',
    'cluster-port': String(await freePort()),
  }
  await using server = await ownRedis({ ...cluster, dir })
  const redis = new Redis(server.url)
  const addSlots = (from: number, to: number) => redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
  const isServing = async () => /cluster_state:ok/.test(String(await redis.call('CLUSTER', 'INFO')))
  await addSlots(0, 8_000)
  await until(isServing)
  const part = await redisFinding(server.url)
  assert.deepEqual([part.level, /^Redis is a node of a cluster/.test(part.message)], ['problem', true])
  await addSlots(8_001, 16_383)
  await until(isServing)
  assert.equal((await redisFinding(server.url)).level, 'ok')
  redis.disconnect()
})

async function redisFinding(url: string): Promise<Finding> {
  const [finding] = await checkRedis(readConfig({ REDIS_URL: url }))
  assert.ok(finding)
  return finding
}
