/** Limits how many calls a pool runs at once, and lets running calls finish when the pool closes. */
import { Refusal } from '#server/base/refusal.ts'

export class CallLimit {
  readonly #limit: number
  #underWay = 0
  #closed = false
  readonly #emptied = Promise.withResolvers<void>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs `call`, or refuses it at once: a reply that comes too late for its caller would only delay the next ones. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Refusal('unavailable', 'The service is stopping; try again.', { retryAfterSeconds: 1 })
    if (this.#underWay >= this.#limit) {
      throw new Refusal('unavailable', 'The service is overloaded. Try again shortly.', { retryAfterSeconds: 1 })
    }
    this.#underWay++
    try {
      return await call()
    } finally {
      this.#underWay--
      if (this.#closed && this.#underWay === 0) this.#emptied.resolve()
    }
  }

  /** The calls that run or wait, and how many of them may. */
  get load(): { calls: number; limit: number } {
    return { calls: this.#underWay, limit: this.#limit }
  }

  /** Refuses new calls, and resolves when the last running one has ended. */
  close(): Promise<void> {
    this.#closed = true
    if (this.#underWay === 0) this.#emptied.resolve()
    return this.#emptied.promise
  }
}
