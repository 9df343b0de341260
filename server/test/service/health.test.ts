/** What operators monitor: whether the process is alive, whether it can serve, and its metrics. */
import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { describe, test } from 'node:test'
import { useWorld } from '../world.ts'
import { beginOutage } from './outage.ts'
import { until } from './processes.ts'

const world = useWorld({ own: true })
describe('/metrics', () => {
  const elsewhere = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

  test('without a token is open to this machine, but not to clients of a proxy on it', async () => {
    const { url } = world.service
    const reply = await fetch(`${url}/metrics`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type') as string, /^text\/plain/)
    assert.match(await reply.text(), /^gatehouse_quota_degraded 0$/m)
    assert.equal((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status, 404)
  })

  test('without a token is not found for any other machine', {
    skip: !elsewhere && 'no address but loopback',
  }, async () => {
    const { url } = await world.another({ host: '0.0.0.0' })
    const { port } = new URL(url as string)
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200)
    assert.equal((await fetch(`http://${elsewhere}:${port}/metrics`)).status, 404)
  })

  test('with a token is open to callers who have it, and to nobody else', async () => {
    const { url } = await world.another({ metricsToken: 'a-token-of-the-operator' })
    const statusWith = async (authorization?: string) =>
      (await fetch(`${url}/metrics`, { headers: { ...(authorization !== undefined && { authorization }) } })).status
    assert.equal(await statusWith('Bearer a-token-of-the-operator'), 200)
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer a-token-of-the-operatoR',
      'Bearer a-token-of-the-operator ,x',
      'a-token-of-the-operator',
    ]) {
      assert.equal(await statusWith(wrong), 404, String(wrong))
    }
  })

  test('counts replies by route and status, and unknown paths under one name', async () => {
    const { key } = await world.organization()
    await Promise.all(
      ['/listings', '/properties/prop_a', '/properties/prop_b', '/x', '/y'].map(path => world.call(path, { key })),
    )
    const text = await (await fetch(`${world.service.url}/metrics`)).text()
    const count = (route: string, status: number) =>
      Number(
        text.match(
          new RegExp(`gatehouse_http_replies_total\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`),
        )?.[1],
      )
    assert.equal(count('/api/v1/listings', 200), 1)
    assert.equal(count('/api/v1/properties/{id}', 404), 2)
    assert.equal(count('unknown', 404), 2)
    assert.doesNotMatch(text, /prop_a/)
  })
})

test('/healthz and /readyz need no key, and only the latter depends on the database', async () => {
  const statusOf = async (path: string) => (await fetch(`${world.service.url}${path}`)).status
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 200])
  const endOutage = await beginOutage(world)
  const unready = await fetch(`${world.service.url}/readyz`)
  const body = (await unready.json()) as Record<string, unknown>
  assert.deepEqual([unready.status, body.error], [503, 'unavailable'])
  assert.equal(body.request_id, unready.headers.get('x-request-id'))
  assert.match(unready.headers.get('retry-after') as string, /^[1-9]\d*$/)
  assert.equal(await statusOf('/healthz'), 200)
  await endOutage()
  await until(async () => (await statusOf('/readyz')) === 200)
})
