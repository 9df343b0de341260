/** Processes of the service as an installation runs them: `bin/gatehouse serve`, from the bundle. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseConnection } from '#server/db/session.ts'
import type { Role } from '#server/start.ts'
import { addressOf } from './address.ts'

export type Gatehouse = {
  role: Role
  pid: number
  /** Empty for a worker. */
  url: string
  /** Asks the process to stop; resolves with its exit status. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

const GATEHOUSE = fileURLToPath(new URL('../../bin/gatehouse', import.meta.url))
const BUILD = fileURLToPath(new URL('../../server/build.ts', import.meta.url))
const ROOT_KEY = `bench:${Buffer.alloc(32).toString('base64')}`

/**
 * Makes the bundle unless it is up to date. Without it, `bin/gatehouse` runs the sources: an API process then holds 30 MiB more, and the thread of an
 * import takes 0.6 instead of 0.3 s of processor time before it reads its file.
 */
export function bundle(): void {
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`The bundle was not made: status ${status}`)
}

/** Starts a process; resolves when it is ready. */
export async function serveGatehouse(
  connection: DatabaseConnection,
  role: Role,
  settings: Record<string, string> = {},
): Promise<Gatehouse> {
  const child = spawn(GATEHOUSE, ['serve', '--role', role, '--json'], {
    env: { ...process.env, PORT: '0', DATABASE_URL: addressOf(connection), GATEHOUSE_ROOT_KEY: ROOT_KEY, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(([status]) => status as number | null)
  const ready = new Promise<{ pid: number; base_url: string | null }>(resolve => {
    // Its output until then, such as why it cannot start, is shown.
    createInterface(child.stdout).on('line', line => {
      const said = JSON.parse(line)
      if (said.base_url === undefined) process.stderr.write(`${line}\n`)
      else resolve(said)
    })
  })
  const { pid, base_url: url } = await Promise.race([
    ready,
    ended.then(status => Promise.reject(new Error(`A process ended with status ${status} before it was ready`))),
  ])
  return {
    role,
    pid,
    url: url ?? '',
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
