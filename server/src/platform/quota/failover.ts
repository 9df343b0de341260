/** A quota that survives an outage of Redis: it is shared while Redis answers; otherwise each instance applies the limit on its own. */
import { asError } from '#server/base/as-error.ts'
import type { InProcessQuota } from './in-process.ts'
import type { Quota, QuotaDecision } from './quota.ts'
import { within } from './redis-client.ts'

export type FailoverChange = { degraded: true; reason: string } | { degraded: false }

/** A name that no key ID has. The probe counts a real call under it, because a Redis that answers PING may still refuse to write. */
const PROBE_KEY = 'probe'

type FailoverOptions = {
  shared: Quota
  instance: InProcessQuota
  onChange: (change: FailoverChange) => void
  boundMs?: number
  probeEveryMs?: number
}

/**
 * A quota in which a call must pass the window of this instance and then the shared one. So whatever Redis does (vanish, come back empty, lose its
 * newest writes to a failover), no instance ever accepts more than the limit in 60 seconds, and a key far over its limit costs no round trip. The
 * window of this instance holds accepted calls, each stamped just before Redis stamps it; apart from calls that are on their way, it refuses nothing
 * that the shared one would accept.
 *
 * No call waits for Redis longer than `boundMs`, and after the first failure, none waits until a probe has succeeded. `onChange` is called once at
 * each change. This quota owns the other two: `close` closes them.
 */
export class FailoverQuota implements Quota {
  readonly #shared: Quota
  readonly #instance: InProcessQuota
  readonly #onChange: (change: FailoverChange) => void
  readonly #boundMs: number
  readonly #probeEveryMs: number
  #isDegraded = false
  #isClosed = false
  #nextProbe: NodeJS.Timeout | undefined

  constructor({ shared, instance, onChange, boundMs = 200, probeEveryMs = 500 }: FailoverOptions) {
    this.#shared = shared
    this.#instance = instance
    this.#onChange = onChange
    this.#boundMs = boundMs
    this.#probeEveryMs = probeEveryMs
    // The first probe runs immediately, so that a Redis that is unavailable from the start is noticed before the first call.
    void this.#probe()
  }

  /** True while each instance counts calls by itself. */
  get degraded(): boolean {
    return this.#isDegraded
  }

  async take(keyId: string, limit: number): Promise<QuotaDecision> {
    const own = await this.#instance.take(keyId, limit)
    if (this.#isDegraded) return own
    // Redis stamped the same calls later, by as much as it may take to answer; a caller who waits as told must be accepted there too.
    if (!own.accepted) return { ...own, resetMs: own.resetMs + this.#boundMs }
    let decision: QuotaDecision
    try {
      decision = await within(this.#boundMs, this.#shared.take(keyId, limit))
    } catch (error) {
      this.#degrade(error)
      return own
    }
    if (!decision.accepted) this.#instance.giveBack(keyId, own.stampMs)
    return decision
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#nextProbe)
    await Promise.all([this.#shared.close(), this.#instance.close()])
  }

  #degrade(error: unknown): void {
    if (this.#isClosed) return
    if (!this.#isDegraded) {
      this.#isDegraded = true
      // Only the message is passed on: an error of Redis carries the command with its arguments, which may include the password.
      this.#onChange({ degraded: true, reason: asError(error).message })
    }
    this.#nextProbe ??= setTimeout(() => this.#probe(), this.#probeEveryMs).unref()
  }

  async #probe(): Promise<void> {
    this.#nextProbe = undefined
    try {
      await within(this.#boundMs, this.#shared.take(PROBE_KEY, 1))
    } catch (error) {
      this.#degrade(error)
      return
    }
    if (!this.#isDegraded || this.#isClosed) return
    this.#isDegraded = false
    this.#onChange({ degraded: false })
  }
}
