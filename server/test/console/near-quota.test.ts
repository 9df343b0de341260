/** Keys that come close to their quota are told from the others before their calls are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rollUpCalls } from '#server/platform/audit/roll-up.ts'
import { useWorld } from '../world.ts'
import { signedIn } from './visitor.ts'

const MINUTE = 60_000
const world = useWorld({ own: true })

test('the overview has the busiest minute of each key in the last 15 minutes, and how many of its calls were refused', async () => {
  const organization = await world.organization({ plan: 'ENTERPRISE' })
  const viewer = await signedIn(world, organization, 'VIEWER')
  const { key, keyId } = await organization.issueKey({ requestsPerMinute: 4 })
  const shown = async (window: string) => {
    const { body } = await viewer.call(viewer.inside(`/traffic/overview?window=${window}`))
    const found = (body.keys as unknown as Record<string, unknown>[]).find(({ key_id }) => key_id === keyId)
    return [found?.peak_per_minute, found?.refused, found?.calls]
  }
  await world.call('/listings', { key })
  world.clock.advance(2 * MINUTE)
  for (let call = 0; call < 6; call++) await world.call('/listings', { key })
  for (const window of ['1h', '24h']) assert.deepEqual(await shown(window), [4, 2, 7])
  world.clock.advance(14 * MINUTE)
  await rollUpCalls(world.pools.platformWrites, world.clock.now())
  for (const window of ['1h', '24h', '30d']) assert.deepEqual(await shown(window), [4, 2, 7], window)
  world.clock.advance(2 * MINUTE)
  for (const window of ['1h', '24h', '30d']) assert.deepEqual(await shown(window), [0, 0, 7], window)
})
