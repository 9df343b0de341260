/** Makes calls as a proxy does: round-robin to the processes that report that they are ready, and to another one if a connection is refused. */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'

type BalancedCall = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
export type Answer = { status: number; text: string }

type Backend = { url: string; pool: Pool; isReady: boolean; isRemoved: boolean }

const CONNECTIONS = 64
const CHECK_EVERY_MS = 100

export class Balancer {
  readonly #backends = new Map<string, Backend>()
  #turn = 0

  add(url: string): void {
    const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: 60_000, bodyTimeout: 60_000 })
    const backend: Backend = { url, pool, isReady: false, isRemoved: false }
    this.#backends.set(url, backend)
    void this.#check(backend)
  }

  remove(url: string): void {
    const backend = this.#backends.get(url)
    if (!backend) return
    backend.isRemoved = true
    this.#backends.delete(url)
    void backend.pool.close()
  }

  close(): void {
    for (const { url } of this.#backends.values()) this.remove(url)
  }

  /** Resolves when a process is ready. */
  async ready(): Promise<void> {
    while (!this.#next()) await pause(CHECK_EVERY_MS)
  }

  async call(call: BalancedCall): Promise<Answer> {
    for (;;) {
      const backend = this.#next()
      if (!backend) {
        await pause(CHECK_EVERY_MS)
        continue
      }
      try {
        const { statusCode, body } = await backend.pool.request(call)
        return { status: statusCode, text: await body.text() }
      } catch (error) {
        // Nothing was sent, so another process may be asked.
        if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error
        backend.isReady = false
      }
    }
  }

  #next(): Backend | undefined {
    const ready = [...this.#backends.values()].filter(({ isReady }) => isReady)
    return ready[this.#turn++ % Math.max(1, ready.length)]
  }

  /** Asks the process again and again whether it is ready, on a connection of its own. */
  async #check(backend: Backend): Promise<void> {
    while (!backend.isRemoved) {
      backend.isReady = await fetch(`${backend.url}/readyz`).then(
        async reply => {
          await reply.text()
          return reply.ok
        },
        () => false,
      )
      await pause(CHECK_EVERY_MS)
    }
  }
}
