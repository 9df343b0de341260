/**
 * Starts a separate PostgreSQL in a temporary folder, reached by a Unix socket and gone when the test or its process ends.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseAccount } from '#server/db/embedded/account.ts'
import { type Binaries, findBinaries } from '#server/db/embedded/binaries.ts'
import { makeOrCopy } from '../make-or-copy.ts'

export type ThrowawayPostgres = {
  /** Logs in as superuser. */
  connection: { host: string; port: number; user: string; database: string }
  /** Ends the server as its machine would, and starts it again on the same data as a standby of a primary that is gone. */
  becomeStandby(): Promise<void>
  stop(): Promise<void>
}

/**
 * `binaries` are those of another version; without them, those of the embedded PostgreSQL are used. The server runs under the
 * account that the embedded one would choose.
 */
export async function startThrowawayPostgres(binaries?: Binaries): Promise<ThrowawayPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const account = await chooseAccount(join(folder, 'data'))
  const { uid, gid, isOther } = account
  if (isOther) await chown(folder, uid, gid)
  const options = { ...(isOther && { uid, gid }), cwd: folder }
  const { initdb, postgres } = binaries ?? (await findBinaries({ account, dataDir: folder, onNotice: () => {} }))
  const data = join(folder, 'data')
  const create = () =>
    promisify(execFile)(
      initdb,
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...options, timeout: 180_000 },
    )
  await (binaries ? create() : makeOrCopy('throwaway', data, create))
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'shared_buffers=32MB']
  // The shell starts PostgreSQL again for each line that it reads. When our end of the pipe closes, however this process ends, it stops PostgreSQL and
  // cleans up. It ignores the signals that end us. It sends QUIT, because an orderly stop would wait for a server process that a test has suspended.
  const server = spawn(
    'sh',
    [
      '-c',
      'trap "" INT TERM HUP; while "$@" </dev/null & read -r _; do kill -QUIT $!; wait $!; done; kill -QUIT $!; wait $!; rm -rf "$0"',
      folder,
      postgres,
      '-D',
      data,
      ...settings.flatMap(setting => ['-c', setting]),
    ],
    { ...options, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const connection = { host: folder, port: 5432, user: 'postgres', database: 'postgres' }
  await untilReady(connection, server)
  return {
    connection,
    becomeStandby: async () => {
      const former = await pidIn(data)
      await writeFile(join(data, 'standby.signal'), '')
      server.stdin?.write('again\n')
      while ((await pidIn(data)) === former) await pause(25)
      await untilReady(connection, server)
    },
    stop: async () => {
      const exited = once(server, 'exit')
      server.stdin?.end()
      await exited
    },
  }
}

/** The process of the server, or undefined while there is none. */
async function pidIn(data: string): Promise<string | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')[0] || undefined
}

async function untilReady(connection: ThrowawayPostgres['connection'], server: ChildProcess): Promise<void> {
  for (let attempt = 1; server.exitCode === null; attempt++) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt === 2_400) throw error
      await pause(25)
    }
  }
  throw new Error('PostgreSQL did not start')
}
