/** The checked addresses of names, each remembered for a while: what a name led to is decided here, and never by whoever connects. */
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import { addressesOf, checkAddresses } from '#server/platform/targets/check-target.ts'
import type { TargetPolicy } from '#server/platform/targets/policy.ts'
import type { ResolveName } from '#server/platform/targets/resolve-name.ts'
import type { Target } from '#server/platform/targets/target.ts'
import { nameFailure, SendFailure } from './failures.ts'

/** For how long a name is believed: a receiver that moves is found that soon, and one that turns on us is refused that soon. */
export const PIN_MS = 30_000
const MAX_PINS = 10_000

export type Pins = {
  /** Those that may be called, the best first, at once when they are known; rejects with a SendFailure, or with the signal's reason. */
  addressesOf(target: Target, signal: AbortSignal): readonly string[] | Promise<readonly string[]>
  /** The address did not take a connection: the others come first. */
  demote(target: Target, address: string): void
}

type Pin = { atMs: number; looking: Promise<readonly string[]>; addresses?: readonly string[] }

export function openPins(options: {
  policy: TargetPolicy
  resolveName: ResolveName
  clock: Clock
  limitMs: number
}): Pins {
  const { policy, resolveName, clock, limitMs } = options
  const pins = new Map<string, Pin>()

  return {
    addressesOf(target, signal) {
      const nowMs = clock.now()
      const known = pins.get(target.host)
      if (known && Math.abs(nowMs - known.atMs) < PIN_MS) return known.addresses ?? unlessAborted(signal, known.looking)
      const pin: Pin = { atMs: nowMs, looking: look(target) }
      remember(target.host, pin)
      pin.looking.then(
        addresses => {
          pin.addresses = addresses
        },
        () => {
          if (pins.get(target.host) === pin) pins.delete(target.host)
        },
      )
      return unlessAborted(signal, pin.looking)
    },
    demote(target, address) {
      const pin = pins.get(target.host)
      if (pin?.addresses) pin.addresses = [...pin.addresses.filter(other => other !== address), address]
    },
  }

  /** Under a limit of its own: whoever asks for the same name meanwhile waits for it too, and longer than who asked first. */
  async function look(target: Target): Promise<readonly string[]> {
    const limit = startTimeLimit(limitMs)
    try {
      const addresses = await unlessAborted(limit.signal, addressesOf(target, resolveName, limit.signal))
      if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' })
      checkAddresses(policy, addresses)
      return addresses
    } catch (error) {
      if (error instanceof Refusal) throw new SendFailure('REFUSED_ADDRESS', error.message)
      throw nameFailure(error)
    } finally {
      limit.end()
    }
  }

  function remember(host: string, pin: Pin): void {
    pins.delete(host)
    const [oldest] = pins.keys()
    if (pins.size >= MAX_PINS && oldest !== undefined) pins.delete(oldest)
    pins.set(host, pin)
  }
}
