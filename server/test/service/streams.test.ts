/** Replies sent in parts: produced no faster than the caller reads them, complete or visibly broken, and ended if nobody reads them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { SNAPSHOTS } from '#server/database.ts'
import { SnapshotPool } from '#server/db/snapshot-pool.ts'
import { revokeKeyNow } from '#server/platform/api-keys/changes.ts'
import { openSampleApi, type SampleApi } from '../contract/sample-api.ts'
import { useOrganization, useWorld } from '../world.ts'
import { slowDownCommits } from './audit-lines.ts'
import { until } from './processes.ts'

/** The rows of a reply of 60 MB, far more than sockets can buffer. */
const MANY = 60_000

const world = useWorld({ own: true })
let api: SampleApi
const org = useOrganization(world)
before(async () => {
  api = await openSampleApi(world)
})
beforeEach(() => until(async () => (await transactions()).length === 0))
after(async () => {
  await api.close()
})

/** The open transactions of snapshots. */
function transactions(): Promise<{ pid: number; state: string }[]> {
  return world.sql(
    `select pid, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ~ 'generate_series'`,
  )
}

/** Waits for the audit line of a call, and resolves with how the call ended. */
async function outcomeOf(requestId: string): Promise<string> {
  const find = () =>
    world.sql<{ outcome: string | null; ended_at: Date }>('select outcome, ended_at from audit.calls where id = $1', [
      uuidFromId('request', requestId),
    ])
  await until(async () => (await find())[0]?.outcome != null)
  const [line] = await find()
  assert.equal(new Date(String(line?.ended_at)).getTime(), world.clock.now())
  return String(line?.outcome)
}

type Raw = { socket: Socket; received(): string; requestId(): string; closed: Promise<string | undefined> }

/** Makes a request over a raw socket; `closed` resolves with the error code with which it ended, if there is one. */
async function ask(path: string, { version = '1.1', url = api.url, key = org.key } = {}): Promise<Raw> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  let code: string | undefined
  socket.setEncoding('latin1')
  socket.on('data', text => {
    received += text
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code
  })
  const closed = new Promise<string | undefined>(resolve => socket.once('close', () => resolve(code)))
  socket.write(`GET /sample${path} HTTP/${version}\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`)
  await once(socket, 'data')
  const requestId = () => /x-request-id: (\S+)/i.exec(received)?.[1] as string
  return { socket, received: () => received, requestId, closed }
}

test('a small stream is sent whole, with its length', async () => {
  const reply = await api.call('/streams?count=3', { key: org.key, headers: { 'accept-encoding': 'identity' } })
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-length'), String(reply.text.length))
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(
    (reply.body.items as { number: number }[]).map(({ number }) => number),
    [1, 2, 3],
  )
  assert.equal(reply.body.count, 3)
  assert.equal(await outcomeOf(String(reply.headers.get('x-request-id'))), 'COMPLETED')
})

test('a large stream is sent as it is read, and is complete', async () => {
  const reply = await api.call(`/streams?count=${MANY}`, { key: org.key })
  assert.equal(reply.headers.get('content-length'), null)
  assert.equal(reply.body.count, MANY)
  assert.deepEqual(
    (reply.body.items as { number: number }[]).map(({ number }) => number),
    Array.from({ length: MANY }, (_, index) => index + 1),
  )
  assert.equal(await outcomeOf(String(reply.headers.get('x-request-id'))), 'COMPLETED')
})

test('HEAD answers as GET does and runs nothing', async () => {
  const begun = api.streamed()
  const reply = await api.call(`/streams?count=${MANY}`, { key: org.key, method: 'HEAD' })
  assert.deepEqual([reply.status, reply.text, reply.headers.get('content-length')], [200, '', null])
  assert.equal((await api.call('/streams?count=404', { key: org.key, method: 'HEAD' })).status, 404)
  assert.equal(api.streamed(), begun)
})

