/** Requests that never arrive completely take no capacity from those that do, no matter who sends them or how many there are. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '#server/http/connections.ts'
import type { Service } from '#server/start.ts'
import { assertRefused } from '../contract/promises.ts'
import { property, store } from '../records.ts'
import { isLongRun, repeats } from '../sizes.ts'
import { callService, fetchReply, useOrganization, useWorld } from '../world.ts'
import { findMisrecorded } from './audit-lines.ts'
import { until } from './processes.ts'
import { startLimited } from './start-limited.ts'

const FEW: ConnectionLimits = {
  inFlight: 20,
  unfinished: { perNetwork: 10, inAll: 30 },
  idle: { perNetwork: 40, inAll: 60 },
  unread: CONNECTION_LIMITS.unread,
}

const world = useWorld()
const org = useOrganization(world)
let order: string
before(async () => {
  const maple = property()
  await store(org, { properties: [maple] })
  order = JSON.stringify({ title: 'Tap leaks', property_id: maple.id })
})

type Caller = { socket: Socket; received(): string; isOpen(): boolean }

async function open({ url }: Service, bytes: string, localAddress = '127.0.0.1'): Promise<Caller> {
  const socket = connect({ port: Number(new URL(url as string).port), host: '127.0.0.1', localAddress })
  let received = ''
  let isOpen = true
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      isOpen = false
    })
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return { socket, received: () => received, isOpen: () => isOpen }
}

const headOf = (key: string, more = '') =>
  `POST /api/v1/work-orders HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n${more}\r\n`

const openOf = (callers: Caller[]) => callers.filter(({ isOpen }) => isOpen()).length
const destroy = (callers: Caller[]) => callers.map(({ socket }) => socket.destroy())

/** Makes health checks, reads and writes, each on a separate connection; all must succeed. */
async function assertServes(service: Service): Promise<void> {
  const headers = { connection: 'close' }
  const replies = await Promise.all([
    fetchReply(`${service.url}/healthz`, { headers }),
    fetchReply(`${service.url}/readyz`, { headers }),
    callService(service, '/properties', { key: org.key, headers }),
    callService(service, '/work-orders', { key: org.key, headers, method: 'POST', body: order }),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 201],
    replies.map(({ text }) => text.slice(0, 200)).join('\n'),
  )
}

test('floods of unfinished requests from five addresses are ended, and everybody else is answered throughout', async t => {
  await using service = await startLimited(world, { connectionLimits: isLongRun ? CONNECTION_LIMITS : FEW })
  const { perNetwork } = (isLongRun ? CONNECTION_LIMITS : FEW).unfinished
  const floods = [
    ...Array.from({ length: repeats(120, 2_000) }, () => '127.0.0.1'),
    ...Array.from({ length: 4 * repeats(30, 500) }, (_, index) => `127.0.0.${2 + (index % 4)}`),
  ]
  const callers: Caller[] = []
  let isOver = false
  let rounds = 0
  const served = (async () => {
    for (; !isOver; rounds++) await assertServes(service)
  })()
  const openers = Array.from({ length: 50 }, async () => {
    for (let from = floods.pop(); from; from = floods.pop()) callers.push(await open(service, headOf(org.key), from))
  })
  // If either fails, the test ends with that error, and the other one's is not left unhandled.
  await Promise.race([Promise.all(openers), served])
  const most = isLongRun ? 5 * perNetwork : FEW.unfinished.inAll
  await until(() => openOf(callers) <= most)
  for (let more = 0; more < 5; more++) await assertServes(service)
  isOver = true
  await served
  t.diagnostic(`${callers.length} heads, of which ${openOf(callers)} wait; ${rounds} rounds of calls in the meantime`)
  const cut = callers.filter(({ isOpen }) => !isOpen())
  assert.ok(cut.length >= callers.length - most)
  const answered = cut.map(({ received }) => {
    assert.match(received(), /^HTTP\/1\.1 408 .*"error":"request_timeout".*"request_id":"req_/s)
    return { status: 408, requestId: /^x-request-id: (\S+)/im.exec(received())?.[1] as string }
  })
  assert.deepEqual(await findMisrecorded(world, answered), [], 'the quota counted them, so the log has them')
  destroy(callers)
})

test('the oldest unfinished request of an address makes room, and a body that comes in time is accepted', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW })
  const callers: Caller[] = []
  for (let count = 0; count < FEW.unfinished.perNetwork; count++) callers.push(await began(service, '127.0.0.2'))
  const elsewhere = await began(service, '127.0.0.3')
  const [first, second] = callers as [Caller, Caller]
  callers.push(await began(service, '127.0.0.2'))
  await until(() => !first.isOpen())
  assert.match(first.received(), /HTTP\/1\.1 408 /)
  second.socket.write(`${order}${' '.repeat(100)}`.slice(0, 100))
  await until(() => second.received().includes('\r\n\r\n{'))
  assert.match(second.received(), /HTTP\/1\.1 201 /, 'it had begun before the others')
  assert.equal(openOf(callers), FEW.unfinished.perNetwork)
  assert.ok(elsewhere.isOpen())
  destroy([...callers, elsewhere])
})

