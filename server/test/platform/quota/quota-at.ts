/** An in-process quota whose clock a test moves by hand. */
import { InProcessQuota, type RecentCalls, type StampedDecision } from '#server/platform/quota/in-process.ts'
import type { QuotaDecision } from '#server/platform/quota/quota.ts'

export const START_MS = Date.UTC(2026, 0, 1)
export const noCalls: RecentCalls = async () => []

export function quotaAt(startMs: number, recentCalls: RecentCalls = noCalls, maxKeys?: number) {
  const clock = { nowMs: startMs, now: () => clock.nowMs }
  const quota = new InProcessQuota({ clock, recentCalls, ...(maxKeys === undefined ? {} : { maxKeys }) })
  return { clock, quota, take: (keyId: string, limit: number) => quota.take(keyId, limit) }
}

/** The decision as the contract words it, without the stamp. */
export async function plain(taken: StampedDecision | Promise<StampedDecision>): Promise<QuotaDecision> {
  const { stampMs: _, ...decision } = await taken
  return decision
}
