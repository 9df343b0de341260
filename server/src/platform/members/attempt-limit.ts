/** Limits how often a secret may be guessed: attempts by name (an account, an address) in a span of time. */
import type { Clock } from '#server/base/clock.ts'
import { type Refusal, tooMany } from '#server/base/refusal.ts'
import { steadyClock } from '../quota/steady-clock.ts'

export type AttemptLimit = {
  /** Counts an attempt under each name, or refuses it if one of them had too many. A refused attempt does not count. */
  take(names: readonly string[]): void | Promise<void>
  /** Uncounts the latest attempt, because it succeeded. */
  forgive(names: readonly string[]): void | Promise<void>
}

/** How many attempts are allowed in any span, by the first word of a name. */
export type AttemptLimits = Readonly<Record<string, number>>

/** An attempt limit that answers synchronously. */
export type OwnAttemptLimit = { [Method in keyof AttemptLimit]: (names: readonly string[]) => void }

export const ATTEMPT_SPAN_MS = 15 * 60_000

export function limitOf(limits: AttemptLimits, name: string): number {
  return limits[kindOf(name)]!
}

function kindOf(name: string): string {
  return name.split(':', 1)[0]!
}

export function tooManyAttempts(waitMs: number): Refusal {
  return tooMany('Too many attempts.', waitMs)
}

/**
 * How many names of each kind are remembered. Names of one kind do not displace those of another. Otherwise a caller with many networks could make the
 * attempts of an account be forgotten, by requests that check no password.
 */
const MAX_NAMES = 50_000

/**
 * Limits attempts. `limits` gives the number of attempts in any 15 minutes for the first word of a name: for `account:dana@example.com`, the limit
 * of `account`. Of too many names of a kind, the one that was unused the longest is forgotten for a new one. Each process counts separately.
 */
export function attemptLimit({ clock, limits }: { clock: Clock; limits: AttemptLimits }): OwnAttemptLimit {
  // If the clock were set back after a member mistyped a password a few times, that member would have to wait for as long as it was set back.
  const time = steadyClock(clock)
  const kinds = new Map(Object.keys(limits).map(kind => [kind, new Map<string, number[]>()]))
  const attemptsWith = (name: string) => kinds.get(kindOf(name))!

  function recent(name: string, now: number): number[] {
    return (attemptsWith(name).get(name) ?? []).filter(at => now - at < ATTEMPT_SPAN_MS)
  }

  return {
    take(names) {
      const now = time.now()
      const counted = names.map(name => [name, recent(name, now)] as const)
      for (const [name, times] of counted) {
        const limit = limitOf(limits, name)
        if (times.length < limit) continue
        throw tooManyAttempts(times[times.length - limit]! + ATTEMPT_SPAN_MS - now)
      }
      for (const [name, times] of counted) {
        const attempts = attemptsWith(name)
        attempts.delete(name)
        attempts.set(name, [...times, now])
        if (attempts.size > MAX_NAMES) attempts.delete(attempts.keys().next().value!)
      }
    },
    forgive(names) {
      for (const name of names) {
        const attempts = attemptsWith(name)
        const times = attempts.get(name)
        if (times) attempts.set(name, times.slice(0, -1))
      }
    },
  }
}
