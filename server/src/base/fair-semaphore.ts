/**
 * Bounded concurrency that no single customer can use up: a limit in total, and a lower limit per customer. Everyone else waits for their turn, for
 * a limited time.
 */
import { callerLeft, Refusal } from './refusal.ts'

export type SemaphoreLimits = {
  inAll: number
  perCustomer: number
  /** How many of the total are reserved for customers who hold none, so that two customers at their limit do not shut out a third. */
  reserved: number
  /** How many may wait, in total and per customer; any more are refused immediately. */
  maxWaiting: number
  maxWaitingPerCustomer: number
  waitMs: number
  /** The message for a refused caller, and the number of seconds after which it may try again. */
  busy: { message: string; retryAfterSeconds: number }
}

/** How many callers hold a slot or wait for one, how many there may be, and how long the one that has waited longest has been waiting. */
export type Load = { calls: number; limit: number; waitMs: number }

type Waiting = { since: number; enter: () => void }

/** A customer, or null for the platform itself, to which no limit per customer applies. */
type Customer = string | null

export class FairSemaphore {
  readonly #limits: SemaphoreLimits
  readonly #held = new Map<Customer, number>()
  /** Callers that wait, by customer, in the order of arrival; the customer whose turn is next comes first. */
  readonly #waiting = new Map<Customer, Set<Waiting>>()
  #heldInAll = 0
  #waitingInAll = 0
  #isClosed = false
  readonly #emptied = Promise.withResolvers<void>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  get load(): Load {
    const { inAll, maxWaiting } = this.#limits
    const now = performance.now()
    const first = this.#waiting.values().flatMap(queue => queue.values().take(1))
    const waitMs = first.reduce((longest, { since }) => Math.max(longest, now - since), 0)
    return { calls: this.#heldInAll + this.#waitingInAll, limit: inAll + maxWaiting, waitMs }
  }

  /** How many customers hold a slot. */
  get holders(): number {
    return this.#held.size
  }

  /** How many callers of a customer hold a slot or wait for one. */
  callsOf(customerId: Customer): number {
    return (this.#held.get(customerId) ?? 0) + (this.#waiting.get(customerId)?.size ?? 0)
  }

  /** Acquires a slot, and resolves with the function that releases it. Refuses if none becomes free in time, or if `signal` is aborted first. */
  async acquire(customerId: Customer, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw callerLeft()
    if (this.#isClosed)
      throw new Refusal('unavailable', 'The service is stopping. Try again.', { retryAfterSeconds: 1 })
    const free = this.tryAcquire(customerId)
    if (free) return free
    await this.#turn(customerId, signal)
    return this.#releaseOf(customerId)
  }

  /** Acquires a slot if one is free, and returns the function that releases it. */
  tryAcquire(customerId: Customer): (() => void) | undefined {
    if (this.#isClosed || !this.#isFree(customerId)) return undefined
    this.#enter(customerId)
    return this.#releaseOf(customerId)
  }

  #releaseOf(customerId: Customer): () => void {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#release(customerId)
    }
  }

  /** Refuses everyone from now on, and resolves when the last holder has released. */
  close(): Promise<void> {
    this.#isClosed = true
    if (this.#heldInAll === 0) this.#emptied.resolve()
    return this.#emptied.promise
  }

  #isFree(customerId: Customer): boolean {
    const { inAll, perCustomer, reserved } = this.#limits
    if (customerId === null) return this.#heldInAll < inAll
    const own = this.#held.get(customerId) ?? 0
    return this.#heldInAll < (own === 0 ? inAll : inAll - reserved) && own < perCustomer
  }

  #turn(customerId: Customer, signal?: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitingPerCustomer, waitMs } = this.#limits
    const queue = this.#waiting.get(customerId) ?? new Set()
    const isFull = customerId !== null && queue.size >= maxWaitingPerCustomer
    if (this.#waitingInAll >= maxWaiting || isFull) throw this.#busy()
    return new Promise((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        this.#waitingInAll--
        queue.delete(waiting)
        if (queue.size === 0) this.#waiting.delete(customerId)
        settle()
      }
      const timer = setTimeout(() => stop(() => reject(this.#busy())), waitMs)
      const giveUp = () => stop(() => reject(callerLeft()))
      const enter = () => {
        this.#enter(customerId)
        stop(resolve)
      }
      const waiting = { since: performance.now(), enter }
      signal?.addEventListener('abort', giveUp)
      this.#waitingInAll++
      this.#waiting.set(customerId, queue.add(waiting))
    })
  }

  #enter(customerId: Customer): void {
    this.#heldInAll++
    this.#held.set(customerId, (this.#held.get(customerId) ?? 0) + 1)
  }

  #release(customerId: Customer): void {
    this.#heldInAll--
    const others = (this.#held.get(customerId) ?? 0) - 1
    if (others > 0) this.#held.set(customerId, others)
    else this.#held.delete(customerId)
    this.#letIn()
    if (this.#isClosed && this.#heldInAll === 0) this.#emptied.resolve()
  }

  /** Gives slots to the customers in turn. A customer at its limit does not hold up the others behind it. */
  #letIn(): void {
    for (const [customerId, queue] of this.#waiting) {
      if (this.#heldInAll >= this.#limits.inAll) return
      const [first] = queue
      if (!first || !this.#isFree(customerId)) continue
      this.#waiting.delete(customerId)
      if (queue.size > 1) this.#waiting.set(customerId, queue)
      first.enter()
    }
  }

  #busy(): Refusal {
    const { message, retryAfterSeconds } = this.#limits.busy
    return new Refusal('unavailable', message, { retryAfterSeconds })
  }
}
