/**
 * What the client does if a call does not succeed at first: against the real service, behind a network that fails as a test demands.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import { type ClientOptions, createClient } from '#client/index.ts'
import { sleep as realSleep } from '#client/retry.ts'
import { property, store } from '../records.ts'
import { START, useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const organization = useOrganization(world)
const court = property()

before(() => store(organization, { properties: [court] }))

type Fault = (request: Request) => Response | 'reply lost' | Promise<Response>

/** A client whose first calls meet `faults`; the others reach the service. */
function clientThrough(faults: Fault[], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = []
  const waits: number[] = []
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init)
    sent.push(request)
    const outcome = await faults[sent.length - 1]?.(request)
    if (outcome instanceof Response) return outcome
    const reply = await fetch(url, init)
    if (outcome !== 'reply lost') return reply
    await reply.arrayBuffer()
    throw new TypeError('fetch failed')
  }
  const client = createClient({
    baseUrl: `${world.service.url}/`,
    apiKey: organization.key,
    fetch: send,
    sleep: async ms => void waits.push(ms),
    random: () => 0,
    now: () => START,
    ...options,
  })
  return { client, sent, waits }
}

const refusal = (status: number, error: string, headers: Record<string, string> = {}): Fault => {
  return () => new Response(JSON.stringify({ error, message: 'Not now.', request_id: 'req_1' }), { status, headers })
}
const unreachable: Fault = () => {
  throw new TypeError('fetch failed')
}
const broken: Fault = () => new Response('{"data":[')

test('a call is repeated after each temporary failure, with longer delays each time, and never before Retry-After', async () => {
  const { client, sent, waits } = clientThrough([
    unreachable,
    refusal(503, 'unavailable', { 'retry-after': '1' }),
    refusal(429, 'rate_limited', { 'retry-after': '7' }),
    broken,
  ])
  assert.equal((await client.listProperties()).data.length, 1)
  assert.equal(sent.length, 5)
  assert.deepEqual(waits, [250, 1_500, 8_000, 2_000])
})

test('a date in Retry-After is understood, and a wait of more than two minutes is left to the caller', async () => {
  const later = (seconds: number) => ({ 'retry-after': new Date(START + seconds * 1_000).toUTCString() })
  const soon = clientThrough([refusal(503, 'unavailable', later(30))])
  await soon.client.listProperties()
  assert.deepEqual(soon.waits, [30_250])
  const long = clientThrough([refusal(503, 'unavailable', later(3_600))])
  await assert.rejects(long.client.listProperties(), { error: 'unavailable', retryAfterSeconds: 3_600 })
  assert.equal(long.sent.length, 1)
})

test('a call gives up after four repetitions, and one that is refused permanently is made once', async () => {
  const down = clientThrough(Array(9).fill(unreachable))
  await assert.rejects(down.client.listProperties(), { error: 'unreachable', status: 0 })
  assert.equal(down.sent.length, 5)
  const refused = clientThrough([])
  await assert.rejects(refused.client.getProperty({ id: 'prop_none' }), { error: 'not_found', status: 404 })
  assert.equal(refused.sent.length, 1)
})

test('a write whose reply is lost takes effect once: its key is kept across retries, and the next write gets a new one', async () => {
  const other = await world.organization()
  const home = property()
  await store(other, { properties: [home] })
  const inProgress = refusal(409, 'idempotency_in_progress', { 'retry-after': '1' })
  const { client, sent } = clientThrough([() => 'reply lost', inProgress], { apiKey: other.key })
  const order = { title: 'Kitchen faucet leaks', property_id: home.id }
  const made = await client.createWorkOrder(order)
  const again = await client.createWorkOrder(order)
  assert.notEqual(made.work_order_id, again.work_order_id)
  assert.equal((await client.listWorkOrders()).pagination.total, 2)
  const keys = sent.slice(0, 4).map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[0] as string, /^[0-9a-f]{32}$/)
  assert.deepEqual([keys[1], keys[2]], [keys[0], keys[0]])
  assert.notEqual(keys[3], keys[0])
  await client.createWorkOrder(order, { idempotencyKey: 'a-key-of-mine' })
  assert.equal(sent[5]?.headers.get('idempotency-key'), 'a-key-of-mine')
})

test('an update whose reply is lost does not undo what somebody else has changed since', async () => {
  const other = await world.organization()
  const home = property()
  await store(other, { properties: [home] })
  const { client: somebody } = clientThrough([], { apiKey: other.key })
  const { work_order_id: id } = await somebody.createWorkOrder({ title: 'Tap', property_id: home.id })
  const inBetween: Fault = async () => {
    await somebody.updateWorkOrder({ id, priority: 'LOW' })
    return new Response('{}', { status: 503 })
  }
  const { client, sent } = clientThrough([() => 'reply lost', inBetween], { apiKey: other.key })
  assert.equal((await client.updateWorkOrder({ id, priority: 'HIGH' })).priority, 'HIGH')
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  assert.equal((await somebody.getWorkOrder({ id })).priority, 'LOW')
})

test('a deletion whose reply is lost is answered as the first time', async () => {
  const other = await world.organization({ plan: 'PRO' })
  const { client: somebody } = clientThrough([], { apiKey: other.key })
  const { id } = await somebody.createWebhook({ event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' })
  const { client, sent } = clientThrough([() => 'reply lost'], { apiKey: other.key })
  assert.deepEqual(await client.deleteWebhook({ id }), { id, deleted: true })
  assert.equal(sent.length, 2)
  await assert.rejects(client.deleteWebhook({ id }), { error: 'not_found' })
})

test('a service that does not answer is abandoned after a time limit, and a caller that cancels does not have to wait', async () => {
  const silent: Fault = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const late = clientThrough([silent], { timeoutMs: 5, retries: 0 })
  await assert.rejects(late.client.listProperties(), { error: 'timeout' })
  const again = clientThrough([silent], { timeoutMs: 60_000 })
  const stop = new AbortController()
  const pending = again.client.listProperties({}, { signal: stop.signal })
  stop.abort(new Error('closing'))
  await assert.rejects(pending, /closing/)
  assert.equal(again.sent.length, 1)
  const leaving = new AbortController()
  const asleep = clientThrough([unreachable], {
    sleep: (_, signal) => {
      const waiting = realSleep(86_400_000, signal)
      leaving.abort(new Error('leaving'))
      return waiting
    },
  })
  await assert.rejects(asleep.client.listProperties({}, { signal: leaving.signal }), /leaving/)
})

test('a redirect is an error, so that the key does not follow it', async () => {
  const { client, sent } = clientThrough([
    () => new Response(null, { status: 302, headers: { location: 'https://example.com' } }),
  ])
  const failure = await client.listProperties().catch(error => error)
  assert.ok(failure instanceof ApiError)
  assert.deepEqual([failure.status, sent[0]?.redirect], [302, 'manual'])
})
