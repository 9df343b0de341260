/** Limits on attempts to sign in, across several processes with one Redis, and while Redis is unreachable. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addMember, PASSWORD, visitor } from '../console/visitor.ts'
import { assertRefused } from '../contract/promises.ts'
import { ownRedis, type RedisServer, withoutRedisServer } from '../platform/quota/redis-server.ts'
import { openWorld, type World } from '../world.ts'

const skip = withoutRedisServer
let redis: RedisServer
let world: World
let second: World
before(async () => {
  if (skip) return
  redis = await ownRedis()
  world = await openWorld({ config: { redisUrl: redis.url } })
  second = { ...world, service: await world.another() }
})
after(async () => {
  await world?.close()
  await redis?.kill()
})

async function person(): Promise<string> {
  const email = `${world.newId('user').slice(4)}@example.com`
  await addMember(world, await world.organization(), email, 'OWNER')
  return email
}

const attempt = (on: World, email: string, password: string) => visitor(on).signIn(email, password)

test('ten wrong passwords over two processes count as ten, and right ones do not count', {
  skip,
}, async () => {
  const email = await person()
  for (let index = 0; index < 20; index++) {
    assert.equal((await attempt(index % 2 ? world : second, email, PASSWORD)).status, 200)
  }
  for (let guess = 0; guess < 10; guess++) {
    assertRefused(await attempt(guess % 2 ? world : second, email, `guess ${guess}`), 'unauthorized')
  }
  for (const on of [world, second]) {
    const refused = await attempt(on, email, PASSWORD)
    assertRefused(refused, 'rate_limited')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 900, `Retry-After: ${seconds}`)
  }
})

test('simultaneous guesses over two processes have the same limit as successive ones', { skip }, async () => {
  const email = await person()
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, guess) => attempt(guess % 2 ? world : second, email, `guess ${guess}`)),
  )
  const judged = replies.filter(({ status }) => status === 401).length
  assert.deepEqual([judged, replies.filter(({ status }) => status === 429).length], [10, 30])
})

test('while Redis cannot be reached each process counts by itself, and people can sign in', { skip }, async () => {
  const email = await person()
  await redis.kill()
  assert.equal((await attempt(world, email, PASSWORD)).status, 200)
  for (let guess = 0; guess < 10; guess++) assertRefused(await attempt(world, email, `guess ${guess}`), 'unauthorized')
  assertRefused(await attempt(world, email, PASSWORD), 'rate_limited')
  assert.equal((await attempt(second, email, PASSWORD)).status, 200)
})
