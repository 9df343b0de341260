/** An address of the database that moves to another server while the old one still accepts connections, as in a failover without fencing. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { openPools, type Pools } from '#server/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { findServer, followServer } from '#server/follow-server.ts'
import { cloneTemplate } from '../cluster.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '../db/throwaway-postgres.ts'

test('reads and writes follow the address of the database to another server, once that server is no longer a standby', async t => {
  const [old, promoted] = await Promise.all([server(t), server(t)])
  const address = await openAddress(t, old)
  const { name } = old
  const connection = { host: '127.0.0.1', port: address.port, user: 'postgres', database: name }
  await promoted.rename(name)
  const pools = openPools(connection, () => {})
  t.after(() => pools.close())
  const before = await serversOf(pools)
  assert.equal(new Set(before).size, 1)
  assert.equal(await followServer(connection, pools), false)
  assert.deepEqual(await serversOf(pools), before)

  address.leadTo(promoted)
  assert.deepEqual(await serversOf(pools), before, 'connections that are open stay where they are')
  await promoted.postgres.becomeStandby()
  assert.equal(await followServer(connection, pools), false, 'a standby is not followed')
  assert.deepEqual(await serversOf(pools), before)
  await promoted.run('select pg_promote()')
  assert.equal(await followServer(connection, pools), true)
  const after = await serversOf(pools)
  assert.equal(new Set(after).size, 1)
  assert.notEqual(after[0], before[0])
  assert.equal(await followServer(connection, pools), false)
})

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
  run(sql: string): Promise<void>
  rename(name: string): Promise<void>
}

async function server(t: TestContext): Promise<Server> {
  const postgres = await startThrowawayPostgres()
  t.after(() => postgres.stop())
  const { connection } = await cloneTemplate(postgres.connection)
  const run = async (sql: string) => {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const { database: name } = connection as { database: string }
  return { postgres, name, run, rename: to => run(`alter database ${name} rename to ${to}`) }
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
