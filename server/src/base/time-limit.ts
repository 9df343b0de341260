/** A limit on how long something may take as a whole, however many steps it has. */

export type TimeLimit = {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** The time no longer matters. */
  end(): void
}

export function startTimeLimit(limitMs: number): TimeLimit {
  const controller = new AbortController()
  // AbortSignal.timeout() will not do: its timer lets the process end while somebody still waits.
  const timer = setTimeout(() => controller.abort(), limitMs)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}

/** Rejects with the signal's reason when it is aborted first; what comes of `promise` afterwards is ignored. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  return outcome
}
