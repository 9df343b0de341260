/**
 * Calls that anybody can make: their bodies are short, and an attempt is counted before anything in its body is
 * checked.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { SIGN_IN_CALLS } from '#contract/console/sign-in.ts'
import { consoleContract } from '#contract/console.ts'
import { assertRefused } from '../contract/promises.ts'
import { useOrganization, useWorld } from '../world.ts'
import { signedIn, visitor } from './visitor.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)
// Attempts count for 15 minutes.
beforeEach(() => world.clock.advance(16 * 60_000))

/** The calls with a body that are open to a visitor without a session. */
const OPEN = [
  ...Object.entries(SIGN_IN_CALLS).map(([path, { guesses }]) => ({ path: `/auth${path}`, guesses: guesses === true })),
  ...Object.values(consoleContract)
    .filter(({ role, body }) => role === 'PUBLIC' && body)
    .map(({ path }) => ({ path, guesses: true })),
]

test('without a session no body is longer than 16 KiB', async () => {
  assert.ok(OPEN.length >= 12)
  const body = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
  for (const { path } of OPEN) {
    const reply = await visitor(world).call(path, { body: body(16 * 1024 + 1) })
    assertRefused(reply, 'payload_too_large')
    assert.match(String(reply.body.message), /16 KiB/)
    assertRefused(await visitor(world).call(path, { body: body(16 * 1024) }), 'invalid_request')
  }
})

test('a body that is null is refused like one that is not an object, and another method with 405', async () => {
  const member = await signedIn(world, org, 'VIEWER')
  for (const { path } of OPEN) {
    const reply = await visitor(world).call(path, { body: 'null' })
    assertRefused(reply, 'invalid_request')
    assert.equal(reply.body.message, 'The body must be a JSON object.')
    for (const method of ['GET', 'PUT']) {
      const other = await member.call(path, { method })
      assertRefused(other, 'method_not_allowed')
      assert.equal(other.headers.get('allow'), 'POST')
      assertRefused(await visitor(world).call(path, { method }), 'unauthorized')
    }
  }
})

test('a key or a session allows longer bodies', async () => {
  const long = JSON.stringify({ nonsense: 'x'.repeat(500_000) })
  const admin = await signedIn(world, org, 'ADMIN')
  assertRefused(await admin.call(admin.inside('/owners'), { body: long }), 'invalid_request')
  assertRefused(await world.call('/work-orders', { key: org.key, method: 'POST', body: long }), 'invalid_request')
  const tooLong = JSON.stringify({ nonsense: 'x'.repeat(1024 * 1024) })
  const reply = await admin.call(admin.inside('/owners'), { body: tooLong })
  assertRefused(reply, 'payload_too_large')
  assert.match(String(reply.body.message), /1 MiB/)
})

for (const { path } of OPEN.filter(({ guesses }) => guesses)) {
  test(`an attempt at ${path} counts, whatever its body`, async () => {
    const bodies = ['{', '{"x":1}', '[]', '{"a":1,"a":1}', 'x'.repeat(20_000)]
    const seen = new Set<number>()
    for (let attempt = 0; attempt < 100; attempt++) {
      const reply = await visitor(world).call(path, { body: bodies[attempt % bodies.length] })
      seen.add(reply.status)
    }
    assert.deepEqual([...seen].sort(), [400, 413])
    for (const body of bodies) assertRefused(await visitor(world).call(path, { body }), 'rate_limited')
  })
}
