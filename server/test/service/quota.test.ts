/** The quota as callers see it: never more calls than it allows in any 60 seconds, and an accurate Retry-After. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callService, type Reply, useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
/** An organization on GROWTH, so on the CORE tier: 60 calls per minute. */
const org = useOrganization(world, { plan: 'GROWTH' })

describe('60 calls per minute', () => {
  test('the last of 61 calls in one second is refused, and waiting as long as Retry-After says is just enough', async () => {
    const { key } = await org.issueKey()
    for (let call = 0; call < 60; call++) {
      assert.equal((await use(key)).status, 200)
      world.clock.advance(16)
    }
    const refused = await use(key)
    assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited'])
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(Number.isInteger(seconds))
    world.clock.advance((seconds - 1) * 1_000)
    assert.equal((await use(key)).status, 429, 'a second earlier would have been too early')
    world.clock.advance(1_000)
    assert.equal((await use(key)).status, 200)
  })

  test('60 calls at the end of a minute leave none for the beginning of the next', async () => {
    const { key } = await org.issueKey()
    const minute = 60_000
    world.clock.advance(minute - (world.clock.now() % minute) - 100)
    assert.equal(await acceptedOf(key, 60), 60)
    world.clock.advance(200)
    assert.equal(world.clock.now() % minute, 100)
    assert.equal(await acceptedOf(key, 60), 0)
    world.clock.advance(minute - 200)
    assert.equal(await acceptedOf(key, 60), 0, 'exactly 60 seconds after the first, it still counts')
    world.clock.advance(1)
    assert.equal(await acceptedOf(key, 61), 60)
  })

  test('of 200 simultaneous calls exactly 60 are accepted', async () => {
    const { key } = await org.issueKey()
    const replies = await Promise.all(Array.from({ length: 200 }, () => use(key)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 60)
    assert.equal(replies.filter(({ status }) => status === 429).length, 140)
  })

  test('refused calls do not count', async () => {
    const { key } = await org.issueKey({ requestsPerMinute: 2 })
    assert.equal(await acceptedOf(key, 2), 2)
    world.clock.advance(30_000)
    assert.equal(await acceptedOf(key, 50), 0)
    world.clock.advance(30_001)
    assert.equal(await acceptedOf(key, 50), 2)
  })

  test('failed calls count, over all endpoints together', async () => {
    const { key } = await org.issueKey({ scopes: ['accounting:read'], requestsPerMinute: 5 })
    const paths = ['/listings', '/properties', '/nowhere', '/listings?limit=none', '/properties/prop_none', '/listings']
    const statuses: number[] = []
    for (const path of paths) statuses.push((await use(key, path)).status)
    assert.deepEqual(statuses, [200, 403, 404, 400, 403, 429])
  })

  test('each key has its own quota', async () => {
    const [one, other] = [await org.issueKey({ requestsPerMinute: 1 }), await org.issueKey({ requestsPerMinute: 1 })]
    assert.deepEqual([await acceptedOf(one.key, 2), await acceptedOf(other.key, 2)], [1, 1])
  })
})

describe('a restarted process', () => {
  test('still refuses and accepts what the previous one would have', async () => {
    const { key } = await org.issueKey()
    assert.equal(await acceptedOf(key, 30), 30)
    world.clock.advance(20_000)
    assert.equal(await acceptedOf(key, 100), 30)
    const restarted = await world.another()
    const again = (times: number) => acceptedOf(key, times, () => callService(restarted, '/listings', { key }))
    assert.equal(await again(10), 0)
    world.clock.advance(40_001)
    assert.equal(await again(100), 30)
    world.clock.advance(20_000)
    assert.equal(await again(100), 30)
  })
})

describe('headers', () => {
  test('every authenticated reply states the caller’s quota', async () => {
    const { key } = await org.issueKey()
    const statuses: number[] = []
    for (const [index, path] of ['/listings', '/nowhere', '/listings?limit=none'].entries()) {
      const { status, headers } = await use(key, path)
      statuses.push(status)
      assert.equal(headers.get('ratelimit-policy'), '"default";q=60;w=60')
      assert.equal(headers.get('ratelimit'), `"default";r=${59 - index};t=${60 - index * 10}`)
      assert.equal(headers.get('x-ratelimit-limit'), '60')
      assert.equal(headers.get('x-ratelimit-remaining'), String(59 - index))
      assert.equal(
        headers.get('x-ratelimit-reset'),
        String(Math.ceil((world.clock.now() + 60_000 - index * 10_000) / 1_000)),
      )
      assert.equal(headers.get('retry-after'), null)
      world.clock.advance(10_000)
    }
    assert.deepEqual(statuses, [200, 404, 400])
  })

  test('a refusal does too, with the seconds to wait rounded up', async () => {
    const { key } = await org.issueKey({ requestsPerMinute: 1 })
    await use(key)
    world.clock.advance(9_999)
    const { status, headers, body } = await use(key)
    assert.equal(status, 429)
    assert.equal(body.message, 'This key may make 1 call in any 60 seconds. Try again in 51 seconds.')
    assert.equal(headers.get('ratelimit-policy'), '"default";q=1;w=60')
    assert.equal(headers.get('ratelimit'), '"default";r=0;t=51')
    assert.equal(headers.get('x-ratelimit-remaining'), '0')
    assert.equal(headers.get('retry-after'), '51')
  })

  test('a reply to an unknown caller has no quota headers', async () => {
    const { headers } = await world.call('/listings', { key: 'nonsense' })
    for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit']) assert.equal(headers.get(name), null)
  })
})

test('every refusal is in the audit log', async () => {
  const { key, keyId } = await org.issueKey({ requestsPerMinute: 3 })
  await Promise.all(Array.from({ length: 10 }, () => use(key)))
  const lines = await world.sql(
    'select status, count(*)::int as calls from audit.calls where key_id = $1 group by 1 order by 1',
    [keyId],
  )
  assert.deepEqual(lines, [
    { status: 200, calls: 3 },
    { status: 429, calls: 7 },
  ])
})

function use(key: string, path = '/listings'): Promise<Reply> {
  return world.call(path, { key })
}

async function acceptedOf(key: string, times: number, call = () => use(key)): Promise<number> {
  let accepted = 0
  for (let made = 0; made < times; made++) if ((await call()).status !== 429) accepted++
  return accepted
}
