/** Which address a call comes from, and which keys may be used from it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { callService, prepare, useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)
/** A service that trusts a proxy on this machine, unlike the world's own. */
const behindProxy = prepare(() => world.another({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] }))

describe('addresses a key is allowed from', () => {
  const cases: { allowed: string[]; from: string; status: number }[] = [
    { allowed: [], from: '203.0.113.7', status: 200 },
    { allowed: ['203.0.113.0/24'], from: '203.0.113.255', status: 200 },
    { allowed: ['203.0.113.0/24'], from: '203.0.114.0', status: 401 },
    { allowed: ['203.0.113.7'], from: '203.0.113.7', status: 200 },
    { allowed: ['203.0.113.7'], from: '203.0.113.8', status: 401 },
    { allowed: ['203.0.113.77/24'], from: '203.0.113.1', status: 200 },
    { allowed: ['198.51.100.0/24', '203.0.113.0/24'], from: '203.0.113.7', status: 200 },
    { allowed: ['203.0.113.0/24'], from: '::ffff:203.0.113.7', status: 200 },
    { allowed: ['203.0.113.0/24'], from: '::ffff:cb00:7207', status: 401 },
    { allowed: ['::ffff:203.0.113.7'], from: '203.0.113.7', status: 200 },
    { allowed: ['::ffff:203.0.113.0/120'], from: '203.0.113.7', status: 200 },
    { allowed: ['::ffff:203.0.113.0/120'], from: '203.0.114.7', status: 401 },
    { allowed: ['2001:db8::/32'], from: '2001:db8:ffff::1', status: 200 },
    { allowed: ['2001:db8::/32'], from: '2001:db9::1', status: 401 },
    { allowed: ['2001:db8::1'], from: '2001:DB8:0:0::1', status: 200 },
    { allowed: ['0.0.0.0/0'], from: '2001:db8::1', status: 401 },
    { allowed: ['::/0'], from: '203.0.113.7', status: 401 },
    { allowed: ['0.0.0.0/0', '::/0'], from: 'unknown', status: 401 },
    { allowed: ['0.0.0.0/0', '::/0'], from: '203.0.113.7:port', status: 401 },
    { allowed: ['203.0.113.7'], from: '203.0.113.7:4711', status: 200 },
    { allowed: ['203.0.113.7'], from: '203.0.113.70:4711', status: 401 },
    { allowed: ['2001:db8::7'], from: '[2001:db8::7]:443', status: 200 },
    { allowed: ['2001:db8::7'], from: '[2001:db8::7]', status: 200 },
    { allowed: ['2001:db8::7'], from: '[2001:db8::8]:443', status: 401 },
  ]
  for (const { allowed, from, status } of cases) {
    test(`[${allowed}] and ${from}: ${status}`, async () => {
      const { key } = await org.issueKey({ allowedCidrs: allowed })
      const reply = await callService(behindProxy, '/listings', { key, headers: { 'x-forwarded-for': from } })
      assert.equal(reply.status, status)
    })
  }

  for (const wrong of ['203.0.113.0/33', '203.0.113', 'example.com', '2001:db8::/129', '10.0.0.0/8;', '', ' ']) {
    test(`"${wrong}" is not a range`, async () => {
      await assert.rejects(
        org.issueKey({ allowedCidrs: [wrong] }),
        (error: unknown) => error instanceof Refusal && error.code === 'invalid_request',
      )
    })
  }
})

describe('X-Forwarded-For', () => {
  test('is not believed if no proxy is trusted', async () => {
    const { key } = await org.issueKey({ allowedCidrs: ['203.0.113.0/24'] })
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip']) {
      const value = header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7'
      assert.equal((await world.call('/listings', { key, headers: { [header]: value } })).status, 401, header)
    }
  })

  test('is believed only as far as trusted proxies wrote it', async () => {
    const { key } = await org.issueKey({ allowedCidrs: ['203.0.113.0/24'] })
    const statusOf = async (forwarded: string) =>
      (await callService(behindProxy, '/listings', { key, headers: { 'x-forwarded-for': forwarded } })).status
    assert.equal(await statusOf('203.0.113.7'), 200)
    assert.equal(await statusOf('203.0.113.7, 10.1.2.3'), 200, 'a chain of trusted proxies')
    assert.equal(await statusOf('203.0.113.7, 198.51.100.9'), 401, 'written by the caller')
    assert.equal(await statusOf('203.0.113.7, 198.51.100.9, 10.1.2.3'), 401, 'written by the caller')
    assert.equal(await statusOf('198.51.100.9, 203.0.113.7'), 200)
    assert.equal(await statusOf('203.0.113.7:4711,10.1.2.3:80'), 200, 'proxies that add ports')
    assert.equal(await statusOf('203.0.113.7:4711,198.51.100.9:4712'), 401, 'written by the caller')
  })

  test('a call without it has the address of the proxy itself', async () => {
    const { key } = await org.issueKey({ allowedCidrs: ['127.0.0.1'] })
    assert.equal((await callService(behindProxy, '/listings', { key })).status, 200)
  })
})
