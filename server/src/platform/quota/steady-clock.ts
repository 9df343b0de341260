/** A clock that never runs backward, whatever the underlying clock does, because a window must never count a call as older than it is. */
import type { Clock } from '#server/base/clock.ts'
import { SPAN_MS } from './quota.ts'

export type SteadyClock = Clock & {
  /** How long the last reported time will stand still until the underlying clock has caught up with it. */
  standstillMs(): number
  /**
   * The time by this clock for an instant of the underlying clock, such as one read from a log: never later than now, and if in doubt too late rather
   * than too early.
   */
  timeOf(instantMs: number): number
}

/**
 * Makes the clock. If there is a monotonic clock, it provides the time: if the other one were set ahead, every window would end at once,
 * which would grant a second quota.
 */
export function steadyClock(clock: Clock): SteadyClock {
  const { elapsedMs } = clock
  if (!elapsedMs) return patientClock(clock)
  const now = () => Math.floor(elapsedMs())
  return {
    now,
    standstillMs: () => 0,
    timeOf: instantMs => Math.min(now(), instantMs + (now() - clock.now())),
  }
}

/**
 * Makes a clock from one that may be set. After a small step back, time stands still until the underlying clock has caught up; if it went on
 * immediately, a clock that jitters would make it run faster than real time. After a step of more than a span it continues from where it was, so that
 * no key waits for hours.
 */
function patientClock(clock: Clock): SteadyClock {
  let beneathMs = 0
  let shiftMs = 0
  let nowMs = -Infinity
  return {
    now() {
      beneathMs = clock.now()
      if (nowMs - (beneathMs + shiftMs) > SPAN_MS) shiftMs = nowMs - beneathMs
      nowMs = Math.max(nowMs, beneathMs + shiftMs)
      return nowMs
    },
    standstillMs: () => nowMs - (beneathMs + shiftMs),
    timeOf: instantMs => Math.min(nowMs, instantMs + (nowMs - beneathMs)),
  }
}
