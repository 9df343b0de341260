/** The life of a key, from creation to its end: its form, its expiry, its rotation and the record of its use. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { allKeys, type IssuedKey, revokeKeyNow, rotateKey } from '#server/platform/api-keys/changes.ts'
import type { KeyRecord } from '#server/platform/api-keys/queries.ts'
import { checksum, isWellFormed, makeSecret, maskSecret } from '#server/platform/api-keys/secret.ts'
import { callService, useOrganization, useWorld } from '../world.ts'

const HOUR_MS = 3_600_000

const world = useWorld({ own: true })
const org = useOrganization(world)

describe('the text of a key', () => {
  test('the checksum is the one GitHub uses', () => {
    assert.equal(checksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ'), '0mLq17')
    assert.ok(isWellFormed('pm_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'))
    assert.ok(isWellFormed('pm_test_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'))
  })

  test('one wrong, swapped, missing or added character is noticed', () => {
    const key = makeSecret(false)
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x'
      assert.ok(!isWellFormed(key.slice(0, at) + other + key.slice(at + 1)), `a wrong character at ${at}`)
      assert.ok(!isWellFormed(key.slice(0, at) + key.slice(at + 1)), `none at ${at}`)
      assert.ok(!isWellFormed(`${key.slice(0, at)}x${key.slice(at)}`), `one more at ${at}`)
    }
    for (const wrong of [`${key}\n`, ` ${key}`, key.toUpperCase(), key.replace('live', 'LIVE'), '']) {
      assert.ok(!isWellFormed(wrong), JSON.stringify(wrong))
    }
  })

  test('keys of a sandbox begin with pm_test_, others with pm_live_, and the mask shows eight characters', async () => {
    const sandbox = await world.organization({ isSandbox: true, plan: 'ENTERPRISE' })
    assert.match(sandbox.key, /^pm_test_[0-9A-Za-z]{36}$/)
    assert.match(org.key, /^pm_live_[0-9A-Za-z]{36}$/)
    assert.equal(maskSecret('pm_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'), 'pm_live_zQWB…Lq17')
  })
})

describe('expiry', () => {
  test('a key works until the instant at which it expires, and not at that instant', async () => {
    const { key } = await org.issueKey({ expiresAt: new Date(world.clock.now() + HOUR_MS).toISOString() })
    world.clock.advance(HOUR_MS - 1)
    assert.equal(await statusOf(key), 200)
    world.clock.advance(1)
    assert.equal(await statusOf(key), 401)
  })
})

describe('rotation', () => {
  for (const [title, hours, lives] of [
    ['an overlap of 0', 0, 0],
    ['no overlap named', undefined, 24],
    ['an overlap of 30 days', 720, 720],
  ] as const) {
    test(`with ${title} the old key works ${lives} hours longer, to the millisecond`, async () => {
      const old = await org.issueKey({ scopes: ['comms:write'], requestsPerMinute: 7, allowedCidrs: ['127.0.0.0/8'] })
      const successor = await rotate(old.keyId, hours)
      if (lives > 0) {
        world.clock.advance(lives * HOUR_MS - 1)
        assert.equal(await statusOf(old.key), 200)
        world.clock.advance(1)
      }
      assert.equal(await statusOf(old.key), 401)
      assert.equal(await statusOf(successor.apiKey), 200)
      assert.deepEqual(inherited(successor.key), inherited(await record(old.keyId)))
      assert.equal(successor.key.family_id, old.keyId)
      assert.equal(successor.key.expires_at, null)
    })
  }

  test('rotating the successor keeps the family of the first key', async () => {
    const { keyId } = await org.issueKey()
    const second = await rotate(keyId)
    const third = await rotate(second.key.id)
    assert.deepEqual([second.key.family_id, third.key.family_id], [keyId, keyId])
  })

  test('a key that expires before the overlap ends still expires then, and so does its successor', async () => {
    const expiresAt = new Date(world.clock.now() + HOUR_MS).toISOString()
    const old = await org.issueKey({ expiresAt })
    const successor = await rotate(old.keyId, 24)
    assert.deepEqual([(await record(old.keyId)).expires_at, successor.key.expires_at], [expiresAt, expiresAt])
  })

  test('an overlap below 0 or above 30 days is refused and changes nothing', async () => {
    const { keyId } = await org.issueKey()
    for (const hours of [-1, 721, Number.NaN]) await assert.rejects(rotate(keyId, hours), refusal('invalid_request'))
    assert.equal((await record(keyId)).expires_at, null)
  })

  test('a key that is revoked, expired or already rotated cannot be rotated', async () => {
    const revoked = await org.issueKey()
    await org.within(context => revokeKeyNow(context, revoked.keyId))
    const expired = await org.issueKey({ expiresAt: new Date(world.clock.now() + 1).toISOString() })
    world.clock.advance(1)
    const rotated = await org.issueKey()
    await rotate(rotated.keyId)
    for (const { keyId } of [revoked, expired, rotated]) await assert.rejects(rotate(keyId), refusal('conflict'))
  })

  test('the administrative log has what became of the old key, and the new key', async () => {
    const { keyId } = await org.issueKey()
    const successor = await rotate(keyId, 1)
    const entries = await world.sql(
      'select actor, action, before, after from administrative_log where subject = any($1) and before is not null or subject = $2',
      [[keyId], successor.key.id],
    )
    const end = new Date(world.clock.now() + HOUR_MS).toISOString()
    assert.deepEqual(
      entries.map(({ actor, action, before, after }) => [actor, action, before?.expires_at, after.expires_at]),
      [
        ['test', 'key.rotate', null, end],
        ['test', 'key.create', undefined, null],
      ],
    )
  })

  async function rotate(keyId: string, hours?: number): Promise<IssuedKey> {
    return org.within(context => rotateKey(context, keyId, hours))
  }

  function inherited({ name, scopes, requests_per_minute, allowed_cidrs, family_id }: KeyRecord): object {
    return { name, scopes, requests_per_minute, allowed_cidrs, family_id }
  }
})

describe('last use', () => {
  test('the time and address of a key’s last use are visible once the service has written them', async () => {
    const { key, keyId } = await org.issueKey()
    const service = await world.another({ trustProxy: ['127.0.0.1'] })
    const call = (from: string) =>
      callService(service, '/listings', { key, headers: { 'x-forwarded-for': from, connection: 'close' } })
    await call('203.0.113.7')
    world.clock.advance(5_000)
    await call('::ffff:198.51.100.9')
    // The service writes the last use every few seconds, and also when it stops.
    await service.stop()
    const { last_used_at, last_used_address } = await record(keyId)
    assert.deepEqual([last_used_at, last_used_address], [new Date(world.clock.now()).toISOString(), '198.51.100.9'])
  })
})

async function statusOf(key: string): Promise<number> {
  return (await world.call('/listings', { key })).status
}

async function record(keyId: string): Promise<KeyRecord> {
  return (await org.within(allKeys)).find(({ id }) => id === keyId) as KeyRecord
}

function refusal(code: string): (error: unknown) => boolean {
  return error => error instanceof Refusal && error.code === code
}
