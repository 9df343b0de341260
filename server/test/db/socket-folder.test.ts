/**
 * The folder of sockets is removed by the last process that leaves, and a process that starts at that moment finds or
 * creates one.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { openSocketDir, socketDirFor } from '#server/db/embedded/socket-dir.ts'
import { repeats } from '../sizes.ts'
import { makeDataDir, query, startHolder, untilEnded } from './embedded-world.ts'

/** These settings prefer speed to safety, because no data here has to survive. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' }

test('the last process that leaves removes the socket folder, including what a killed one left there', async t => {
  const dataDir = await makeDataDir(t)
  const socketDir = await socketDirFor(dataDir)
  const first = await openEmbedded({ dataDir, settings: SETTINGS })
  const other = await startHolder(t, dataDir)
  other.kill('SIGKILL')
  await untilEnded(other)
  await writeFile(join(socketDir, 'server.sock'), '')
  const second = await openEmbedded({ dataDir })
  await first.stop()
  assert.ok(existsSync(socketDir), 'somebody is still there')
  assert.deepEqual(await query(second.connection, 'select 1 as one'), [{ one: 1 }])
  await second.stop()
  assert.equal(existsSync(socketDir), false)
})

test('many processes that come and go at once all get their database, and leave no folder', async t => {
  const dataDir = await makeDataDir(t)
  const socketDir = await socketDirFor(dataDir)
  async function visit(times: number): Promise<void> {
    for (let visited = 0; visited < times; visited++) {
      const database = await openEmbedded({ dataDir, settings: SETTINGS })
      assert.deepEqual(await query(database.connection, 'select 1 as one'), [{ one: 1 }])
      await database.stop()
    }
  }
  await Promise.all([1, 2, 3].map(() => visit(repeats(3, 40))))
  assert.equal(existsSync(socketDir), false)
})

test('where no folder of sockets can be created, the refusal says so and what to do', async t => {
  const dataDir = await makeDataDir(t)
  const account = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0, isOther: false }
  // Not even root can create a folder here: in the system's own file system on Linux, and on the read-only disk of macOS.
  const base = existsSync('/sys/kernel') ? '/sys' : '/'
  await assert.rejects(openSocketDir(dataDir, account, base), {
    code: 'unavailable',
    message:
      /^The embedded PostgreSQL needs a folder in \S+ for its sockets, and none can be created there \(E[A-Z]+\)\. .*, or set DATABASE_URL to a PostgreSQL server\.$/,
  })
})