test('a failure before the first byte is an ordinary refusal', async () => {
  for (const [query, status, error] of [
    ['count=404', 404, 'not_found'],
    ['count=10&fails_at=5', 500, 'internal_error'],
    ['count=-1', 400, 'invalid_request'],
  ] as const) {
    const reply = await api.call(`/streams?${query}`, { key: org.key })
    assert.deepEqual([reply.status, reply.body.error], [status, error])
    const [line] = await world.sql('select status, outcome from audit.calls where id = $1', [
      uuidFromId('request', String(reply.headers.get('x-request-id'))),
    ])
    assert.deepEqual(line, { status, outcome: null })
  }
})

for (const [title, abortConnection] of [
  ['a fault of the program', undefined],
  [
    'a database that goes away',
    async () => world.sql('select pg_terminate_backend($1)', [(await transactions())[0]?.pid]),
  ],
] as const) {
  test(`after ${title} in the middle the connection is reset, and what arrived never parses`, async () => {
    const path = `/streams?count=${MANY}${abortConnection ? '' : `&fails_at=${MANY - 100}`}`
    for (const version of ['1.1', '1.0']) {
      const raw = await ask(path, { version })
      raw.socket.pause()
      await until(async () => (await transactions()).some(({ state }) => state === 'idle in transaction'))
      await abortConnection?.()
      raw.socket.resume()
      assert.equal(await raw.closed, 'ECONNRESET')
      assert.match(raw.received(), /^HTTP\/1.1 200 OK/)
      assert.ok(!raw.received().endsWith('0\r\n\r\n'))
      const [, body = ''] = raw.received().split(/\r\n\r\n(.*)/s)
      assert.throws(() => JSON.parse(body))
      assert.equal(await outcomeOf(raw.requestId()), 'FAILED')
    }
    if (!abortConnection) await assert.rejects(api.call(path, { key: org.key }), { code: 'ECONNRESET' })
  })
}

for (const [title, passMs] of [
  ['a second passes', 1_000],
  ['the clock is set back', -60_000],
] as const) {
  test(`a key that is revoked while its stream is read gets no more of it once ${title}, and the call is recorded as failed`, async () => {
    const { key, keyId } = await org.issueKey()
    const raw = await ask(`/streams?count=${MANY}`, { key })
    raw.socket.pause()
    await until(async () => (await transactions()).some(({ state }) => state === 'idle in transaction'))
    await org.within(context => revokeKeyNow(context, keyId))
    world.clock.advance(passMs)
    raw.socket.resume()
    assert.equal(await raw.closed, 'ECONNRESET')
    const [, body = ''] = raw.received().split(/\r\n\r\n(.*)/s)
    assert.throws(() => JSON.parse(body))
    assert.equal(await outcomeOf(raw.requestId()), 'FAILED')
  })
}

test('nothing is read that the caller does not accept, and a caller that accepts nothing for too long is cut off', async () => {
  const impatient = await openSampleApi(world, { stallLimitMs: 200 })
  try {
    const raw = await ask(`/streams?count=${MANY}`, { url: impatient.url })
    raw.socket.pause()
    assert.equal(await outcomeOf(raw.requestId()), 'ABORTED')
    await until(async () => (await transactions()).length === 0)
    assert.ok(impatient.streamed() < MANY / 4, 'no more was read than sockets hold on their way')
    raw.socket.resume()
    assert.equal(await raw.closed, 'ECONNRESET')
  } finally {
    await impatient.close()
  }
})

test('a caller that pauses now and then is not cut off', async () => {
  // On a machine that is too busy to read in time, a longer limit is as good: what matters is that the stops together are longer than the limit.
  for (const stallLimitMs of [400, 2_000, 10_000]) {
    if ((await outcomeWithStops(stallLimitMs)) === 'COMPLETED') return
  }
  assert.fail('it was cut')
})

