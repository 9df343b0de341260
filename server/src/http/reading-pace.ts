/** Cuts off a caller who takes a streamed reply too slowly, however steadily: it holds a database connection and its place meanwhile. */

export type MinimumPace = {
  /** What must be taken, in characters of the reply, of every stretch of `ms` in which the caller was waited for. */
  length: number
  ms: number
}

/** Gives `texts` on and calls `onTooSlow` once if they are taken too slowly. Time that the service itself takes does not count. */
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
    let timer = setTimeout(judge, ms - waitedMs)
    try {
      yield text
    } finally {
      clearTimeout(timer)
    }
    waitedMs += performance.now() - began
    taken += text.length
  }
}
