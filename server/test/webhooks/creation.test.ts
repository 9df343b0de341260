/**
 * The target of a new subscription: a forbidden one is refused over HTTP, a name that later resolves differently is caught at delivery, and a slow
 * name server holds nothing up.
 */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { ResolveName } from '#server/platform/targets/resolve-name.ts'
import { notationsOf, ROWS } from '../platform/targets/samples.ts'
import { property, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'
import { leadingTo, rawReceiver } from './receivers.ts'

const PUBLIC = '93.184.215.14'

const world = useWorld({
  role: 'all',
  config: { environment: 'production' },
  resolveName: (name, signal) => resolveName(name, signal),
})
const org = useOrganization(world)
let resolveName: ResolveName
afterEach(() => world.sql('update webhook_subscriptions set deleted_at = now() where deleted_at is null'))

function subscribe(target_url: string, idempotencyKey?: string): Promise<Reply> {
  return world.call('/webhooks', {
    key: org.key,
    method: 'POST',
    body: JSON.stringify({ event: 'ticket.created', target_url }),
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  })
}

function assertRefused(reply: Reply, why: string): void {
  assert.equal(reply.status, 400, `${why}: ${reply.text}`)
  assert.deepEqual(
    reply.body.details.map(({ path }) => path),
    ['target_url'],
  )
}

describe('every row of the table is refused in production, in any notation and behind a name', () => {
  for (const { range, samples } of ROWS) {
    test(`${range.cidr}, ${range.name}`, async () => {
      for (const address of samples) {
        await Promise.all(
          notationsOf(address).map(async written => {
            assertRefused(await subscribe(`https://${written}/hooks`), written)
          }),
        )
        for (const addresses of [[address], [PUBLIC, address]]) {
          resolveName = leadingTo({ 'hooks.example': [addresses] })
          assertRefused(await subscribe('https://hooks.example/hooks'), addresses.join())
        }
      }
    })
  }
})

test('text that is not a target is refused', async () => {
  resolveName = leadingTo({})
  for (const url of [
    'http://hooks.example/',
    'ftp://hooks.example/',
    'https://user:password@hooks.example/',
    'https://hooks.example:0/',
    'https://',
    'hooks.example',
    '//hooks.example/',
  ]) {
    assertRefused(await subscribe(url), url)
  }
})

test('a name that resolves to nothing yet is accepted', async () => {
  resolveName = leadingTo({})
  assert.equal((await subscribe('https://not-yet.example/hooks')).status, 201)
})

test('a target that is public at creation and this machine at the first attempt is sent nothing', async () => {
  await using trap = await rawReceiver(() => {})
  const rebinding = leadingTo({ 'hooks.example': [[PUBLIC], ['127.0.0.1']] })
  resolveName = rebinding
  const created = await subscribe(`https://hooks.example:${trap.port}/`)
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(rebinding.asked, ['hooks.example'])
  const maple = property()
  await store(org, { properties: [maple] })
  const body = JSON.stringify({ title: 'Tap leaks', property_id: maple.id })
  assert.equal((await world.call('/work-orders', { key: org.key, method: 'POST', body })).status, 201)
  await world.service.deliveries?.idle()
  const [delivery] = (await world.call(`/webhooks/${created.body.id}/deliveries`, { key: org.key })).body.data
  const attempts = delivery?.attempts as { outcome: string }[]
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ['REFUSED_ADDRESS'],
  )
  assert.deepEqual(rebinding.asked, ['hooks.example', 'hooks.example'])
  assert.equal(trap.connections.length, 0)
})

test('while name servers respond slowly, no creation holds a database connection', async () => {
  // More than the connections of all pools together.
  const creations = 24
  const allAsk = Promise.withResolvers<void>()
  let asking = 0
  resolveName = async () => {
    if (++asking === creations) {
      // The transactions that looked for a reply to replay may still be ending.
      await until(async () => {
        const open = await world.sql(
          `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )
        return open.length === 0
      }).then(allAsk.resolve, allAsk.reject)
    }
    await allAsk.promise
    return [PUBLIC]
  }
  const replies = await Promise.all(
    Array.from({ length: creations }, (_, index) =>
      subscribe(`https://slow-${index}.example/`, index % 2 === 0 ? `creation-${index}` : undefined),
    ),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array.from(replies, () => 201),
  )
  assert.equal(asking, creations)
})

test('a replay asks no name server, and is answered whatever the name resolves to by now', async () => {
  const name = leadingTo({ 'hooks.example': [[PUBLIC], ['127.0.0.1']] })
  resolveName = name
  const first = await subscribe('https://hooks.example/', 'replayed-creation')
  assert.equal(first.status, 201, first.text)
  const replayed = await subscribe('https://hooks.example/', 'replayed-creation')
  assert.equal(replayed.text, first.text)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  const reused = await subscribe('https://hooks.example/other', 'replayed-creation')
  assert.equal(reused.status, 422)
  assert.deepEqual(name.asked, ['hooks.example'])
})

test('a call whose lookup failed while its twin was stored gets the same reply as the twin', async () => {
  let twin: Promise<Reply> | undefined
  resolveName = async () => {
    if (twin) return [PUBLIC]
    twin = subscribe('https://hooks.example/', 'two-of-a-kind')
    await twin
    return ['127.0.0.1']
  }
  const reply = await subscribe('https://hooks.example/', 'two-of-a-kind')
  assert.equal(reply.status, 201, reply.text)
  assert.equal(reply.text, (await twin)?.text)
})
