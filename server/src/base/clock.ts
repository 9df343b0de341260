/** The one way to ask for the time: injected at the edge, so that no test sleeps and no rule reads the wall clock. */
export type Clock = {
  /** The current instant, in milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since any one instant, by a clock that nobody sets. Without it, `now` is taken to be set by nobody. */
  elapsedMs?(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() }
