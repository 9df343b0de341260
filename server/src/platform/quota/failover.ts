/** A quota that survives an outage of Redis: it is shared while Redis answers; otherwise each instance applies the limit on its own. */
import { LRUCache } from 'lru-cache'
import { asError } from '#server/base/as-error.ts'
import type { InProcessQuota, StampedDecision } from './in-process.ts'
import type { Quota, QuotaDecision } from './quota.ts'
import type { SharedQuota } from './redis.ts'
import { within } from './redis-client.ts'

export type FailoverChange = { degraded: true; reason: string } | { degraded: false }

/** A name that no key ID has. The probe counts a real call under it, because a Redis that answers PING may still refuse to write. */
const PROBE_KEY = 'probe'
/** How many keys whose shared window is full are remembered. */
const MAX_FULL = 100_000

type FailoverOptions = {
  shared: SharedQuota
  instance: InProcessQuota
  /** The ages of the calls that count, by the audit log, which has those of every instance. In milliseconds, oldest first. */
  recentAges: (keyId: string) => Promise<readonly number[]>
  onChange: (change: FailoverChange) => void
  boundMs?: number
  probeEveryMs?: number
  /** A monotonic clock, in milliseconds. */
  elapsedMs?: () => number
}

/** A shared window that held `limit` calls, and will hold as many until `untilMs`. */
type Full = { limit: number; untilMs: number }

/**
 * A quota in which a call must pass the window of this instance and then the shared one. So whatever Redis does (vanish, come back empty, lose its
 * newest writes to a failover), no instance ever accepts more than the limit in 60 seconds, and a key far over its limit costs no round trip. The
 * window of this instance holds accepted calls, each stamped just before Redis stamps it; apart from calls that are on their way, it refuses nothing
 * that the shared one would accept.
 *
 * A Redis that does not know a key may have lost its window, so it is told which calls count before it decides. Only calls that were on their way
 * when the window was lost, and so have no line in the audit log yet, are missing.
 *
 * A key whose shared window was full stays refused for as long as Redis said, because all of these calls were made. On a busy machine, Redis may be
 * late by a moment, and a key that is over its limit, and so calls again and again, would otherwise be given that moment by each instance.
 *
 * No call waits for Redis longer than `boundMs`, and after the first failure, none waits until a probe has succeeded. `onChange` is called once at
 * each change. This quota owns the other two: `close` closes them.
 */
export class FailoverQuota implements Quota {
  readonly #shared: SharedQuota
  readonly #instance: InProcessQuota
  readonly #recentAges: (keyId: string) => Promise<readonly number[]>
  readonly #lookups = new Map<string, Promise<readonly number[]>>()
  readonly #onChange: (change: FailoverChange) => void
  readonly #boundMs: number
  readonly #probeEveryMs: number
  readonly #elapsedMs: () => number
  readonly #full = new LRUCache<string, Full>({ max: MAX_FULL })
  #isDegraded = false
  #isClosed = false
  #nextProbe: NodeJS.Timeout | undefined

  constructor({
    shared,
    instance,
    recentAges,
    onChange,
    boundMs = 200,
    probeEveryMs = 500,
    elapsedMs = () => performance.now(),
  }: FailoverOptions) {
    this.#shared = shared
    this.#instance = instance
    this.#recentAges = recentAges
    this.#onChange = onChange
    this.#boundMs = boundMs
    this.#probeEveryMs = probeEveryMs
    this.#elapsedMs = elapsedMs
    // The first probe runs immediately, so that a Redis that is unavailable from the start is noticed before the first call.
    void this.#probe()
  }

  /** True while each instance counts calls by itself. */
  get degraded(): boolean {
    return this.#isDegraded
  }

  async take(keyId: string, limit: number): Promise<QuotaDecision> {
    const own = await this.#instance.take(keyId, limit)
    if (this.#isDegraded) return this.#alone(keyId, own)
    // Redis stamped the same calls later, by as much as it may take to answer; a caller who waits as told must be accepted there too.
    if (!own.accepted) return { ...own, resetMs: own.resetMs + this.#boundMs }
    let decision = await this.#ask(keyId, limit)
    if (decision === 'unknown') decision = await this.#ask(keyId, limit, await this.#lookUp(keyId))
    if (decision === undefined || decision === 'unknown') return this.#alone(keyId, own)
    if (decision.remaining === 0) this.#full.set(keyId, { limit, untilMs: this.#elapsedMs() + decision.resetMs })
    if (!decision.accepted) this.#instance.giveBack(keyId, own.stampMs)
    return decision
  }

  /** What Redis decides; undefined if it cannot be asked. */
  async #ask(keyId: string, limit: number, agesMs?: readonly number[]): Promise<QuotaDecision | 'unknown' | undefined> {
    try {
      return await within(this.#boundMs, this.#shared.take(keyId, limit, agesMs))
    } catch (error) {
      this.#degrade(error)
      return undefined
    }
  }

  /** The ages of the calls of a key, which calls at the same time look up together. */
  #lookUp(keyId: string): Promise<readonly number[]> {
    const running = this.#lookups.get(keyId)
    if (running) return running
    const lookup = this.#recentAges(keyId).finally(() => this.#lookups.delete(keyId))
    this.#lookups.set(keyId, lookup)
    return lookup
  }

  /** What this instance decides without Redis. */
  #alone(keyId: string, own: StampedDecision): QuotaDecision {
    const full = this.#full.get(keyId)
    const { limit, stampMs } = own
    const resetMs = full && full.limit >= limit ? full.untilMs - this.#elapsedMs() : 0
    if (!own.accepted || resetMs <= 0) return own
    this.#instance.giveBack(keyId, stampMs)
    return { accepted: false, limit, remaining: 0, resetMs }
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
      await within(this.#boundMs, this.#shared.take(PROBE_KEY, 1, []))
    } catch (error) {
      this.#degrade(error)
      return
    }
    if (!this.#isDegraded || this.#isClosed) return
    this.#isDegraded = false
    this.#onChange({ degraded: false })
  }
}
