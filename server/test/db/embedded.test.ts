/**
 * The embedded PostgreSQL through everything that can happen to processes: started at the same time, killed, orphaned, or found
 * half dead.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { findUnprivileged } from '#server/db/embedded/account.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { socketDirFor } from '#server/db/embedded/socket-dir.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import {
  acceptsConnection,
  beginLongStatement,
  connectionOf,
  killAll,
  log,
  makeDataDir,
  makeUsedDataDir,
  postmasters,
  query,
  startHolder,
  supervisors,
  untilEnded,
} from './embedded-world.ts'

const settings = { fsync: 'off' }
/** The number of starts after which a start that cannot succeed is given up. */
const MAX_STARTS = 5

test('the first start creates a UTF-8 database, whose rows survive the last process that leaves', async t => {
  const dataDir = await makeDataDir(t)
  const first = await openEmbedded({ dataDir, settings })
  const sql =
    'select pg_encoding_to_char(encoding) as encoding, datlocprovider, datlocale, oid from pg_database where datname = $1'
  const [row] = await query(first.connection, sql, ['gatehouse'])
  assert.deepEqual(row, { encoding: 'UTF8', datlocprovider: 'b', datlocale: 'C.UTF-8', oid: 16384 })
  await query(first.connection, 'create table kept as select 1 as one')
  await first.stop()
  assert.deepEqual(await postmasters(dataDir), [])
  assert.match(await log(dataDir), /database system is shut down\n$/)

  const second = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(second.connection, 'select one from kept'), [{ one: 1 }])
  await second.stop()
  assert.doesNotMatch(await log(dataDir), /recovery/)
})

test('the files of the log are small, because commits wait while one is created, and as much log is kept as with larger ones', async t => {
  const database = await openEmbedded({ dataDir: await makeDataDir(t), settings })
  const sql = `select name, pg_size_bytes(current_setting(name)) / 1024 / 1024 as mb from pg_settings
                where name in ('wal_segment_size', 'min_wal_size', 'max_wal_size') order by name`
  assert.deepEqual(await query(database.connection, sql), [
    { name: 'max_wal_size', mb: '1024' },
    { name: 'min_wal_size', mb: '80' },
    { name: 'wal_segment_size', mb: '4' },
  ])
  await database.stop()
})

test('the process that leaves first leaves the database running for the others', async t => {
  const dataDir = await makeUsedDataDir(t)
  const notices: string[] = []
  const ours = await openEmbedded({ dataDir, settings, onNotice: line => notices.push(line) })
  const theirs = await startHolder(t, dataDir)
  await ours.stop()
  assert.doesNotMatch(notices.join(), /still stopping/, 'it waited although another holds the database')
  assert.deepEqual(await query(ours.connection, 'select 1 as one'), [{ one: 1 }])
  theirs.stdin!.end()
  await untilEnded(theirs)
  assert.deepEqual(await postmasters(dataDir), [])
})

test('PostgreSQL stops cleanly when the only process that uses it is killed', async t => {
  const dataDir = await makeUsedDataDir(t)
  const only = await startHolder(t, dataDir)
  only.kill('SIGKILL')
  await until(async () => (await postmasters(dataDir)).length === 0)
  assert.match(await log(dataDir), /database system is shut down\n$/)
})

test('a killed process can be started again at once, repeatedly', async t => {
  const dataDir = await makeUsedDataDir(t)
  for (let round = 0; round < 4; round++) {
    const only = await startHolder(t, dataDir)
    only.kill('SIGKILL')
    await untilEnded(only)
  }
  const last = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(last.connection, 'select 1 as one'), [{ one: 1 }])
  await last.stop()
  assert.doesNotMatch(await log(dataDir), /recovery/)
})

test('processes that start at once on an empty folder share one database', async t => {
  const dataDir = await makeDataDir(t)
  const [ours] = await Promise.all([
    openEmbedded({ dataDir, settings }),
    startHolder(t, dataDir),
    startHolder(t, dataDir),
  ])
  assert.equal((await postmasters(dataDir)).length, 1)
  assert.equal((await log(dataDir)).match(/ready to accept/g)?.length, 1)
  await ours.stop()
})

