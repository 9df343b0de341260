/** An address of the database that moves to another server while the old one still accepts connections, as in a failover without fencing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { openPools, type Pools } from '#server/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { findServer, openFollowing } from '#server/follow-server.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import { AuditLog } from '#server/platform/audit/log.ts'
import { cloneTemplate } from '../cluster.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { START } from '../world.ts'
import { until } from './processes.ts'

test('reads and writes follow the address of the database to another server, once that server is no longer a standby', async t => {
  const { promoted, address, connection, pools } = await moving(t)
  const follow = openFollowing(connection, pools)
  const before = await serversOf(pools)
  assert.equal(new Set(before).size, 1)
  assert.equal(await follow(), false)
  assert.deepEqual(await serversOf(pools), before)

  address.leadTo(promoted)
  assert.deepEqual(await serversOf(pools), before, 'connections that are open stay where they are')
  await promoted.postgres.becomeStandby()
  assert.equal(await follow(), false, 'a standby is not followed')
  assert.deepEqual(await serversOf(pools), before)
  await promoted.rows('select pg_promote()')
  assert.equal(await follow(), true)
  const after = await serversOf(pools)
  assert.equal(new Set(after).size, 1)
  assert.notEqual(after[0], before[0])
  assert.equal(await follow(), false)
})

test('writes, records of calls and announcements follow, even if reads have lost their connections and are at the other server already', async t => {
  const { promoted, address, connection, pools } = await moving(t)
  const follow = openFollowing(connection, pools)
  const audit = new AuditLog({ connection })
  pools.renewWith(audit)
  t.after(() => audit.close())
  let heard = 0
  t.after(pools.listen('gatehouse_test', () => (heard += 1)))
  await audit.append(line('before'))
  await serversOf(pools)
  await until(() => heard === 1)
  assert.equal(await follow(), false)

  address.leadTo(promoted)
  for (const pool of [pools.reads, pools.platformReads, pools.memberReads]) pool.renew()
  await until(async () => new Set(await serversOf(pools)).size === 2)
  await follow()
  assert.equal(new Set(await serversOf(pools)).size, 1)
  await audit.append(line('after'))
  assert.deepEqual(await promoted.rows('select path from audit.calls'), [{ path: 'after' }])
  await until(() => heard === 2, 5_000)
  await promoted.rows('notify gatehouse_test')
  await until(() => heard === 3, 5_000)
})

const line = (path: string): AuditLine => ({
  organizationId: randomUUID(),
  id: randomUUID(),
  occurredAt: START,
  keyId: 'key_test',
  method: 'GET',
  route: null,
  path,
  status: 200,
  scope: null,
  callerIp: '203.0.113.7',
  userAgent: null,
  latencyMs: 1,
  error: null,
  reason: null,
  replayed: false,
})

/** Two servers with the same database, an address that leads to the first of them, and pools that are opened there. */
async function moving(t: TestContext) {
  const [old, promoted] = await Promise.all([server(t), server(t)])
  const address = await openAddress(t, old)
  const { name } = old
  const connection = { host: '127.0.0.1', port: address.port, user: 'postgres', database: name }
  await promoted.rename(name)
  const pools = openPools(connection, () => {})
  t.after(() => pools.close())
  return { promoted, address, connection, pools }
}

/** The server that each pool reads or writes. */
async function serversOf(pools: Pools): Promise<string[]> {
  const { reads, platformReads, memberReads, writes, platformWrites, memberWrites } = pools
  const rows = await Promise.all([
    ...[reads, platformReads, memberReads].map(pool => pool.query(null, findServer, [])),
    ...[writes, platformWrites, memberWrites].map(pool => pool.transaction(null, tx => tx.query(findServer, []))),
  ])
  return rows.map(found => onlyRow(found).server)
}

type Server = {
  postgres: ThrowawayPostgres
  name: string
  /** Runs SQL in the database as superuser. */
  rows(sql: string): Promise<object[]>
  rename(name: string): Promise<void>
}

async function server(t: TestContext): Promise<Server> {
  const postgres = await startThrowawayPostgres()
  t.after(() => postgres.stop())
  const { connection } = await cloneTemplate(postgres.connection)
  const { database: name } = connection as { database: string }
  let renamed = name
  const rows = async (sql: string, database = renamed) => {
    const client = new pg.Client({ ...postgres.connection, database })
    await client.connect()
    const result = await client.query(sql)
    await client.end()
    return result.rows
  }
  const rename = async (to: string) => {
    await rows(`alter database ${name} rename to ${to}`, 'postgres')
    renamed = to
  }
  return { postgres, name, rows, rename }
}

/** An address on this machine that can be moved to another server: new connections lead there, and open ones stay where they are. */
async function openAddress(t: TestContext, first: Server) {
  let { host, port } = first.postgres.connection
  const listener = createServer(near => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => listener.close())
  const leadTo = (next: Server) => {
    ;({ host, port } = next.postgres.connection)
  }
  return { port: (listener.address() as { port: number }).port, leadTo }
}
