/** The exact quota of one process: a window of stamps per key, seeded from the audit log when the process first sees the key. */
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { checkLimit, type Quota, type QuotaDecision, SPAN_MS } from './quota.ts'
import { type SteadyClock, steadyClock } from './steady-clock.ts'
import { addStamp, dropExpired, removeStamp, type SlidingWindow, stampAt } from './window.ts'
import { WindowTable } from './window-table.ts'

/**
 * Resolves with the instants, in milliseconds since the epoch and in any order, of the calls of `keyId` that a quota accepted in the last 60
 * seconds: every logged line except the 401s and 429s. A line's time must be taken after its call was counted, or it leaves the seeded window too
 * early.
 */
export type RecentCalls = (keyId: string) => Promise<number[]>

/** A decision with the stamp under which an accepted call is counted. */
export type StampedDecision = QuotaDecision & { stampMs: number }

type InProcessOptions = { clock: Clock; recentCalls: RecentCalls; maxKeys?: number }

/** A Quota that also returns its stamps and can uncount calls. */
export class InProcessQuota implements Quota {
  readonly #time: SteadyClock
  readonly #recentCalls: RecentCalls
  readonly #maxKeys: number
  // The keys whose windows were forgotten. Such a window needs no second seeding: it was idle, so nothing before that counts, and every later call
  // would have come through here and opened a window again. If even this memory of a key is lost, the key is simply seeded again.
  readonly #met = new Set<string>()
  readonly #windows: WindowTable
  readonly #seedings = new Map<string, Promise<void>>()

  constructor({ clock, recentCalls, maxKeys = 100_000 }: InProcessOptions) {
    this.#time = steadyClock(clock)
    this.#recentCalls = recentCalls
    this.#maxKeys = maxKeys
    this.#windows = new WindowTable(maxKeys, keyId => {
      if (this.#met.size >= maxKeys) this.#met.clear()
      this.#met.add(keyId)
    })
  }

  /** Rejects if seeding fails, or with `unavailable` if `maxKeys` keys all made calls within the last 60 seconds. */
  take(keyId: string, limit: number): StampedDecision | Promise<StampedDecision> {
    checkLimit(limit)
    const nowMs = this.#time.now()
    this.#windows.sweep(nowMs)
    const window = this.#windows.find(keyId) ?? (this.#met.delete(keyId) ? this.#open(keyId, nowMs) : undefined)
    if (window) return count(window, limit, nowMs, this.#time.standstillMs())
    return this.#seedOnce(keyId).then(() => this.take(keyId, limit))
  }

  /** Uncounts an accepted call that was refused elsewhere. */
  giveBack(keyId: string, stampMs: number): void {
    const window = this.#windows.find(keyId)
    if (window) removeStamp(window, stampMs)
  }

  async close(): Promise<void> {}

  #open(keyId: string, nowMs: number): SlidingWindow {
    if (!this.#windows.makeRoom(nowMs)) throw full()
    return this.#windows.open(keyId)
  }

  #seedOnce(keyId: string): Promise<void> {
    const running = this.#seedings.get(keyId)
    if (running) return running
    if (this.#seedings.size >= this.#maxKeys) throw full()
    const seeding = this.#seed(keyId).finally(() => this.#seedings.delete(keyId))
    this.#seedings.set(keyId, seeding)
    return seeding
  }

  async #seed(keyId: string): Promise<void> {
    const calls = await this.#recentCalls(keyId)
    const window = this.#open(keyId, this.#time.now())
    for (const stampMs of calls.map(this.#time.timeOf).sort((a, b) => a - b)) addStamp(window, stampMs)
  }
}

function count(window: SlidingWindow, limit: number, nowMs: number, standstillMs: number): StampedDecision {
  dropExpired(window, nowMs)
  const accepted = window.count < limit
  if (accepted) addStamp(window, nowMs)
  // If the limit was lowered below what the window holds, the call whose leaving makes room is not the oldest one.
  const leavesMs = accepted ? stampAt(window, 0) + SPAN_MS : stampAt(window, window.count - limit) + SPAN_MS + 1
  return {
    accepted,
    limit,
    remaining: Math.max(0, limit - window.count),
    resetMs: leavesMs - nowMs + standstillMs,
    stampMs: nowMs,
  }
}

function full(): Refusal {
  return new Refusal('unavailable', 'Too many API keys are in use right now. Try again shortly.', {
    retryAfterSeconds: 1,
  })
}
