/** Processes of the service as `bin/gatehouse serve` runs them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DatabaseConnection } from '#server/db/session.ts'
import { bundle } from '../measure/gatehouse.ts'
import { addressOf } from '../soak/address.ts'

export type Started = {
  role: 'api' | 'worker'
  /** Empty for a worker. */
  url: string
  /** Asks the process to stop; resolves with its exit status. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

const GATEHOUSE = fileURLToPath(new URL('../../bin/gatehouse', import.meta.url))
const ROOT_KEY = `bench:${Buffer.alloc(32).toString('base64')}`

/** Returns the function that starts a process, which resolves when the process is ready. */
export function starter(connection: DatabaseConnection, drainSeconds: number) {
  bundle()
  return async (role: Started['role']): Promise<Started> => {
    const settings = {
      PORT: '0',
      DATABASE_URL: addressOf(connection),
      DRAIN_SECONDS: String(drainSeconds),
      GATEHOUSE_ROOT_KEY: ROOT_KEY,
    }
    const child = spawn(GATEHOUSE, ['serve', '--role', role, '--json'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit').then(([status]) => status as number | null)
    const ready = new Promise<string | null>(resolve => {
      // Its output until then, such as why it cannot start, is shown.
      createInterface(child.stdout).on('line', line => {
        const said = JSON.parse(line) as { base_url?: string | null }
        if (said.base_url === undefined) process.stderr.write(`${line}\n`)
        else resolve(said.base_url)
      })
    })
    const url = await Promise.race([
      ready,
      ended.then(status => Promise.reject(new Error(`A process ended with status ${status} before it was ready`))),
    ])
    return {
      role,
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
}
