/** The verification of webhooks, against signatures of the official library and of the service itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '#client/index.ts'
import { until } from '../service/processes.ts'
import { openReceiver } from './../webhooks/receiver.ts'
import { START, useWorld } from '../world.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'lead.created', data: { lead: { first_name: 'Zoë' } } })
const now = () => START

function headersOf(secret: string, at = START): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at / 1_000),
    'webhook-signature': new Webhook(secret).sign('evt_1', new Date(at), body),
  }
}

const refused = { name: 'WebhookError' }

test('a genuine request is accepted with headers and body in every form that platforms use', async () => {
  const headers = headersOf(SECRET)
  const bytes = new TextEncoder().encode(body)
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
  const ofAPlatform = { get: (name: string) => headers[name] ?? null }
  for (const given of [headers, new Headers(headers), capitals, ofAPlatform]) {
    for (const received of [body, bytes, bytes.buffer, Buffer.from(body)]) {
      const event = await verifyWebhook({ body: received, headers: given, secret: SECRET, now })
      assert.deepEqual(event, JSON.parse(body))
    }
  }
})

test('any one of several signatures may match', async () => {
  const [ours, theirs] = [headersOf(SECRET), headersOf(OTHER)]
  const signature = `v1a,AAAA v1,%% ${theirs['webhook-signature']} ${ours['webhook-signature']}`
  const headers = { ...ours, 'webhook-signature': signature }
  for (const secret of [SECRET, OTHER]) assert.ok(await verifyWebhook({ body, headers, secret, now }))
})

test('the body is signed once, however many signatures a stranger sends', async t => {
  const watched = (['sign', 'verify'] as const).map(name => t.mock.method(crypto.subtle, name))
  const headers = { ...headersOf(SECRET), 'webhook-signature': Array(4_000).fill('v1,AAAA').join(' ') }
  await assert.rejects(verifyWebhook({ body, headers, secret: SECRET, now }), refused)
  const signed = watched.flatMap(({ mock }) => mock.calls).map(call => Buffer.from(call.arguments.at(-1) as Uint8Array))
  assert.equal(signed.filter(bytes => bytes.toString().startsWith('evt_1.')).length, 1)
})

test('a different body, ID, time, secret or scheme is refused', async () => {
  const headers = headersOf(SECRET)
  const signature = headers['webhook-signature'] as string
  const wrong: Partial<Parameters<typeof verifyWebhook>[0]>[] = [
    { body: `${body} ` },
    { secret: OTHER },
    { headers: { ...headers, 'webhook-id': 'evt_2' } },
    { headers: { ...headers, 'webhook-timestamp': String(START / 1_000 + 1) } },
    { headers: { ...headers, 'webhook-timestamp': 'yesterday' } },
    { headers: { ...headers, 'webhook-signature': signature.slice(3) } },
    { headers: { ...headers, 'webhook-signature': `v1,${signature.slice(3, 20)}` } },
    { headers: { ...headers, 'webhook-signature': 'v1,' } },
    { headers: {} },
  ]
  for (const one of wrong) await assert.rejects(verifyWebhook({ body, headers, secret: SECRET, now, ...one }), refused)
  await assert.rejects(verifyWebhook({ body, headers, secret: 'my secret', now }), TypeError)
})

test('a parsed body and a missing one are refused with that reason', async () => {
  const request = { headers: headersOf(SECRET), secret: SECRET, now }
  const inJavaScript = verifyWebhook as (request: object) => Promise<unknown>
  for (const given of [JSON.parse(body), {}, [1, 2], null, undefined]) {
    await assert.rejects(inJavaScript({ ...request, body: given }), { ...refused, message: /missing or was parsed/ })
  }
})

test('a secret that cannot be one is a mistake of the program and not of the request', async () => {
  const inJavaScript = verifyWebhook as (request: object) => Promise<unknown>
  for (const secret of ['', 'whsec_', 'whsec_*', undefined]) {
    const given = { body, headers: headersOf(SECRET), secret, now }
    await assert.rejects(inJavaScript(given), { name: 'TypeError', message: /whsec_ and base64/ })
  }
})

test('a request more than five minutes old or ahead is refused, and so is one beyond the caller’s own tolerance', async () => {
  const at = (ms: number) => ({ body, headers: headersOf(SECRET, START + ms), secret: SECRET, now })
  for (const ms of [-300_000, 300_000]) assert.ok(await verifyWebhook(at(ms)))
  for (const ms of [-301_000, 301_000]) await assert.rejects(verifyWebhook(at(ms)), refused)
  await assert.rejects(verifyWebhook({ ...at(-60_000), toleranceSeconds: 59 }), refused)
})

const world = useWorld({ role: 'all' })

test('what the service sends is accepted, even while two secrets overlap during a rotation', async () => {
  await using receiver = await openReceiver()
  const org = await world.organization()
  const call = async (path: string, input: object = {}) =>
    (await world.call(path, { key: org.key, method: 'POST', body: JSON.stringify(input) })).body
  const { id, secret } = await call('/webhooks', { event: 'lead.created', target_url: receiver.url })
  const { secret: fresh } = await call(`/webhooks/${id}/rotate-secret`)
  await call(`/webhooks/${id}/test`)
  await until(() => receiver.received.length === 1)
  const [received] = receiver.received
  for (const valid of [secret, fresh]) {
    const event = await verifyWebhook({ ...(received as NonNullable<typeof received>), secret: String(valid), now })
    assert.equal(event.type === 'lead.created' && event.data.lead.status, 'NEW')
  }
})
