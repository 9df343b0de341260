/** What embedded.test.ts arranges and looks at: data folders, other processes that hold the database, the process table. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { socketDirFor } from '#server/db/embedded/socket-dir.ts'

export const makeDataDir = async (t: TestContext, name = 'data'): Promise<string> => {
  const parent = await mkdtemp('/tmp/gatehouse-test-')
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

/** Another process that has opened the database; in a process group of its own, as a shell would start it. */
export const holder = async (t: TestContext, dataDir: string): Promise<ChildProcess> => {
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

export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await new Promise(resolve => child.once('exit', resolve))
}

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

export const accepts = (connection: pg.ClientConfig): Promise<boolean> =>
  query(connection, 'select 1').then(
    () => true,
    () => false,
  )

export const log = (dataDir: string): Promise<string> => readFile(join(dataDir, 'postgres.log'), 'utf8')

export const postmasters = async (dataDir: string): Promise<number[]> =>
  processes(await socketDirFor(dataDir), /^\S*\/postgres -D/)

export const supervisors = async (dataDir: string): Promise<number[]> =>
  processes(await socketDirFor(dataDir), /^\/bin\/sh -c/)

const processes = (socketDir: string, command: RegExp): number[] =>
  execFileSync('ps', ['-ww', '-axo', 'pid=,args='], { encoding: 'utf8' })
    // A supervisor's arguments contain its script, which has many lines.
    .split(/\n(?= *\d+ )/)
    .map(entry => entry.trim().split(/ (.*)/s))
    .filter(([, args]) => args?.includes(socketDir) && command.test(args))
    .map(([pid]) => Number(pid))

export const killAll = async (pids: number[]): Promise<void> => {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await until(async () => pids.every(isGone))
}

const isGone = (pid: number): boolean => {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return true
  }
}

export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not happen within ten seconds.')
    await sleep(20)
  }
}
