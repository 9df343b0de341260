/** Disconnects a caller who reads a streamed reply too slowly, even if steadily, because the reply holds a database connection in the meantime. */

export type MinimumPace = {
  /** How many characters of the reply the caller must read in every `ms` milliseconds during which the service waited for it. */
  length: number
  ms: number
}

/** Yields the strings of `texts`, and calls `onTooSlow` once if they are read too slowly. Time that the service itself needs does not count. */
export async function* atPace(
  texts: AsyncIterable<string>,
  { length, ms }: MinimumPace,
  onTooSlow: () => void,
): AsyncGenerator<string, void> {
  let waitedMs = 0
  let taken = 0
  for await (const text of texts) {
    let began = performance.now()
    const judge = () => {
      if (taken < length) return onTooSlow()
      taken = 0
      waitedMs = 0
      began = performance.now()
      timer = setTimeout(judge, ms)
    }
    // On a busy machine the caller may read on just after the time was up and before the timer had its turn.
    let timer = setTimeout(judge, Math.max(0, ms - waitedMs))
    try {
      yield text
    } finally {
      clearTimeout(timer)
    }
    waitedMs += performance.now() - began
    taken += text.length
  }
}