test('joining while the last process leaves ends with a running database', async t => {
  const dataDir = await makeUsedDataDir(t)
  let current = await openEmbedded({ dataDir, settings })
  const rounds = repeats(15, 40)
  for (let round = 0; round < rounds; round++) {
    const leaving = current.stop()
    // The moment that matters, between the end of the pipe and the signal, is far shorter than a timer's millisecond.
    const turns = Math.round((500 * round) / rounds)
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const next = await openEmbedded({ dataDir, settings })
    await leaving
    // If we had joined a server that was being stopped, it would be gone before all of these are answered.
    for (let times = 0; times < 10; times++) {
      assert.deepEqual(await query(next.connection, 'select 1 as one'), [{ one: 1 }])
    }
    current = next
  }
  await current.stop()
  assert.deepEqual(await postmasters(dataDir), [])
})

test('a server whose supervisor was killed is adopted, and its first holder still counts', async t => {
  const dataDir = await makeUsedDataDir(t)
  const first = await openEmbedded({ dataDir, settings })
  const before = await postmasters(dataDir)
  await killAll(await supervisors(dataDir))
  const second = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await postmasters(dataDir), before)
  await second.stop()
  assert.deepEqual(await query(first.connection, 'select 1 as one'), [{ one: 1 }])
  await first.stop()
  assert.deepEqual(await postmasters(dataDir), [])

  const old = await supervisors(dataDir)
  const third = await openEmbedded({ dataDir, settings })
  // The old supervisor tells the old server to stop every tenth of a second until it is gone itself, and must not stop the new one.
  await until(async () => {
    const present = await supervisors(dataDir)
    return !old.some(pid => present.includes(pid))
  })
  assert.deepEqual(await query(third.connection, 'select 1 as one'), [{ one: 1 }])
  await third.stop()
})

test('an adopted server that is killed is restarted while it is held', async t => {
  const dataDir = await makeUsedDataDir(t)
  const first = await openEmbedded({ dataDir, settings })
  await killAll(await supervisors(dataDir))
  const second = await openEmbedded({ dataDir, settings })
  await killAll(await postmasters(dataDir))
  await until(() => acceptsConnection(first.connection))
  await second.stop()
  await first.stop()
  assert.deepEqual(await postmasters(dataDir), [])
})

test('a killed server is restarted while it is held, and a new process can join it', async t => {
  const dataDir = await makeUsedDataDir(t)
  const ours = await openEmbedded({ dataDir, settings })
  await query(ours.connection, 'create table kept as select 1 as one')
  await killAll(await postmasters(dataDir))
  const joined = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(ours.connection, 'select one from kept'), [{ one: 1 }])
  assert.match(await log(dataDir), /automatic recovery in progress/)
  await joined.stop()
  await ours.stop()
  assert.deepEqual(await postmasters(dataDir), [])
})

test('a killed server is restarted once the last statement of its predecessor is over', async t => {
  const dataDir = await makeUsedDataDir(t)
  const ours = await openEmbedded({ dataDir, settings })
  const end = await beginLongStatement(ours.connection, dataDir)
  await killAll(await postmasters(dataDir))
  await until(async () => /shared memory block/.test(await log(dataDir)))
  await end()
  await until(() => acceptsConnection(ours.connection))
  await ours.stop()
  assert.deepEqual(await postmasters(dataDir), [])
})

test('a start after everything was killed waits until the last statement of the killed server is over', async t => {
  const dataDir = await makeUsedDataDir(t)
  const only = await startHolder(t, dataDir)
  const end = await beginLongStatement(await connectionOf(dataDir), dataDir)
  const killed = [...(await supervisors(dataDir)), ...(await postmasters(dataDir))]
  await killAll(killed)
  only.kill('SIGKILL')
  await untilEnded(only)
  const opening = openEmbedded({ dataDir, settings })
  await until(async () => (await log(dataDir)).split('shared memory block').length > MAX_STARTS)
  await end()
  await (await opening).stop()
})

