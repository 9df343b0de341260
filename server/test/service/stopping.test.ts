/** SIGTERM: calls in flight are answered, nothing else delays the end, and the exit status is 0. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { openWorld, prepare, useOrganization, useWorld } from '../world.ts'
import { untilAdmitted } from './admitted.ts'
import { beginOutage } from './outage.ts'
import { connectionString, openSocket, type Running, type Settings, serve, until } from './processes.ts'

/**
 * How long a test waits for a process to end: less than any time-out of a connection, the shortest of which is 30 s, and far more than a busy
 * machine needs.
 */
const END_LIMIT_MS = 25_000

const world = useWorld({ own: true })
const org = useOrganization(world)
const settings = prepare(async (): Promise<Settings> => ({ DATABASE_URL: connectionString(world.database.connection) }))

test('calls in flight are answered, new connections are refused, and the exit status is 0', async () => {
  await using server = await serve(settings)
  const release = await holdProperties()
  const headers = { 'x-api-key': org.key }
  const replies = Promise.all(
    Array.from({ length: 20 }, () => fetch(`${server.url}/api/v1/properties`, { headers }).then(reply => reply.status)),
  )
  await until(async () => (await waitingForProperties()) > 0)
  await untilAdmitted(server.url, org.key, 20)
  server.signal('SIGTERM')
  await until(async () => !(await accepts(server)))
  assert.match(server.stderr(), /SIGTERM: finishing calls in progress/)
  await release()
  assert.deepEqual(await replies, Array(20).fill(200))
  assert.equal((await server.ended).code, 0)
})

describe('a connection without a call in progress does not delay the end', () => {
  const kinds = {
    'that never sent anything': '',
    'that stopped in the middle of its headers': 'GET /api/v1/listings HTTP/1.1\r\nhost: x\r\n',
    'that was answered before its body arrived':
      'POST /api/v1/listings HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n',
    'that is kept alive': 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  }
  const closed = new Map<string, Promise<unknown>>()
  let server: Running
  let status: Promise<number | null>
  before(async () => {
    server = await serve(settings)
    for (const [title, sent] of Object.entries(kinds)) {
      const socket = await openSocket(server.url)
      closed.set(title, once(socket, 'close'))
      if (sent) socket.write(sent)
      if (sent.endsWith('\r\n\r\n')) await once(socket, 'data')
    }
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    status = statusOfEnd(server)
  })
  after(() => server?.[Symbol.asyncDispose]())
  for (const title of Object.keys(kinds)) {
    test(title, async () => {
      assert.equal(await status, 0, server.stderr())
      await closed.get(title)
    })
  }
})

test('an open connection is left alone while another one’s call is being answered, and then closed', async () => {
  await using server = await serve(settings)
  const release = await holdProperties()
  const idle = await openSocket(server.url)
  const reply = fetch(`${server.url}/api/v1/properties`, { headers: { 'x-api-key': org.key } })
  await until(async () => (await waitingForProperties()) > 0)
  const ended = statusOfEnd(server)
  await until(async () => !(await accepts(server)))
  await release()
  assert.equal((await reply).status, 200)
  assert.equal(await ended, 0)
  idle.destroy()
})

test('a worker begins nothing more while a call is still being answered', async () => {
  const others = await listeners()
  await using server = await serve(settings)
  await until(async () => (await listeners()) > others)
  const release = await holdProperties()
  const reply = fetch(`${server.url}/api/v1/properties`, { headers: { 'x-api-key': org.key } })
  await until(async () => (await waitingForProperties()) > 0)
  server.signal('SIGTERM')
  await until(async () => (await listeners()) === others)
  assert.ok((await waitingForProperties()) > 0, 'the call is still in progress')
  await release()
  assert.equal((await reply).status, 200)
  assert.equal((await server.ended).code, 0)
})

test('an unreachable database does not keep the service from stopping', async () => {
  const doomed = await openWorld()
  try {
    const { key } = await doomed.organization()
    await using server = await serve({ DATABASE_URL: connectionString(doomed.database.connection) })
    assert.equal((await fetch(`${server.url}/api/v1/listings`, { headers: { 'x-api-key': key } })).status, 200)
    const endOutage = await beginOutage(doomed)
    const status = await statusOfEnd(server)
    await endOutage()
    assert.equal(status, 0, server.stderr())
  } finally {
    await doomed.close()
  }
})

test('a worker has no port, survives an outage of its database, and stops when told to', async () => {
  const shaky = await openWorld()
  try {
    // The port is taken, so a worker that tried to use it would not start.
    const { port } = new URL(world.service.url as string)
    const DATABASE_URL = connectionString(shaky.database.connection)
    await using worker = await serve({ DATABASE_URL, PORT: port }, ['--role', 'worker'])
    const endOutage = await beginOutage(shaky)
    await until(() => /database connection lost/.test(worker.stderr()))
    await until(() => /webhook deliveries wait/.test(worker.stderr()))
    await endOutage()
    await until(async () => {
      const listening = await shaky.sql(
        `select from pg_stat_activity where datname = current_database() and query = 'listen gatehouse_deliveries'`,
      )
      return listening.length === 1
    })
    assert.doesNotMatch(worker.stderr(), /^\{"level":50/m, 'an outage is not an error of the service')
    assert.equal(await statusOfEnd(worker), 0)
  } finally {
    await shaky.close()
  }
})

/** Holds back every read of properties until the function that it resolves with is called. */
async function holdProperties(): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  await holder.query('begin; lock table properties in access exclusive mode')
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

async function waitingForProperties(): Promise<number> {
  const rows = await world.sql(`select from pg_locks where relation = 'properties'::regclass and not granted`)
  return rows.length
}

/** How many connections wait to be told about deliveries that are due. */
async function listeners(): Promise<number> {
  const listening = await world.sql(
    `select from pg_stat_activity where datname = current_database() and query = 'listen gatehouse_deliveries'`,
  )
  return listening.length
}

async function accepts({ url }: Running): Promise<boolean> {
  try {
    ;(await openSocket(url)).destroy()
    return true
  } catch {
    return false
  }
}

/** The exit status after SIGTERM; null if the process has not ended on its own within the limit. */
async function statusOfEnd(server: Running): Promise<number | null> {
  server.signal('SIGTERM')
  let isOver = false
  void server.ended.then(() => {
    isOver = true
  })
  await until(() => isOver, END_LIMIT_MS).catch(() => server.signal('SIGKILL'))
  return (await server.ended).code
}
