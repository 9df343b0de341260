/** The running PostgreSQL of a data folder: finds it, starts it or supervises it, and checks whether it accepts connections. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { type Account, PROGRAM_ENVIRONMENT, runAs, spawnOptionsFor } from './account.ts'
import { type Lifeline, openLifeline, stoppingMark } from './lifeline.ts'
import { giveToOwner } from './owner.ts'

export type Connection = { host: string; port: number; user: string; database: string } & typeof OF_NO_SHELL

/**
 * What the driver would otherwise read from the variables with which an operator's shell describes other servers: PGOPTIONS, PGREPLICATION, PGSSLMODE,
 * PGSSLNEGOTIATION and PGAPPNAME. The driver reads a variable even if the setting is present but empty, so none of these is empty.
 */
export const OF_NO_SHELL = {
  options: ' ',
  replication: 'false',
  ssl: false,
  sslnegotiation: 'postgres',
  application_name: 'gatehouse',
} as const

const CONNECT_TIMEOUT_MS = 5_000
const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const LOG_TAIL_LINES = 10

/** The process that postmaster.pid names, and whether it is a PostgreSQL of this data folder or the remains of one that was killed. */
export async function findPostmaster(
  databaseFolder: string,
  socketDir: string,
): Promise<{ pid: number; isRunning: boolean } | undefined> {
  const text = await readFile(join(databaseFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? { pid, isRunning: await isPostmaster(pid, socketDir) } : undefined
}

/**
 * Whether the process is the server. It is recognized by the folder of sockets on its command line, because process IDs are reused, quickly so in
 * containers.
 */
export async function isPostmaster(pid: number, socketDir: string): Promise<boolean> {
  const command = await commandOf(pid)
  // The shell that supervises a server contains the server's command line in its own.
  return command.includes(`unix_socket_directories=${socketDir}`) && !command.startsWith('/bin/sh')
}

/** The command line of a process; empty if there is no such process. /proc/PID/cwd would not do, because root in a container may not read it. */
async function commandOf(pid: number): Promise<string> {
  return process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : runAs({ uid: 0, gid: 0, isOther: false }, ['ps', '-ww', '-o', 'command=', '-p', String(pid)]).catch(() => '')
}

/** Starts supervise.sh in its own session, so that Ctrl-C in our terminal does not reach it. */
export async function supervise(options: {
  account: Account
  databaseFolder: string
  socketDir: string
  logFile: string
  /** Starts the server. */
  command: string[]
  /** A server that is already running, to be supervised instead. */
  adopt?: number
  /** A server that was killed on this machine and left its lock file. */
  killed?: number
}): Promise<Lifeline | undefined> {
  const { account, databaseFolder, socketDir, logFile, command, adopt, killed } = options
  await rm(stoppingMark(socketDir), { force: true })
  await rotateLog(logFile)
  const script = readFileSync(new URL('./supervise.sh', import.meta.url), 'utf8')
  const lifeline = await openLifeline(socketDir, account)
  const log = openSync(logFile, 'a', 0o600)
  try {
    await giveToOwner(logFile)
    const child = spawn('/bin/sh', ['-c', script, 'gatehouse-postgres', socketDir, String(adopt ?? ''), ...command], {
      ...spawnOptionsFor(account),
      cwd: databaseFolder,
      detached: true,
      stdio: [lifeline.reader, log, log],
      // Another process may have this number by now. PostgreSQL considers a lock file stale if it names the grandparent, and still looks for
      // children of the killed server, which it could not do if we removed the file.
      env: { ...PROGRAM_ENVIRONMENT, ...(killed ? { PG_GRANDPARENT_PID: String(killed) } : {}) },
    })
    child.unref()
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  } catch (error) {
    lifeline.abandon()
    throw error
  } finally {
    closeSync(lifeline.reader)
    closeSync(log)
  }
  return lifeline.greet()
}

async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    found => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`)
}

export async function lastLogLines(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n')
}

/** Whether the server accepts connections. `no`: it does not listen. `not now`: it is starting, recovering or stopping. */
export async function acceptsConnections(connection: Connection): Promise<'yes' | 'no' | 'not now'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'yes'
  } catch (error) {
    const { code } = asError(error)
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'no'
    // Class 57P: it is starting, stopping or crashing. ECONNRESET, EPIPE and no code: it went away while we were connecting.
    if (code === undefined || code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('57P')) return 'not now'
    // 53300 too_many_connections: it is full, and therefore alive.
    if (code === '53300') return 'yes'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
