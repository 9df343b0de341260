/** The quota that outlives Redis: shared while Redis answers, at most the limit on each instance while it does not. */
import type { InProcessQuota } from './in-process.ts'
import type { Quota, QuotaDecision } from './quota.ts'
import { within } from './redis-client.ts'

export type FailoverQuota = Quota & {
  /** True while each instance counts for itself. */
  readonly degraded: boolean
}

export type FailoverChange = { degraded: true; reason: string } | { degraded: false }

/** A name no key id has: the probe takes a real call of it, because a Redis that answers PING may still refuse to write. */
const PROBE_KEY = 'probe'

/**
 * A call must pass the window of this instance and then the shared one. So whatever Redis does (vanish, come back empty, lose
 * its newest writes to a failover), no instance ever accepts more than the limit in 60 seconds, and a key far over its limit
 * costs no round trip. The window here holds accepted calls, each stamped just before Redis stamps it; but for calls that are
 * on their way at this moment it refuses nothing that the shared one would accept.
 *
 * No call waits for Redis longer than `boundMs`, and after the first failure none waits until a probe has succeeded.
 * `onChange` is called once at each change. Owns both quotas: `close` closes them.
 */
export function failoverQuota(options: {
  shared: Quota
  instance: InProcessQuota
  onChange: (change: FailoverChange) => void
  boundMs?: number
  probeEveryMs?: number
}): FailoverQuota {
  const { shared, instance, onChange, boundMs = 200, probeEveryMs = 500 } = options
  let degraded = false
  let closed = false
  let nextProbe: NodeJS.Timeout | undefined

  async function take(keyId: string, limit: number): Promise<QuotaDecision> {
    const own = await instance.take(keyId, limit)
    if (degraded) return own
    // Redis stamped the same calls later, by as much as it may take to answer: a caller who obeys must be welcome there too.
    if (!own.accepted) return { ...own, resetMs: own.resetMs + boundMs }
    let decision: QuotaDecision
    try {
      decision = await within(boundMs, shared.take(keyId, limit))
    } catch (error) {
      degrade(error)
      return own
    }
    if (!decision.accepted) instance.giveBack(keyId, own.stampMs)
    return decision
  }

  function degrade(error: unknown): void {
    if (closed) return
    if (!degraded) {
      degraded = true
      // The message alone: an error of Redis carries the command with its arguments, which may be the password.
      onChange({ degraded, reason: error instanceof Error ? error.message : String(error) })
    }
    nextProbe ??= setTimeout(probe, probeEveryMs).unref()
  }

  async function probe(): Promise<void> {
    nextProbe = undefined
    try {
      await within(boundMs, shared.take(PROBE_KEY, 1))
    } catch (error) {
      return degrade(error)
    }
    if (!degraded || closed) return
    degraded = false
    onChange({ degraded })
  }

  // At once, so that a Redis which is away from the start is known before the first call.
  void probe()

  return {
    take,
    get degraded() {
      return degraded
    },
    async close() {
      closed = true
      clearTimeout(nextProbe)
      await Promise.all([shared.close(), instance.close()])
    },
  }
}
