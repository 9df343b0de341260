/** Ends a request when its caller no longer wants it, or when the service has been silent for too long. */

export type TimeLimit = {
  signal: AbortSignal
  /** Whether the service was silent for too long. */
  hasPassed(): boolean
  /** Waits for `answer` for as long as the service may be silent. */
  within<Answer>(answer: Promise<Answer>): Promise<Answer>
  /** Stops listening to the caller's signal. */
  end(): void
}

/** A limit on silence. Only the time spent in `within` counts, so a caller may take as long as it wants between two pieces of a response. */
export function timeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController()
  const abort = () => controller.abort(outer?.reason)
  let hasPassed = false
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    async within(answer) {
      const stop = () => {
        hasPassed = true
        controller.abort()
      }
      const timer = Number.isFinite(ms) ? setTimeout(stop, ms) : undefined
      try {
        return await answer
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => outer?.removeEventListener('abort', abort),
  }
}
