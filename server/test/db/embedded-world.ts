/**
 * What embedded.test.ts arranges and inspects: data folders, other processes that hold the database, and the process table.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { DATABASE, PORT, SUPERUSER } from '#server/db/embedded/cluster.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { socketDirFor } from '#server/db/embedded/socket-dir.ts'
import { makeOrCopy } from '../make-or-copy.ts'
import { gatehouse, until } from '../service/processes.ts'

/** A test, or anything else that can run work at its end. */
type Cleanups = { after(work: () => unknown): void }

export const makeDataDir = async (t: Cleanups, name = 'data'): Promise<string> => {
  const parent = await mkdtemp(join(process.env.GATEHOUSE_TEST_DATA_DIR ?? '/tmp', 'gatehouse-test-'))
  const dataDir = join(parent, name)
  await mkdir(dataDir)
  const socketDir = await socketDirFor(dataDir)
  t.after(async () => {
    await killAll([...(await supervisors(dataDir)), ...(await postmasters(dataDir))])
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
    await rm(socketDir, { recursive: true, force: true })
  })
  return dataDir
}

/** A data folder whose database was created earlier and stopped: mostly a copy, because creating one takes half a second of processor time. */
export const makeUsedDataDir = async (t: Cleanups): Promise<string> => {
  const dataDir = await makeDataDir(t)
  await makeOrCopy('used', join(dataDir, 'postgres'), async () => {
    await (await openEmbedded({ dataDir, settings: { fsync: 'off' } })).stop()
    await rm(join(dataDir, 'postgres.log'))
  })
  return dataDir
}

/** A data folder whose database `gatehouse migrate` has created: mostly a copy, because creating and migrating one takes three seconds of processor time. */
export const makeMigratedDataDir = async (t: Cleanups): Promise<string> => {
  const dataDir = await makeDataDir(t)
  await copyMigrated(dataDir)
  return dataDir
}

/** Puts the database of a data folder that `gatehouse migrate` has made into this one, which has none yet. */
export const copyMigrated = (dataDir: string): Promise<void> =>
  makeOrCopy('migrated', join(dataDir, 'postgres'), async () => {
    const { code, stderr } = await gatehouse(['migrate'], { GATEHOUSE_DATA_DIR: dataDir })
    if (code !== 0) throw new Error(stderr)
    await rm(join(dataDir, 'postgres.log'))
  })

/** Another process that has opened the database, in a separate process group, as a shell would start it. */
export const startHolder = async (t: TestContext, dataDir: string): Promise<ChildProcess> => {
  const script = new URL('./embedded-holder.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dataDir], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await new Promise((resolve, reject) =>
    child.stdout
      .once('data', resolve)
      .once('end', () => reject(new Error('The holder ended before it opened the database.'))),
  )
  return child
}

export const untilEnded = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await new Promise(resolve => child.once('exit', resolve))
}

/** The connection that other processes use. */
export const connectionOf = async (dataDir: string): Promise<pg.ClientConfig> => ({
  host: await socketDirFor(dataDir),
  port: PORT,
  user: SUPERUSER,
  database: DATABASE,
})

export const query = async (
  connection: pg.ClientConfig,
  sql: string,
  parameters: unknown[] = [],
): Promise<unknown[]> => {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql, parameters)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Begins a statement that PostgreSQL cannot interrupt, because it reads a pipe, so that its backend does not notice that the server was killed.
 * Resolves with a function that ends it.
 */
export const beginLongStatement = async (
  connection: pg.ClientConfig,
  dataDir: string,
): Promise<() => Promise<void>> => {
  const pipe = join(dataDir, 'postgres/pipe')
  execFileSync('mkfifo', ['-m', '666', pipe])
  const statement = query(connection, `select pg_read_file('pipe')`).catch(() => {})
  await until(async () => {
    const active = await query(connection, `select from pg_stat_activity where query like 'select pg_read%'`)
    return active.length > 0
  })
  return async () => {
    // Opened for reading as well, so that this does not wait for a backend that has ended.
    await (await open(pipe, 'r+')).close()
    await statement
  }
}

export const acceptsConnection = (connection: pg.ClientConfig): Promise<boolean> =>
  query(connection, 'select 1').then(
    () => true,
    () => false,
  )

export const log = (dataDir: string): Promise<string> => readFile(join(dataDir, 'postgres.log'), 'utf8')

/**
 * The postmasters of a data folder, without children that were just forked and still have the command line of the
 * postmaster.
 */
export const postmasters = async (dataDir: string): Promise<number[]> => {
  const found = processes(await socketDirFor(dataDir), /^\S*\/postgres -D/)
  const pids = new Set(found.map(({ pid }) => pid))
  return found.filter(({ parent }) => !pids.has(parent)).map(({ pid }) => pid)
}

export const supervisors = async (dataDir: string): Promise<number[]> =>
  processes(await socketDirFor(dataDir), /^\/bin\/sh -c/).map(({ pid }) => pid)

type Process = { pid: number; parent: number; args: string }

/** Processes whose command line names the folder of sockets and begins with `command`. */
const processes = (socketDir: string, command: RegExp): Process[] =>
  commandLines().filter(({ args }) => args.includes(socketDir) && command.test(args))

/** Read from /proc if there is one: a small machine may not have `ps`. */
const commandLines = (): Process[] => {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(name => ({
        pid: Number(name),
        parent: Number(/^\d+ \(.*\) \S (\d+)/s.exec(fileText(`/proc/${name}/stat`))?.[1]),
        args: fileText(`/proc/${name}/cmdline`).replaceAll('\0', ' '),
      }))
  }
  // A supervisor's arguments contain its script, which has many lines.
  const entries = execFileSync('ps', ['-ww', '-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    /\n(?= *\d+ +\d+ )/,
  )
  return entries.map(entry => {
    const [, pid, parent, args = ''] = /^(\d+) +(\d+) (.*)$/s.exec(entry.trim()) ?? []
    return { pid: Number(pid), parent: Number(parent), args }
  })
}

const fileText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export const killAll = async (pids: number[]): Promise<void> => {
  for (const pid of pids.filter(pid => !isGone(pid))) kill(pid)
  await until(async () => pids.every(isGone))
}

/** The process may end on its own between our check and our kill. */
const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (asError(error).code !== 'ESRCH') throw error
  }
}

/** Whether the process has ended. A zombie, of which only the process ID is left, counts as ended. */
const isGone = (pid: number): boolean => {
  if (process.platform === 'linux') return !/^\d+ \(.*\) [^Z]/s.test(fileText(`/proc/${pid}/stat`))
  return !commandLines().some(line => line.pid === pid)
}
