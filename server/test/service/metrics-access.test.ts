/** Metrics of a service in production are read with the token alone; the address a call comes from gives no access. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'

const world = useWorld({ config: { environment: 'production' }, own: true })
const statusOf = async (url: string | undefined, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/metrics`, { headers })).status

test('in production without METRICS_TOKEN nobody reads the metrics, not even from this machine', async () => {
  const { url } = world.service
  assert.equal(await statusOf(url), 404)
  for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer null']) {
    assert.equal(await statusOf(url, { authorization }), 404, authorization)
  }
})

test('in production with METRICS_TOKEN its holder does', async () => {
  const { url } = await world.another({ metricsToken: 'a-token-of-the-operator' })
  assert.equal(await statusOf(url), 404)
  assert.equal(await statusOf(url, { authorization: 'Bearer a-token-of-the-operator' }), 200)
})
