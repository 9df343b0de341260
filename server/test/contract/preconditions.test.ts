/** A write with a precondition is refused, because the service would otherwise carry it out whether or not the condition is met. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { addressOf, OPERATIONS, requestOf } from './exercises.ts'
import { assertAnswers, assertNames, assertRefused } from './promises.ts'
import { storeSample } from './sample.ts'

const world = useWorld()
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))

for (const [name, { method }] of OPERATIONS.filter(([, { method }]) => method !== 'GET')) {
  test(`${name} (${method}) refuses every precondition and says what to do`, async () => {
    const call = { ...requestOf(name, sample, org.key) }
    const path = addressOf(name, sample)
    for (const header of ['If-Match', 'If-None-Match', 'If-Unmodified-Since']) {
      const reply = await world.call(path, { ...call, headers: { [header]: '*' } })
      assertNames(reply, header)
      assert.match(String(reply.body.message), /Leave it out/)
    }
    assertAnswers(await world.call(path, call), name)
  })
}

test('a precondition is refused after the key and the scope were checked', async () => {
  const { key } = await org.issueKey({ scopes: ['properties:read'] })
  const call = { method: 'POST', body: '{}', headers: { 'if-match': '*' } }
  assertRefused(await world.call('/work-orders', call), 'unauthorized')
  assertRefused(await world.call('/work-orders', { ...call, key }), 'forbidden')
})
