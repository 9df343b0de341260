/** The generated client against the real service: what it sends, what it answers, and the errors it throws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCaller } from '#client/call.ts'
import { ApiError } from '#client/errors.ts'
import { createClient } from '#client/index.ts'
import { v1Client } from '#client/v1.ts'
import { property, store } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const organization = useOrganization(world)

function clientOf(key: string, send: typeof fetch = fetch) {
  return v1Client(openCaller({ baseUrl: `${world.service.url}/api/v1`, headers: { 'X-Api-Key': key }, fetch: send }))
}

test('every item of a list arrives in order, however many pages it takes', async () => {
  const many = await world.organization()
  await store(many, {
    properties: Array.from({ length: 205 }, (_, index) => property({ name: `Court ${1000 + index}` })),
  })
  const names: string[] = []
  for await (const { name } of clientOf(many.key).eachProperty()) names.push(name)
  assert.deepEqual(
    names,
    Array.from({ length: 205 }, (_, index) => `Court ${1000 + index}`),
  )
})

test('a list is read to its end although its items leave it one by one, or a page at a time', async () => {
  const many = await world.organization()
  const court = property()
  await store(many, { properties: [court] })
  const client = clientOf(many.key)
  await Promise.all(
    Array.from({ length: 205 }, () => client.createWorkOrder({ title: 'Kitchen faucet leaks', property_id: court.id })),
  )
  const seen = new Set<string>()
  let count = 0
  for await (const { work_order_id: id } of client.eachWorkOrder({ status: 'NEW' })) {
    count++
    seen.add(id)
    await client.updateWorkOrder({ id, status: 'ON_HOLD' })
  }
  assert.deepEqual([count, seen.size], [205, 205])
  count = 0
  for await (const _ of client.eachWorkOrder({ status: 'ON_HOLD' })) {
    if (count++ > 0) continue
    await Promise.all([...seen].map(id => client.updateWorkOrder({ id, status: 'CANCELLED' })))
  }
  assert.equal(count, 100)
})

test('every item is returned once although some leave the list while as many are added behind them', async () => {
  const many = await world.organization()
  const court = property()
  await store(many, { properties: [court] })
  const client = clientOf(many.key)
  const create = async (count: number) => {
    const order = { title: 'Kitchen faucet leaks', property_id: court.id }
    const made = await Promise.all(Array.from({ length: count }, () => client.createWorkOrder(order)))
    return made.map(({ work_order_id }) => work_order_id)
  }
  const move = (ids: string[], status: 'NEW' | 'CANCELLED') =>
    Promise.all(ids.map(id => client.updateWorkOrder({ id, status })))
  // The list is newest first, so the oldest work orders are at its end.
  const oldest = await create(50)
  await move(oldest, 'CANCELLED')
  const expected = new Set([...oldest, ...(await create(105))])
  const read: string[] = []
  for await (const { work_order_id: id } of client.eachWorkOrder({ status: 'NEW' })) {
    read.push(id)
    if (read.length !== 100) continue
    await Promise.all([move(read.slice(0, 50), 'CANCELLED'), move(oldest, 'NEW')])
    // The next page begins with this one.
    await client.updateWorkOrder({ id, external_id: 'changed in the meantime' })
  }
  assert.equal(read.length, 155)
  assert.deepEqual(new Set(read), expected)
})

test('a write is sent with one key, and gets the same reply when it is sent again', async () => {
  const court = property()
  await store(organization, { properties: [court] })
  const client = clientOf(organization.key)
  const order = { title: 'Kitchen faucet leaks', property_id: court.id }
  const first = await client.createWorkOrder(order, { idempotencyKey: 'a-key-of-mine' })
  assert.deepEqual(await client.createWorkOrder(order, { idempotencyKey: 'a-key-of-mine' }), first)
  assert.equal((await client.listWorkOrders({ status: 'NEW', unit_id: undefined })).pagination.total, 1)
  assert.equal((await client.updateWorkOrder({ id: first.work_order_id, status: 'ON_HOLD' })).status, 'ON_HOLD')
})

test('a refusal is thrown with its code, its message, its details and the request ID', async () => {
  const failure = await clientOf(organization.key)
    .listResidents()
    .catch(error => error)
  assert.ok(failure instanceof ApiError)
  assert.equal(failure.status, 400)
  assert.equal(failure.error, 'invalid_request')
  assert.ok(failure.details.some(({ path }) => path === 'property_id'))
  assert.match(failure.requestId as string, /^req_/)
  const unknown = await clientOf('pm_live_nothing')
    .listProperties()
    .catch(error => error)
  assert.equal(unknown.error, 'unauthorized')
  const { key } = await organization.issueKey({ requestsPerMinute: 1 })
  await clientOf(key).listProperties()
  const over = await clientOf(key)
    .listProperties()
    .catch(error => error)
  assert.ok(over.retryAfterSeconds >= 60)
})

test('an ID is put into the path unchanged, whatever characters it contains', async () => {
  const failure = await clientOf(organization.key)
    .getProperty({ id: '../listings?x=/%' })
    .catch(error => error)
  assert.equal(failure.error, 'not_found')
  assert.match(failure.message, /property/i)
})

test('an ID that would be read as part of the path is not sent', async () => {
  for (const id of ['.', '..']) {
    await assert.rejects(clientOf(organization.key).getProperty({ id }), {
      name: 'TypeError',
      message: 'id must be an ID, not dots',
    })
  }
})

test('a service that cannot be reached is an error that says why, and never quotes what was sent', async () => {
  const away = v1Client(openCaller({ baseUrl: 'http://127.0.0.1:2/api/v1' }))
  await assert.rejects(away.listListings(), {
    error: 'unreachable',
    message: 'The service cannot be reached (ECONNREFUSED). Check the connection and try again.',
  })
  const failed = (cause: unknown) =>
    clientOf(organization.key, () => Promise.reject(new TypeError(`fetch failed: ${organization.key}`, { cause })))
      .listListings()
      .catch(error => error)
  const quoting = Object.assign(new Error(organization.key), { code: organization.key })
  for (const cause of [undefined, null, 'ECONNREFUSED', new Error(organization.key), quoting]) {
    const { message, ...rest } = await failed(cause)
    assert.equal(message, 'The service cannot be reached. Check the connection and try again.')
    assert.doesNotMatch(JSON.stringify(rest), new RegExp(organization.key))
  }
})

test('a missing reply, a truncated one and a page of a proxy raise the same kind of error', async () => {
  const away = v1Client(openCaller({ baseUrl: 'http://127.0.0.1:1/api/v1' }))
  assert.equal((await away.listListings().catch(error => error)).error, 'unreachable')
  const broken = clientOf(organization.key, async () => new Response('{"data":[', { status: 200 }))
  assert.equal((await broken.listListings().catch(error => error)).error, 'unreadable')
  const elsewhere = clientOf(organization.key, async () => new Response('<html>\n</html>\n', { status: 200 }))
  await assert.rejects(elsewhere.exportRecords().next(), { name: 'ApiError', error: 'unreadable' })
  const stopped = new AbortController()
  const pending = clientOf(organization.key).listListings({}, { signal: stopped.signal })
  stopped.abort()
  await assert.rejects(pending, { name: 'AbortError' })
})

test('a setting that can never work raises an error that names it and does not quote a key', async () => {
  const baseUrl = 'http://127.0.0.1:1'
  const client = (apiKey: string, address = baseUrl) => createClient({ baseUrl: address, apiKey, retries: 0 })
  const notAddresses = ['', 'pm.example.com', 'localhost:8080', 'ftp://pm.example.com', 'https://', '/api']
  const leadElsewhere = [
    'https://dana:secret@pm.example.com',
    'https://dana@pm.example.com',
    'https://pm.example.com?a=1',
    'https://pm.example.com/api/v1',
    'https://pm.example.com/gatehouse/api/v1/',
  ]
  for (const address of [...notAddresses, ...leadElsewhere, 'https://pm.example.com/?', 'https://pm.example.com/#a']) {
    assert.throws(
      () => client('pm_live_1', address),
      { name: 'TypeError', message: /^baseUrl must be an address(?!.*secret)/ },
      address,
    )
  }
  // In JavaScript, a variable that is not set is undefined.
  for (const key of ['', ' \n', undefined as never])
    assert.throws(() => client(key), { name: 'TypeError', message: 'apiKey is empty' })
  for (const key of ['pm_live_1…', 'pm_live_1\n2', 'pm_live_\u0000']) {
    await assert.rejects(client(key).listListings(), {
      name: 'TypeError',
      message: 'x-api-key has a character that is not visible ASCII',
    })
  }
  const written = client('pm_live_1').createWorkOrder(
    { title: 'Leak', unit_id: 'unit_1' },
    { idempotencyKey: 'Küche-2026' },
  )
  await assert.rejects(written, {
    name: 'TypeError',
    message: 'idempotency-key has a character that is not visible ASCII',
  })
})

test('a key may end with a line break, as in a file', async () => {
  const client = createClient({ baseUrl: `${world.service.url}`, apiKey: `${organization.key}\n` })
  assert.deepEqual((await client.listListings()).data, [])
})
