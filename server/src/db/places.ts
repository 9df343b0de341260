/** Who may be inside: so many in all, and so many of one organization. The others wait their turn, for a while. */
import { Refusal } from '#server/base/refusal.ts'

export type PlaceLimits = {
  inAll: number
  perOrganization: number
  /** How many may wait; those beyond are refused at once. */
  maxWaiting: number
  waitMs: number
}

type Waiting = { organizationId: string; enter: () => void }

const RETRY_AFTER_SECONDS = 5

export class Places {
  readonly #limits: PlaceLimits
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #taken = 0
  #isClosed = false
  readonly #emptied = Promise.withResolvers<void>()

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Resolves with the function that leaves the place again. Refuses when none came free in time, or `signal` is aborted first. */
  async take(organizationId: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw left()
    if (this.#isClosed)
      throw new Refusal('unavailable', 'The service is stopping; try again.', { retryAfterSeconds: 1 })
    if (!this.#isFree(organizationId)) await this.#turn(organizationId, signal)
    else this.#enter(organizationId)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#leave(organizationId)
    }
  }

  /** Takes in no one any more, and resolves when the last one has left. */
  close(): Promise<void> {
    this.#isClosed = true
    if (this.#taken === 0) this.#emptied.resolve()
    return this.#emptied.promise
  }

  #isFree(organizationId: string): boolean {
    const { inAll, perOrganization } = this.#limits
    return this.#taken < inAll && (this.#inside.get(organizationId) ?? 0) < perOrganization
  }

  #turn(organizationId: string, signal: AbortSignal): Promise<void> {
    const { maxWaiting, waitMs } = this.#limits
    if (this.#waiting.size >= maxWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        this.#waiting.delete(waiting)
        settle()
      }
      const timer = setTimeout(() => stop(() => reject(busy())), waitMs)
      const giveUp = () => stop(() => reject(left()))
      const enter = () => {
        this.#enter(organizationId)
        stop(resolve)
      }
      const waiting = { organizationId, enter }
      signal.addEventListener('abort', giveUp)
      this.#waiting.add(waiting)
    })
  }

  #enter(organizationId: string): void {
    this.#taken++
    this.#inside.set(organizationId, (this.#inside.get(organizationId) ?? 0) + 1)
  }

  #leave(organizationId: string): void {
    this.#taken--
    const others = (this.#inside.get(organizationId) ?? 0) - 1
    if (others > 0) this.#inside.set(organizationId, others)
    else this.#inside.delete(organizationId)
    // Who waits for a place of an organization that is full does not hold up those behind.
    for (const waiting of this.#waiting) if (this.#isFree(waiting.organizationId)) waiting.enter()
    if (this.#isClosed && this.#taken === 0) this.#emptied.resolve()
  }
}

function busy(): Refusal {
  return new Refusal('unavailable', 'Too many large reports are being read at once; try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function left(): Refusal {
  return new Refusal('unavailable', 'The caller went away.', { retryAfterSeconds: 1 })
}
