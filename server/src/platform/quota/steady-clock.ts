/** A clock that never runs backward, whatever the underlying clock does, because a window must never count a call as older than it is. */
import type { Clock } from '#server/base/clock.ts'
import { SPAN_MS } from './quota.ts'

export type SteadyClock = Clock & {
  /** How long the last reported time will stand still until the underlying clock has caught up with it. */
  standstillMs(): number
  /**
   * Where an instant of the underlying clock, such as one read from a log, lies in this time: never later than now, and rather too late than too
   * early.
   */
  placeOf(instantMs: number): number
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
    placeOf: instantMs => Math.min(now(), instantMs + (now() - clock.now())),
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
    placeOf: instantMs => Math.min(nowMs, instantMs + (nowMs - beneathMs)),
  }
}
