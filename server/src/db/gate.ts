/** Bounds the calls a pool holds, and lets those inside finish when the pool closes. */
import { Refusal } from '#server/base/refusal.ts'

export class Gate {
  readonly #limit: number
  #inside = 0
  #closed = false
  readonly #emptied = Promise.withResolvers<void>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs `call`, or refuses it at once: a reply that comes too late for its caller only makes the next ones later. */
  async pass<T>(call: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Refusal('unavailable', 'The service is stopping; try again.', { retryAfterSeconds: 1 })
    if (this.#inside >= this.#limit) {
      throw new Refusal('unavailable', 'The service has more work than it can do; try again.', { retryAfterSeconds: 1 })
    }
    this.#inside++
    try {
      return await call()
    } finally {
      this.#inside--
      if (this.#closed && this.#inside === 0) this.#emptied.resolve()
    }
  }

  /** Refuses new calls and resolves when the last one inside has left. */
  close(): Promise<void> {
    this.#closed = true
    if (this.#inside === 0) this.#emptied.resolve()
    return this.#emptied.promise
  }
}