test('a killed server that nobody holds stays down', async t => {
  const dataDir = await makeUsedDataDir(t)
  const only = await startHolder(t, dataDir)
  await killAll(await postmasters(dataDir))
  only.kill('SIGKILL')
  await until(async () => (await supervisors(dataDir)).length === 0)
  assert.deepEqual(await postmasters(dataDir), [])
})

test('everything recovers from being killed at once, even when another program has got the old process number', async t => {
  const dataDir = await makeUsedDataDir(t)
  const only = await startHolder(t, dataDir)
  const [postmaster] = await postmasters(dataDir)
  await killAll([...(await supervisors(dataDir)), postmaster!])
  only.kill('SIGKILL')
  await untilEnded(only)
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const { uid, gid } = await stat(pidFile)
  const stranger = spawn('sleep', ['600'], process.geteuid?.() === 0 ? { uid, gid } : {})
  t.after(() => stranger.kill('SIGKILL'))
  for (const file of [pidFile, join(await socketDirFor(dataDir), '.s.PGSQL.5432.lock')])
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(stranger.pid)))

  const again = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(again.connection, 'select 1 as one'), [{ one: 1 }])
  await again.stop()
})

test('Ctrl-C in the terminal of the process that started PostgreSQL does not stop it', async t => {
  const dataDir = await makeUsedDataDir(t)
  const starter = await startHolder(t, dataDir)
  const other = await openEmbedded({ dataDir, settings })
  process.kill(-starter.pid!, 'SIGINT')
  await untilEnded(starter)
  assert.deepEqual(await query(other.connection, 'select 1 as one'), [{ one: 1 }])
  assert.doesNotMatch(await log(dataDir), /shutdown request/)
  await other.stop()
})

test('an interrupted creation is started over', async t => {
  const dataDir = await makeDataDir(t)
  await mkdir(join(dataDir, 'postgres.new-abc123/base'), { recursive: true })
  const database = await openEmbedded({ dataDir, settings })
  assert.equal(existsSync(join(dataDir, 'postgres.new-abc123')), false)
  await database.stop()
})

test('a data folder that only its owner can enter works', async t => {
  const dataDir = await makeDataDir(t, "a folder's name")
  await chmod(join(dataDir, '..'), 0o700)
  const database = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(database.connection, 'select 1 as one'), [{ one: 1 }])
  await database.stop()
})

test('a start with a value that PostgreSQL does not accept is refused with its reason', async t => {
  const dataDir = await makeDataDir(t)
  const opening = openEmbedded({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } })
  await assert.rejects(opening, {
    name: 'Refusal',
    message:
      /PostgreSQL does not start: invalid value for parameter "shared_buffers": "plenty"\. Correct the cause and start again\./,
  })
  await until(async () => (await supervisors(dataDir)).length === 0)
})

test('a socket folder that is a link is refused', async t => {
  const dataDir = await makeDataDir(t)
  await symlink(dataDir, await socketDirFor(dataDir))
  await assert.rejects(openEmbedded({ dataDir, settings }), {
    name: 'Refusal',
    message: /should be a folder of user \d+/,
  })
})

test('root runs PostgreSQL as gatehouse, or else as postgres, or else as nobody', () => {
  const passwd = 'root:x:0:0::/:/bin/sh\nnobody:x:65534:65533::/:/bin/false\npostgres:x:101:104::/:/bin/sh\n'
  assert.deepEqual(findUnprivileged(passwd), { uid: 101, gid: 104, isOther: true })
  assert.deepEqual(findUnprivileged(passwd.replace('postgres', 'backup')), { uid: 65534, gid: 65533, isOther: true })
  assert.deepEqual(findUnprivileged(`${passwd}gatehouse:x:7:8::/:/bin/sh`), { uid: 7, gid: 8, isOther: true })
  const refusal = { name: 'Refusal', message: /useradd --system gatehouse/ }
  assert.throws(() => findUnprivileged('root:x:0:0::/:/bin/sh\n'), refusal)
})
