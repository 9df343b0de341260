/** The pools of a process open when they are first used, so that a command takes few connections of the server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FEW_READERS, openPools } from '#server/database.ts'
import { until } from '../service/processes.ts'

test('a process connects for the pools that it uses and for no other, and a pool that is used too late refuses', async t => {
  const host = await mkdtemp(join(tmpdir(), 'gatehouse-pools-'))
  const connected: Socket[] = []
  const server = createServer(socket => void connected.push(socket)).listen(join(host, '.s.PGSQL.5432'))
  t.after(async () => {
    for (const socket of connected) socket.destroy()
    server.close()
    await rm(host, { recursive: true })
  })
  await once(server, 'listening')
  const connection = { host, port: 5432, user: 'nobody', database: 'none' }
  const pools = openPools(connection, () => {}, FEW_READERS)
  assert.equal(pools.platformReads, pools.platformReads)
  await until(() => connected.length >= 2)
  assert.ok(pools.reads)
  await until(() => connected.length >= 4)
  for (const socket of connected) socket.destroy()
  await pools.close()
  await assert.rejects(pools.memberWrites.transaction(null, async () => {}))
  assert.equal(connected.length, 4)
})
