/** Connections that the network has dropped silently: anything that waits on one abandons it and continues on another. */
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { listenTo } from '#server/db/announcements.ts'
import { migrate } from '#server/db/migrate.ts'
import { onOwnConnection } from '#server/db/own-connection.ts'
import { type Statement, statement } from '#server/db/statement.ts'
import { openProxy, type TcpProxy } from '../faults/proxy.ts'
import { until } from '../service/processes.ts'
import { openWorld, type World } from './world.ts'

/** How long a connection may be silent here. */
const ANSWER_MS = 1_000
const countUnits: Statement<{ count: number }> = statement('count_units', 'select count(*)::int as count from unit')

let world: World
let organizationId: string
let proxy: TcpProxy
before(async () => {
  world = await openWorld({ organizations: 1, unitsEach: 2 })
  organizationId = world.organizations[0] as string
})
beforeEach(async () => {
  const { host, port } = world.connection
  proxy = await openProxy({ path: `${host}/.s.PGSQL.${port}` })
})
afterEach(async () => {
  await world.closePools()
  await proxy[Symbol.asyncDispose]()
})
after(() => world.stop())

const throughProxy = () => ({
  host: '127.0.0.1',
  port: proxy.port,
  user: 'gatehouse',
  database: 'postgres',
  connectTimeoutMs: ANSWER_MS,
})

test('a transaction that is given a dead connection runs on a new one, and the other old ones are not tried', async () => {
  const pool = world.writePool({ connection: throughProxy(), connections: 4 })
  const count = async () => {
    const rows = await pool.transaction(organizationId, tx => tx.query(countUnits, []))
    return rows[0]?.count
  }
  await Promise.all([count(), count(), count(), count()])
  proxy.halfOpen()
  let runs = 0
  const rows = await pool.transaction(organizationId, tx => {
    runs += 1
    return tx.query(countUnits, [])
  })
  assert.deepEqual(rows, [{ count: 2 }])
  assert.equal(runs, 2)
})

test('a transaction whose connection falls silent after it began is refused, and does not run again', async () => {
  const pool = world.writePool({ connection: throughProxy(), connections: 1, transactionTimeoutMs: ANSWER_MS })
  let runs = 0
  const call = pool.transaction(organizationId, async tx => {
    runs += 1
    await tx.query(countUnits, [])
    proxy.halfOpen()
    await tx.query(countUnits, [])
  })
  await assert.rejects(call, { code: 'unavailable', retryAfterSeconds: 2 })
  assert.equal(runs, 1)
})

test('a read that is given a dead connection is repeated on another', async () => {
  const pool = world.readPool({ connection: throughProxy(), statementTimeoutMs: ANSWER_MS })
  await pool.for(organizationId).query(countUnits, [])
  proxy.halfOpen()
  assert.deepEqual(await pool.for(organizationId).query(countUnits, []), [{ count: 2 }])
})

test('a snapshot whose connection falls silent fails once its statement times out, and gives up its slot', async () => {
  const pool = world.snapshotPool({ connection: throughProxy(), connections: 1, statementTimeoutMs: ANSWER_MS })
  const nobody = new AbortController().signal
  const snapshot = await pool.open(organizationId, nobody)
  assert.deepEqual(await snapshot.query(countUnits, []), [{ count: 2 }])
  proxy.halfOpen()
  await assert.rejects(snapshot.query(countUnits, []), { code: 'unavailable' })
  await (await pool.open(organizationId, nobody)).end()
})

test('a listener checks from time to time that the server is still there, and receives announcements again', async () => {
  let heard = 0
  const { stop } = listenTo(throughProxy(), 'gatehouse_test', () => (heard += 1), ANSWER_MS / 10)
  await until(() => heard === 1)
  proxy.halfOpen()
  await until(() => heard === 2)
  await world.admin.query('notify gatehouse_test')
  await until(() => heard === 3)
  await stop()
})

test('a migration, or a check for pending ones, gives up on a silent server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  // The lock of a migrator, so that another one is found waiting.
  await world.admin.query(`select pg_advisory_lock(x'67617465'::int)`)
  const call = migrate({ connection: throughProxy(), folder, log: () => {}, silenceLimitMs: ANSWER_MS })
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  await until(async () => (await world.admin.query(waiting)).rowCount === 1)
  proxy.halfOpen()
  await assert.rejects(call, /timeout/)
  await world.admin.query('select pg_advisory_unlock_all()')
})

test('work on a dedicated connection fails once a statement stays unanswered, and closing it waits for nobody', async () => {
  const work = onOwnConnection(throughProxy(), { silenceMs: ANSWER_MS }, async client => {
    await client.query('select 1')
    proxy.halfOpen()
    await client.query('select 1')
  })
  await assert.rejects(work, /timeout/)
  const idle = onOwnConnection(throughProxy(), { silenceMs: 600_000 }, async client => {
    await client.query('select 1')
    proxy.halfOpen()
  })
  await idle
})
