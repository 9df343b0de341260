/** What the start says if the database in the data folder is damaged, or belongs to another version or another account. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseAccount } from '#server/db/embedded/account.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { createCluster } from '#server/db/embedded/cluster.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { acceptsConnections, OF_NO_SHELL } from '#server/db/embedded/postmaster.ts'
import { socketDirFor } from '#server/db/embedded/socket-dir.ts'
import { whyEnded } from '#server/db/embedded/why-not-started.ts'
import { gatehouse, start, until } from '../service/processes.ts'
import { makeDataDir, makeUsedDataDir, postmasters, query, supervisors } from './embedded-world.ts'

const settings = { fsync: 'off' }

test('a command whose embedded PostgreSQL ends says so, and does not speak of DATABASE_URL', async t => {
  const dataDir = await makeDataDir(t)
  const migrating = start(['migrate'], { GATEHOUSE_DATA_DIR: dataDir })
  await until(() => migrating.stderr().includes('applying migration 0002'))
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  assert.equal((await migrating.ended).code, 1)
  assert.match(
    migrating.stderr(),
    /^gatehouse: The embedded PostgreSQL has ended\. Read the end of \S+postgres\.log, and /m,
  )
})

test('a server that does not stop when told to, because one of its processes hangs, is stopped at once, and nothing is lost', {
  skip: process.platform === 'linux' ? false : 'finds the process in /proc',
}, async t => {
  const dataDir = await makeUsedDataDir(t)
  const database = await openEmbedded({ dataDir, settings })
  const [found] = await query(
    database.connection,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  await query(database.connection, 'create table kept as select 1 as one')
  process.kill((found as { pid: number }).pid, 'SIGSTOP')
  await database.stop()
  assert.deepEqual(await postmasters(dataDir), [])
  const again = await openEmbedded({ dataDir, settings })
  assert.deepEqual(await query(again.connection, 'select one from kept'), [{ one: 1 }])
  await again.stop()
})

test('a disk that was full is named as what ended PostgreSQL, whatever it logged afterward', async t => {
  const log = join(await makeDataDir(t), 'postgres.log')
  await writeFile(
    log,
    `2026-11-28 08:36:17.429 UTC [26599] PANIC:  could not write to file "pg_wal/xlogtemp.26599": No space left on device
2026-11-28 08:36:17.442 UTC [26711] FATAL:  terminating connection due to administrator command
2026-11-28 08:36:17.577 UTC [26591] LOG:  received fast shutdown request
`,
  )
  const said = await whyEnded(log, 'postgres')
  assert.match(
    said,
    /^The embedded PostgreSQL has ended: could not write to file .*: No space left on device\. Free up/,
  )
})

const DAMAGES: [what: string, harm: (database: string) => unknown, says: RegExp][] = [
  [
    'a file that is missing',
    database => rm(join(database, 'global/pg_control')),
    /^PostgreSQL does not start: could not find the database system Expected to find .*pg_control": No such file or directory\. Files of the database are missing or damaged: restore a backup with `gatehouse restore --force FILE`/,
  ],
  [
    'a log that is missing',
    database => rm(join(database, 'pg_wal'), { recursive: true }),
    /^PostgreSQL does not start: required WAL directory "pg_wal" does not exist\. Files of the database are missing/,
  ],
  [
    'another version of PostgreSQL',
    database => writeFile(join(database, 'PG_VERSION'), '16\n'),
    /^PostgreSQL does not start: database files are incompatible with server The data directory was initialized by PostgreSQL version 16, .* Start the version of Gatehouse that used this folder last/,
  ],
  [
    'a folder open to others',
    database => chmod(database, 0o755),
    /has invalid permissions .* Run chmod 700 \S+\/postgres\. /,
  ],
]

for (const [what, harm, says] of DAMAGES) {
  test(`a start on ${what} is refused in one line with the reason and what to do, and leaves no folder of sockets`, async t => {
    const dataDir = await makeUsedDataDir(t)
    await harm(join(dataDir, 'postgres'))
    // A Refusal, which the command line shows without a stack.
    await assert.rejects(openEmbedded({ dataDir, settings }), ({ name, message }: Error) => {
      assert.equal(name, 'Refusal')
      assert.match(message, says)
      assert.match(message, /^[^\n]+ Its log is \S+\/postgres\.log\.$/)
      return true
    })
    await until(async () => (await supervisors(dataDir)).length === 0)
    assert.equal(existsSync(await socketDirFor(dataDir)), false)
  })
}

test('a server that closes the connection while we connect to it counts as one that does not accept connections yet', async t => {
  const host = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const server = createServer(socket => socket.destroy()).listen(join(host, '.s.PGSQL.5432'))
  t.after(async () => {
    server.close()
    await rm(host, { recursive: true, force: true })
  })
  await once(server, 'listening')
  assert.equal(
    await acceptsConnections({ ...OF_NO_SHELL, host, port: 5432, user: 'postgres', database: 'postgres' }),
    'not now',
  )
})

test('another account is told who uses the data folder, and not to remove anything', {
  skip: process.geteuid?.() !== 0 && 'only root can be another account',
}, async t => {
  const dataDir = await makeUsedDataDir(t)
  const socketDir = await socketDirFor(dataDir)
  const { connection, stop } = await openEmbedded({ dataDir, settings })
  t.after(stop)
  for (const parent of ['..', '../..']) await chmod(join(dataDir, parent), 0o711)
  for (const mode of [0o700, 0o755]) {
    await chmod(dataDir, mode)
    for (const words of [
      ['serve'],
      ['org', 'list'],
      ['doctor'],
      ['backup', '/tmp/nothing.tar.gz'],
      ['restore', '/tmp/nothing.tar.gz'],
    ]) {
      const { code, stdout, stderr } = await asNobody(() => gatehouse(words, { GATEHOUSE_DATA_DIR: dataDir }))
      assert.equal(code, 1)
      assert.match(
        stdout + stderr,
        mode === 0o700
          ? /may not read .* \(EACCES\)\.(?: |\n +→ )Run the command as the owner of that folder or as root\./
          : /belongs to user \d+, and this is user 65533\.(?: |\n +→ )Run the command as its owner or as root\./,
      )
      assert.doesNotMatch(stdout + stderr, /There is no database|[Rr]emove it|\n +at /)
    }
  }
  await rm(join(dataDir, 'postgres.log'))
  assert.ok(existsSync(socketDir))
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
})

async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  process.seteuid?.(65533)
  return work().finally(() => process.seteuid?.(0))
}

test('a database that cannot be created says why on one line, and leaves nothing', async t => {
  const dataDir = await makeDataDir(t)
  const account = await chooseAccount(join(dataDir, 'postgres'))
  const { postgres } = await findBinaries({ account, dataDir, onNotice: () => {} })
  const noise =
    'echo The files will be owned by nobody; echo FATAL: could not write to file: No space left on device; exit 1'
  await chmod(join(dataDir, '..'), 0o711)
  const initdb = join(dataDir, 'initdb')
  await writeFile(initdb, `#!/bin/sh\n${noise}\n`, { mode: 0o755 })
  await chmod(dataDir, 0o711)
  await assert.rejects(createCluster({ account, binaries: { initdb, postgres }, dataDir, settings }), {
    name: 'Refusal',
    message: `The database cannot be created in ${dataDir}: ${initdb} failed (1): FATAL: could not write to file: No space left on device. Free up space there and start again.`,
  })
  assert.deepEqual(await readdir(dataDir), ['initdb'])
  const advice = {
    'FATAL: insufficient file descriptors available to start server process':
      'Raise the limit of open files to 65536 (ulimit -n, ',
    'FATAL: could not resize shared memory segment \\"/a\\" to 1048576 bytes: No space left on device':
      'Give /dev/shm at least 64 MB ',
  }
  for (const [reason, action] of Object.entries(advice)) {
    await writeFile(initdb, `#!/bin/sh\necho "${reason}"; exit 1\n`, { mode: 0o755 })
    await assert.rejects(
      createCluster({ account, binaries: { initdb, postgres }, dataDir, settings }),
      (error: Error) => error.message.includes(`. ${action}`),
    )
  }
})

test('a data folder to which this account may not write is named', async t => {
  const dataDir = await makeDataDir(t)
  const account = await chooseAccount(join(dataDir, 'postgres'))
  const { initdb, postgres } = await findBinaries({ account, dataDir, onNotice: () => {} })
  await chmod(join(dataDir, '..'), 0o711)
  await chmod(dataDir, 0o555)
  const create = () => createCluster({ account, binaries: { initdb, postgres }, dataDir, settings })
  await assert.rejects(process.getuid?.() === 0 ? asNobody(create) : create(), {
    name: 'Refusal',
    message: `This account may not write to the data folder ${dataDir}. Let it (chmod u+rwx or chown), or set GATEHOUSE_DATA_DIR to another folder.`,
  })
  await chmod(dataDir, 0o755)
})
