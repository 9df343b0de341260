/**
 * Guessing keys: after 300 unknown keys in a minute, further ones from an address cost no lookup, and a customer at that address notices
 * nothing.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Platform } from '#server/db/tenant.ts'
import { KeyDirectory } from '#server/platform/api-keys/directory.ts'
import { openKnownSecrets } from '#server/platform/api-keys/known-secrets.ts'
import { findKeyBySecret, listSecretsSince } from '#server/platform/api-keys/queries.ts'
import { makeSecret } from '#server/platform/api-keys/secret.ts'
import { GUESSES_PER_MINUTE, guessLimit } from '#server/platform/guess-limit.ts'
import { useOrganization, useWorld } from '../world.ts'

const ADDRESS = '203.0.113.7'

const world = useWorld({ own: true })
const org = useOrganization(world)

/** The directory of keys as the service opens it, on a database that counts how often each statement runs. */
let keys: KeyDirectory
let asked: Map<string, number>
beforeEach(() => {
  asked = new Map()
  const database = world.pools.platformReads.for(null)
  const platform: Platform = {
    organizationId: null,
    query(statement, values) {
      asked.set(statement.name, (asked.get(statement.name) ?? 0) + 1)
      return database.query(statement, values)
    },
  }
  const { clock } = world
  keys = new KeyDirectory({
    platform,
    clock,
    guesses: guessLimit({ clock }),
    known: openKnownSecrets({ platform }),
  })
})

test('missing, malformed and mistyped keys never reach the database, and are not counted', async () => {
  const key = makeSecret(false)
  const wrong = [
    undefined,
    [key, key],
    '',
    'nonsense',
    `${key}x`,
    key.slice(1),
    `${key.slice(0, -1)}!`,
    'x'.repeat(30_000),
  ]
  for (let round = 0; round < GUESSES_PER_MINUTE; round++) {
    for (const secret of wrong) assert.deepEqual(await keys.authenticate(secret, ADDRESS), { unknown: true })
  }
  assert.equal(asked.size, 0)
  await guess(1)
  assert.equal(asked.get(findKeyBySecret.name), 1)
})

test('setting the clock back keeps no key in the cache: the key is looked up again', async () => {
  await keys.authenticate(org.key, ADDRESS)
  await keys.authenticate(org.key, ADDRESS)
  assert.equal(asked.get(findKeyBySecret.name), 1)
  world.clock.advance(-3_600_000)
  await keys.authenticate(org.key, ADDRESS)
  world.clock.advance(3_600_000)
  assert.equal(asked.get(findKeyBySecret.name), 2)
})

test('of 1,000 simultaneous unknown keys 300 are looked up, and the others share one lookup of which keys exist', async () => {
  await guess(1_000)
  assert.equal(asked.get(findKeyBySecret.name), GUESSES_PER_MINUTE)
  assert.equal(asked.get(listSecretsSince.name), 1)
})

test('a minute later the same number is looked up again', async () => {
  await guess(GUESSES_PER_MINUTE)
  world.clock.advance(60_000)
  await guess(1)
  assert.equal(asked.get(findKeyBySecret.name), GUESSES_PER_MINUTE)
  world.clock.advance(1)
  await guess(1)
  assert.equal(asked.get(findKeyBySecret.name), GUESSES_PER_MINUTE + 1)
})

test('a known key from an address over its limit is served, even one created a moment ago', async () => {
  const early = await org.issueKey()
  await guess(GUESSES_PER_MINUTE + 10)
  assert.equal(await keyOf(early.key), early.keyId)
  const late = await org.issueKey()
  assert.equal(await keyOf(late.key), late.keyId)
  const simultaneous = await Promise.all(Array.from({ length: 20 }, () => org.issueKey()))
  const answers = await Promise.all([...simultaneous.map(({ key }) => keyOf(key)), guess(200)])
  assert.deepEqual(
    answers.slice(0, 20),
    simultaneous.map(({ keyId }) => keyId),
  )
})

test('known keys do not use up an address’s guesses', async () => {
  const { key } = await org.issueKey()
  for (let call = 0; call < 2 * GUESSES_PER_MINUTE; call++) {
    world.clock.advance(50)
    keys.forget()
    await keyOf(key)
  }
  const before = asked.get(findKeyBySecret.name) as number
  await guess(GUESSES_PER_MINUTE + 1)
  assert.equal(asked.get(findKeyBySecret.name), before + GUESSES_PER_MINUTE)
})

test('a thousand guesses through the service are all 401, and a customer at the same address is served', async () => {
  const { key } = await org.issueKey()
  const calls = Array.from({ length: 1_020 }, (_, index) => (index % 51 === 50 ? key : makeSecret(false)))
  const statuses = { guess: new Set<number>(), customer: new Set<number>() }
  // Only as many calls at a time as one network may have under way: with more, a busy service closes the connections that have waited longest.
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      for (let next = calls.pop(); next; next = calls.pop()) {
        const { status } = await world.call('/listings', { key: next })
        statuses[next === key ? 'customer' : 'guess'].add(status)
      }
    }),
  )
  assert.deepEqual(statuses, { guess: new Set([401]), customer: new Set([200]) })
})

async function guess(times: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, () => keys.authenticate(makeSecret(false), ADDRESS)))
  for (const answer of answers) assert.deepEqual(answer, { unknown: true })
}

async function keyOf(key: string): Promise<string | undefined> {
  const answer = await keys.authenticate(key, ADDRESS)
  return 'caller' in answer ? answer.caller.keyId : undefined
}
