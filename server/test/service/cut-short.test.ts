/** A call that is cut off before its body has arrived counts toward the quota, so it is answered if anybody still listens, and it is recorded. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { beforeEach, test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { useOrganization, useWorld } from '../world.ts'
import { openSocket, until } from './processes.ts'
import { startLimited } from './start-limited.ts'

const HEAD = 'POST /api/v1/work-orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

const world = useWorld()
const org = useOrganization(world)
let key: string
let keyId: string
beforeEach(async () => {
  ;({ key, keyId } = await org.issueKey({ requestsPerMinute: 1_000 }))
})

type Raw = { socket: Socket; received(): string; closed: Promise<unknown> }

async function send(bytes: string, url = world.service.url as string): Promise<Raw> {
  const socket = await openSocket(url)
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  const closed = once(socket, 'close')
  socket.write(bytes)
  return { socket, received: () => received, closed }
}

const begun = (length = 100, body = '{"title":') =>
  `${HEAD}x-api-key: ${key}\r\ncontent-length: ${length}\r\n\r\n${body}`

/** Resolves once the quota has counted a call of the key. */
async function counted(): Promise<void> {
  let ours = 0
  await until(async () => {
    const { headers } = await world.call('/listings', { key })
    return 1_000 - Number(headers.get('x-ratelimit-remaining')) > ++ours
  })
}

type Line = { status: number; error: string; route: string; method: string; id: string }

/** The audit line of the only POST with the key. */
async function lineOfPost(): Promise<Line> {
  const find = () =>
    world.sql<Line>(`select status, error, route, method, id from audit.calls where key_id = $1 and method <> 'GET'`, [
      keyId,
    ])
  await until(async () => (await find()).length > 0)
  const [line, ...more] = await find()
  assert.deepEqual(more, [])
  assert.equal(line?.route, '/api/v1/work-orders')
  return line
}

/** The only reply, whose request ID is that of the line. */
async function assertAnswered({ received, closed }: Raw, status: number, error: string): Promise<void> {
  await closed
  const [head = '', body = '', ...more] = received().split('\r\n\r\n')
  assert.deepEqual(more, [], received())
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  assert.match(head, /^connection: close$/im)
  const { error: told, request_id: id } = JSON.parse(body)
  assert.equal(told, error)
  const line = await lineOfPost()
  assert.deepEqual([line.status, line.error, line.id], [status, error, uuidFromId('request', id)])
}

test('a body cut short when the sender closes its side is 400, and recorded', async () => {
  const raw = await send(begun())
  raw.socket.end()
  await assertAnswered(raw, 400, 'invalid_request')
})

test('a body cut short after the quota counted the call is 400, and recorded', async () => {
  const raw = await send(begun())
  await counted()
  raw.socket.end()
  await assertAnswered(raw, 400, 'invalid_request')
})

test('a body that never starts is 400, and recorded', async () => {
  const raw = await send(begun(100, ''))
  raw.socket.end()
  await assertAnswered(raw, 400, 'invalid_request')
})

test('a body with broken chunks is 400, and recorded', async () => {
  const raw = await send(`${HEAD}x-api-key: ${key}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\nnonsense\r\n`)
  await assertAnswered(raw, 400, 'invalid_request')
})

test('a body in chunks without the last one is 400, and recorded', async () => {
  const raw = await send(`${HEAD}x-api-key: ${key}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\n`)
  raw.socket.end()
  await assertAnswered(raw, 400, 'invalid_request')
})

for (const [title, cut] of [
  ['that resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['that goes away', (socket: Socket) => socket.destroy()],
] as const) {
  test(`a call by a client ${title} is recorded as 400, with nobody to answer`, async () => {
    const raw = await send(begun())
    await counted()
    cut(raw.socket)
    const line = await lineOfPost()
    assert.deepEqual([line.status, line.error], [400, 'invalid_request'])
  })

  test(`a call by a client ${title} at once is recorded if it was counted`, async () => {
    const raw = await send(begun())
    await until(() => raw.socket.writableLength === 0)
    cut(raw.socket)
    const probe = await world.call('/listings', { key })
    const used = 1_000 - Number(probe.headers.get('x-ratelimit-remaining'))
    if (used === 2) assert.equal((await lineOfPost()).status, 400)
    else assert.equal(used, 1, 'the head never came')
  })
}

test('a client that is gone before its connection is accepted made no call', async () => {
  const calls = `GET /api/v1/listings HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`
  const { port } = new URL(world.service.url as string)
  // Nothing is accepted while this process waits for the other one.
  execFileSync(process.execPath, [
    '-e',
    `const socket = require('net').connect(${port}, '127.0.0.1', () =>
       socket.write(${JSON.stringify(calls.repeat(3))}, () => socket.resetAndDestroy()))`,
  ])
  const probe = await world.call('/listings', { key })
  assert.deepEqual([probe.status, probe.headers.get('x-ratelimit-remaining')], [200, '999'])
})

test('a call that does not arrive in time is 408, once, and recorded', async () => {
  await using service = await impatient()
  const raw = await send(begun(), service.url)
  await assertAnswered(raw, 408, 'request_timeout')
})

test('a request head that does not arrive in time is 408', async () => {
  await using service = await impatient()
  const raw = await send('GET /healthz HTTP/1.1\r\nhost: x\r\n', service.url)
  await raw.closed
  assert.match(raw.received(), /^HTTP\/1\.1 408 .*"error":"request_timeout"/s)
})

test('a call answered by its head alone gets no second answer when its body never comes', async () => {
  await using service = await impatient()
  const raw = await send(begun().replace(key, 'nobody'), service.url)
  await raw.closed
  assert.match(raw.received(), /^HTTP\/1\.1 401 /)
  assert.equal(raw.received().match(/HTTP\/1\.1/g)?.length, 1, raw.received())
})

test('bytes after a call that are not HTTP are answered after the call', async () => {
  const raw = await send(`GET /api/v1/listings HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\nnonsense\r\n\r\n`)
  await raw.closed
  const statuses = [...raw.received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', '400'])
  assert.equal(raw.received().match(/x-request-id: req_/gi)?.length, 2)
})

test('the reply to a body that is too long arrives, although more of the body is on its way', async () => {
  const raw = await send(`${HEAD}x-api-key: ${key}\r\ncontent-length: 3000000\r\n\r\n${' '.repeat(3_000_000)}`)
  await assertAnswered(raw, 413, 'payload_too_large')
})

/** A service whose time limit for a request is as short as the interval at which Node checks it. */
const impatient = () => startLimited(world, { requestTimeoutMs: 500 })
