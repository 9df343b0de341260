/** Keeps the checked addresses of host names for a while. Names are resolved only here, never when a connection is made. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import { addressesOf, checkAddresses } from '#server/platform/targets/check-target.ts'
import type { TargetPolicy } from '#server/platform/targets/policy.ts'
import type { ResolveName } from '#server/platform/targets/resolve-name.ts'
import type { Target } from '#server/platform/targets/target.ts'
import { nameFailure, SendFailure } from './failures.ts'

/** How long a lookup is trusted: a receiver that moves is found again within this time, and one that moves to a forbidden address is refused. */
export const PIN_MS = 30_000
const MAX_PINS = 10_000

type Pin = { atMs: number; lookUp: Promise<readonly string[]>; addresses?: readonly string[] }

type PinsOptions = { policy: TargetPolicy; resolveName: ResolveName; clock: Clock; limitMs: number }

export class Pins {
  readonly #policy: TargetPolicy
  readonly #resolveName: ResolveName
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #pins = new LRUCache<string, Pin>({ max: MAX_PINS })

  constructor({ policy, resolveName, clock, limitMs }: PinsOptions) {
    this.#policy = policy
    this.#resolveName = resolveName
    this.#clock = clock
    this.#limitMs = limitMs
  }

  /** Resolves with the addresses that may be called, best first, without a lookup if they are known. Rejects with a SendFailure, or with the signal's reason. */
  addressesOf(target: Target, signal: AbortSignal): readonly string[] | Promise<readonly string[]> {
    const nowMs = this.#clock.now()
    const known = this.#pins.get(target.host)
    if (known && Math.abs(nowMs - known.atMs) < PIN_MS) return known.addresses ?? unlessAborted(signal, known.lookUp)
    const pin: Pin = { atMs: nowMs, lookUp: this.#lookUp(target) }
    this.#pins.set(target.host, pin)
    pin.lookUp.then(
      addresses => {
        pin.addresses = addresses
      },
      () => {
        if (this.#pins.peek(target.host) === pin) this.#pins.delete(target.host)
      },
    )
    return unlessAborted(signal, pin.lookUp)
  }

  /** Moves an address that did not accept a connection to the end. */
  demote(target: Target, address: string): void {
    const pin = this.#pins.get(target.host)
    if (pin?.addresses) pin.addresses = [...pin.addresses.filter(other => other !== address), address]
  }

  /** Looks up a name. The lookup has its own time limit, because other calls may wait for it longer than the call that started it. */
  async #lookUp(target: Target): Promise<readonly string[]> {
    const limit = startTimeLimit(this.#limitMs)
    try {
      const addresses = await unlessAborted(limit.signal, addressesOf(target, this.#resolveName, limit.signal))
      if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' })
      checkAddresses(this.#policy, addresses)
      return addresses
    } catch (error) {
      if (error instanceof Refusal) throw new SendFailure('REFUSED_ADDRESS', error.message)
      throw nameFailure(error)
    } finally {
      limit.end()
    }
  }
}
