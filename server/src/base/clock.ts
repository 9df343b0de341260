/** The one way to ask for the time: injected at the edge, so that no test sleeps and no rule reads the wall clock. */
export type Clock = {
  /** The current instant, milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