/** Opens a call without its body and waits until the service has read its head. */
async function began(service: Service, from: string, more = ''): Promise<Caller> {
  const caller = await open(service, headOf(org.key, `expect: 100-continue\r\n${more}`), from)
  await until(() => caller.received().startsWith('HTTP/1.1 100 Continue'))
  return caller
}

test('a call answered by its head alone still waits for its body, and is ended like the rest', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW })
  const callers: Caller[] = []
  for (let count = 0; count < 3 * FEW.unfinished.perNetwork; count++) {
    callers.push(await open(service, headOf('nobody')))
  }
  await until(() => openOf(callers) <= FEW.unfinished.perNetwork)
  for (const { received } of callers.filter(({ isOpen }) => !isOpen())) {
    assert.match(received(), /^HTTP\/1\.1 401 /)
    assert.equal(received().match(/HTTP\/1\.1/g)?.length, 1)
  }
  await assertServes(service)
  destroy(callers)
})

test('idle connections are closed, oldest first, to admit new ones', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW })
  const callers: Caller[] = []
  for (const bytes of ['', 'GET /healthz HTTP/1.1\r\nhost:', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n']) {
    for (let count = 0; count < FEW.idle.perNetwork; count++) callers.push(await open(service, bytes))
  }
  await until(() => openOf(callers) <= FEW.idle.perNetwork)
  await assertServes(service)
  assert.ok(callers.at(-1)?.isOpen(), 'the latest stays')
  destroy(callers)
})

test('behind a trusted proxy each caller has its own share, and the proxy keeps its connections', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW }, { TRUST_PROXY: '127.0.0.1' })
  const callers: Caller[] = []
  const idle: Caller[] = []
  for (let count = 0; count < FEW.idle.perNetwork + 5; count++) idle.push(await open(service, ''))
  const other = await began(service, '127.0.0.1', 'x-forwarded-for: 198.51.100.2\r\n')
  for (let count = 0; count < 2 * FEW.unfinished.perNetwork; count++) {
    callers.push(await began(service, '127.0.0.1', 'x-forwarded-for: 198.51.100.1\r\n'))
  }
  await until(() => openOf(callers) <= FEW.unfinished.perNetwork)
  assert.ok(other.isOpen())
  assert.equal(openOf(idle), idle.length)
  destroy([...callers, ...idle, other])
})

test('when the maximum number of calls is in flight, others are 503, but not health checks', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW })
  const release = await holdProperties()
  try {
    const calls = Array.from({ length: FEW.inFlight }, () => callService(service, '/properties', { key: org.key }))
    const busy = async () => (await callService(service, '/listings', { key: org.key })).status === 503
    await until(busy)
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: order } : {}
      const reply = await callService(service, '/work-orders', { key: org.key, method, ...body })
      assertRefused(reply, 'unavailable')
      assert.equal(reply.headers.get('retry-after'), '1')
    }
    for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${service.url}${path}`)).status, 200)
    await release()
    for (const { status } of await Promise.all(calls)) assert.ok(status === 200 || status === 503)
  } finally {
    await release()
  }
  await until(async () => (await callService(service, '/listings', { key: org.key })).status === 200)
  await assertServes(service)
})

test('calls that ended in any way leave no slot occupied', async () => {
  await using service = await startLimited(world, { connectionLimits: FEW })
  for (let round = 0; round < 3 * FEW.inFlight; round++) {
    const gone = await open(service, headOf(org.key))
    const early = await open(service, headOf('nobody'))
    const whole = await open(service, `GET /api/v1/listings HTTP/1.1\r\nhost: x\r\nx-api-key: ${org.key}\r\n\r\n`)
    if (round % 2) gone.socket.resetAndDestroy()
    destroy([gone, early, whole])
  }
  await until(async () => (await callService(service, '/listings', { key: org.key })).status === 200)
  await assertServes(service)
})

/** Holds back every read of properties until the function that it resolves with is called. */
async function holdProperties(): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  await holder.query('begin; lock table properties in access exclusive mode')
  let released: Promise<void> | undefined
  return () => {
    released ??= holder.query('commit').then(() => holder.end())
    return released
  }
}