/** Reads a large reply to its end, and stops reading eight times for a quarter of the limit. */
async function outcomeWithStops(stallLimitMs: number): Promise<string> {
  const limited = await openSampleApi(world, { stallLimitMs })
  try {
    const raw = await ask(`/streams?count=${MANY}`, { url: limited.url })
    let isOver = false
    void raw.closed.then(() => {
      isOver = true
    })
    for (let turn = 1; turn <= 8; turn++) {
      await until(() => isOver || raw.received().length > turn * 4_000_000)
      raw.socket.pause()
      await new Promise(resolve => setTimeout(resolve, stallLimitMs / 4))
      raw.socket.resume()
    }
    const outcome = await outcomeOf(raw.requestId())
    if (outcome === 'COMPLETED') await until(() => raw.received().slice(-5) === '0\r\n\r\n')
    raw.socket.destroy()
    return outcome
  } finally {
    await limited.close()
  }
}

test('a caller that disconnects ends the transaction at once', async () => {
  const before = api.streamed()
  const raw = await ask(`/streams?count=${MANY}`)
  raw.socket.destroy()
  await until(async () => (await transactions()).length === 0)
  assert.equal(await outcomeOf(raw.requestId()), 'ABORTED')
  assert.ok(api.streamed() - before < MANY)
})

test('one organization may have two streams at once; a third is 503 with Retry-After, and others are not delayed', async () => {
  const snapshots = new SnapshotPool({
    ...SNAPSHOTS,
    connection: world.database.connection,
    onConnectionError: () => {},
    connections: 3,
    waitMs: 100,
  })
  const crowded = await openSampleApi({ ...world, pools: { ...world.pools, snapshots } })
  try {
    const open = [
      await ask(`/streams?count=${MANY}`, { url: crowded.url }),
      await ask(`/streams?count=${MANY}`, { url: crowded.url }),
    ]
    for (const { socket } of open) socket.pause()
    const third = crowded.call('/streams?count=1', { key: org.key })
    const other = await world.organization()
    assert.equal((await crowded.call('/streams?count=1', { key: other.key })).status, 200)
    const refused = await third
    assert.deepEqual(
      [refused.status, refused.body.error, refused.headers.get('retry-after')],
      [503, 'unavailable', '5'],
    )
    for (const { socket } of open) socket.destroy()
    await until(async () => (await transactions()).length === 0)
    await until(async () => (await crowded.call('/streams?count=1', { key: org.key })).status === 200)
  } finally {
    await crowded.close()
    await snapshots.close()
  }
})

test('a stopping service lets the caller read a reply that has begun to its end', async () => {
  const stopping = await openSampleApi(world)
  const raw = await ask(`/streams?count=${MANY}`, { url: stopping.url })
  raw.socket.pause()
  const stopped = stopping.close()
  await assert.rejects(stopping.call('/streams?count=1', { key: org.key }))
  raw.socket.resume()
  await stopped
  await raw.closed
  assert.ok(raw.received().endsWith('0\r\n\r\n'))
  assert.equal(await outcomeOf(raw.requestId()), 'COMPLETED')
})

test('a stopping service waits for a caller that reads nothing until its limit, and then cuts the reply', async () => {
  const stopping = await openSampleApi(world, { closeLimitMs: 200 })
  const raw = await ask(`/streams?count=${MANY}`, { url: stopping.url })
  raw.socket.pause()
  await stopping.close()
  assert.equal(await outcomeOf(raw.requestId()), 'ABORTED')
  raw.socket.resume()
  await raw.closed
  assert.ok(!raw.received().endsWith('0\r\n\r\n'))
})

// This test is the last one, because it slows down every commit of audit lines from here on.
test('the line is committed before the first byte, and does not state the outcome yet', async () => {
  await slowDownCommits(world, 300)
  const raw = await ask(`/streams?count=${MANY}`)
  raw.socket.pause()
  const lines = await world.sql('select status, outcome, ended_at from audit.calls where id = $1', [
    uuidFromId('request', raw.requestId()),
  ])
  assert.deepEqual(lines, [{ status: 200, outcome: null, ended_at: null }])
  raw.socket.destroy()
})
