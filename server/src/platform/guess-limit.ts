/** How often one client address may make us look for a key that does not exist. */
import ipaddr from 'ipaddr.js'
import type { Clock } from '#server/base/clock.ts'
import { steadyClock } from './quota/steady-clock.ts'
import { addStamp, dropExpired, removeStamp, stampAt } from './quota/window.ts'
import { WindowTable } from './quota/window-table.ts'

/** How many lookups of unknown keys are allowed in any 60 seconds, per IPv4 address or IPv6 /64. */
export const GUESSES_PER_MINUTE = 300

export type GuessLimit = {
  /**
   * Counts a lookup from `address` and returns whether it may be made; if false, answer 401 without one. It counts before the lookup, not after it
   * found nothing, so that a thousand simultaneous guesses do not all see a low count.
   */
  allow(address: string): boolean
  /** Uncounts the latest lookup from `address`, because the key exists or the lookup failed. */
  forgive(address: string): void
}

/**
 * Remembers `maxAddresses` addresses. If more than that guess at once, one of them is forgotten for each new one: a flood from everywhere may then
 * guess more often, but nobody is refused because of guesses by others.
 */
export function guessLimit(options: { clock: Clock; maxAddresses?: number }): GuessLimit {
  const { clock, maxAddresses = 10_000 } = options
  const time = steadyClock(clock)
  const windows = new WindowTable(maxAddresses)

  return {
    allow(address) {
      const nowMs = time.now()
      windows.sweep(nowMs)
      const name = networkOf(address)
      let window = windows.find(name)
      if (!window) {
        if (windows.size >= maxAddresses) windows.forgetNext()
        window = windows.open(name)
      }
      dropExpired(window, nowMs)
      if (window.count >= GUESSES_PER_MINUTE) return false
      addStamp(window, nowMs)
      return true
    },
    forgive(address) {
      const window = windows.find(networkOf(address))
      if (window && window.count > 0) removeStamp(window, stampAt(window, window.count - 1))
    },
  }
}

/** The range of addresses that one client can use: an IPv4 address, even if written as IPv6, or a whole IPv6 /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}
