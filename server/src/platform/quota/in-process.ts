/** The exact quota of one process: a window of stamps per key, seeded from the audit log when the process first meets the key. */
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { checkLimit, type QuotaDecision, SPAN_MS } from './quota.ts'
import { steadyClock } from './steady-clock.ts'
import { addStamp, dropExpired, removeStamp, type SlidingWindow, stampAt } from './window.ts'
import { windowTable } from './window-table.ts'

/**
 * Epoch milliseconds, in any order, of the calls of `keyId` that a quota accepted in the last 60 seconds: every logged line
 * but the 401s and 429s. A line's time must be taken after its call was counted, or it leaves the seeded window too early.
 */
export type RecentCalls = (keyId: string) => Promise<number[]>

/** A decision with the stamp under which an accepted call is counted. */
export type StampedDecision = QuotaDecision & { stampMs: number }

/** A Quota that also tells its stamps and takes calls back. */
export type InProcessQuota = {
  /** Rejects when seeding fails, or with `unavailable` when `maxKeys` keys all made calls within the last 60 seconds. */
  take(keyId: string, limit: number): StampedDecision | Promise<StampedDecision>
  /** Uncounts an accepted call that was refused elsewhere. */
  giveBack(keyId: string, stampMs: number): void
  close(): Promise<void>
}

export function inProcessQuota(options: { clock: Clock; recentCalls: RecentCalls; maxKeys?: number }): InProcessQuota {
  const { clock, recentCalls, maxKeys = 100_000 } = options
  const time = steadyClock(clock)
  // A forgotten window needs no second seeding: it was idle, so nothing of before counts, and every call since would have
  // come through here and opened a window again. A key that is not even remembered as met is simply met, and seeded, anew.
  const met = new Set<string>()
  const windows = windowTable(maxKeys, keyId => {
    if (met.size >= maxKeys) met.clear()
    met.add(keyId)
  })
  const seedings = new Map<string, Promise<void>>()

  function take(keyId: string, limit: number): StampedDecision | Promise<StampedDecision> {
    checkLimit(limit)
    const nowMs = time.now()
    windows.sweep(nowMs)
    const window = windows.find(keyId) ?? (met.delete(keyId) ? open(keyId, nowMs) : undefined)
    if (window) return count(window, limit, nowMs, time.standstillMs())
    return seedOnce(keyId).then(() => take(keyId, limit))
  }

  function open(keyId: string, nowMs: number): SlidingWindow {
    if (!windows.makeRoom(nowMs)) throw full()
    return windows.open(keyId)
  }

  function seedOnce(keyId: string): Promise<void> {
    const running = seedings.get(keyId)
    if (running) return running
    if (seedings.size >= maxKeys) throw full()
    const seeding = seed(keyId).finally(() => seedings.delete(keyId))
    seedings.set(keyId, seeding)
    return seeding
  }

  async function seed(keyId: string): Promise<void> {
    const calls = await recentCalls(keyId)
    const window = open(keyId, time.now())
    for (const stampMs of calls.map(time.placeOf).sort((a, b) => a - b)) addStamp(window, stampMs)
  }

  return {
    take,
    giveBack(keyId, stampMs) {
      const window = windows.find(keyId)
      if (window) removeStamp(window, stampMs)
    },
    close: async () => {},
  }
}

function count(window: SlidingWindow, limit: number, nowMs: number, standstillMs: number): StampedDecision {
  dropExpired(window, nowMs)
  const accepted = window.count < limit
  if (accepted) addStamp(window, nowMs)
  // The call whose leaving makes room is not the oldest when the limit was lowered below what the window holds.
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
  return new Refusal('unavailable', 'Too many API keys are in use at this moment; try again shortly.', {
    retryAfterSeconds: 1,
  })
}
