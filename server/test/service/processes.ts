/** The command line and the service as real processes, with their own settings and without the environment of the tests. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '#server/command-line.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import type { World } from '../world.ts'

export type Settings = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }

export type Running = AsyncDisposable & {
  pid: number
  /** The address at which the service listens; empty for a worker. */
  url: string
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  /** Resolves once it has ended. */
  ended: Promise<Ended>
}

const DEFAULTS = {
  PORT: '0',
  GATEHOUSE_DATA_DIR: '/nonexistent',
  GATEHOUSE_ROOT_KEY: 'test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
}
/** The program. */
export const GATEHOUSE = fileURLToPath(new URL('../../../bin/gatehouse', import.meta.url))

/** Runs one command to its end in this process, because a separate process costs two seconds of processor time. */
export async function gatehouse(words: string[], settings: Settings): Promise<Ended> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await runCommandLine(words, {
    stdout: { write: text => stdout.push(text) },
    stderr: { write: text => stderr.push(text) },
    env: { ...DEFAULTS, ...settings },
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Runs one command to its end as a separate process, for tests of what only a process has: exit status, signals, pipes. */
export async function gatehouseProcess(words: string[], settings: Settings): Promise<Ended> {
  return start(words, settings).ended
}

/** The object that a command with `--json` printed; fails unless the command succeeded. */
export function objectOf(ended: Ended): Record<string, unknown> {
  assert.equal(ended.code, 0, ended.stderr)
  return onlyObject(ended)
}

/** All of stdout, which must be one line that is one object. */
export function onlyObject({ stdout }: Ended): Record<string, unknown> {
  assert.match(stdout, /^\{[^\n]*\}\n$/)
  return JSON.parse(stdout)
}

/** Starts `serve` and waits until it reports that it is ready. */
export async function serve(settings: Settings, words: string[] = []): Promise<Running> {
  const process = start(['serve', ...words], settings)
  let over = false
  void process.ended.then(() => {
    over = true
  })
  try {
    await until(() => over || /ready at|worker is running|"base_url"/.test(process.stdout()))
    if (over) throw new Error('It ended before it was ready')
  } catch (error) {
    // No caller can end the process yet, so it is ended here.
    await process[Symbol.asyncDispose]()
    throw new Error(`serve did not start:\n${process.stderr()}`, { cause: error })
  }
  return { ...process, url: /ready at (\S+)/.exec(process.stdout())?.[1] ?? '' }
}

/** Starts a process that may never become ready. */
export function start(words: string[], settings: Settings): Running {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = spawn(GATEHOUSE, words, {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...DEFAULTS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output.stderr += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return {
    pid: child.pid as number,
    url: '',
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    signal: name => void child.kill(name),
    ended,
    [Symbol.asyncDispose]: () => end(child, ended),
  }
}

/** The output is released as well, because an embedded PostgreSQL that the process has started keeps the pipes open and lives on. */
async function end(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  child.stdout?.destroy()
  child.stderr?.destroy()
  await ended
}

/** The connection as an operator writes it in DATABASE_URL. */
export function connectionString(connection: DatabaseConnection): string {
  if (typeof connection === 'string') return connection
  const { host, port, user, database } = connection
  return `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port), connect_timeout: '60' })}`
}

/** Sets a world's clock to the real time, which separate processes use. */
export function toRealTime({ clock }: World): void {
  clock.advance(Date.now() - clock.now())
}

/** A bare connection to a service, for what an HTTP client would not send. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

/**
 * Waits until a condition is true that another process brings about. The limit is for a condition that never becomes true, and is long enough for a
 * slow machine. The longer the wait, the less often the condition is checked, because some checks are statements or read the process table.
 */
export async function until(holds: () => boolean | Promise<boolean>, limitMs = 600_000): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    const waitedMs = performance.now() - began
    if (waitedMs > limitMs) throw new Error(`It did not happen within ${limitMs} ms: ${holds}`)
    await pause(Math.min(100, 2 + waitedMs / 10))
  }
}
