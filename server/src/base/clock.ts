/** The one way to ask for the time: injected at the edge, so that no test sleeps and no rule reads the wall clock. */

export type Clock = {
  /** The current instant, in milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since an arbitrary instant, by a monotonic clock. If it is absent, `now` is assumed never to be set. */
  elapsedMs?(): number
}

export const systemClock: Required<Clock> = { now: () => Date.now(), elapsedMs: () => performance.now() }
