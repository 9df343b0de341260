/** A Redis for the tests: the one that TEST_REDIS_URL names, or a separate one that tests may kill, pause and start again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from '../../free-port.ts'

export type RedisServer = AsyncDisposable & {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Suspends the server: it keeps its connections and answers nothing. */
  suspend(): void
  resume(): void
}

const { TEST_REDIS_URL } = process.env

/** The reason why a test that needs its own server cannot run here, or false. */
export const withoutRedisServer: string | false =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'no redis-server in PATH'

/** The reason why a test that needs any Redis cannot run here, or false. */
export const withoutRedis: string | false = TEST_REDIS_URL
  ? false
  : withoutRedisServer && `TEST_REDIS_URL is not set and there is ${withoutRedisServer}`

/** The Redis that TEST_REDIS_URL names, or a fresh one. */
export async function anyRedis(): Promise<{ url: string } & AsyncDisposable> {
  return TEST_REDIS_URL ? { url: TEST_REDIS_URL, [Symbol.asyncDispose]: async () => {} } : ownRedis()
}

/** A separate running server, which keeps nothing on disk, so that it is empty after a restart. `more` are further settings. */
export async function ownRedis(more: Record<string, string> = {}): Promise<RedisServer> {
  const port = await freePort()
  let running: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir(), ...more }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    running = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const chunk of running.stdout!) if (String(chunk).includes('Ready to accept connections')) return
    throw new Error('redis-server ended before it was ready')
  }

  async function kill(): Promise<void> {
    if (!running) return
    const exit = once(running, 'exit')
    running.kill('SIGKILL')
    await exit
    running = undefined
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    suspend: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  }
}
