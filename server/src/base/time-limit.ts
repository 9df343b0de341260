/** A limit on the total time of an operation, however many steps it has. */

type TimeLimit = {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal
  /** Ends the limit once the operation is over. */
  end(): void
}

export function startTimeLimit(limitMs: number): TimeLimit {
  const controller = new AbortController()
  // AbortSignal.timeout() would not be enough: its timer does not keep the process alive while a caller is still waiting.
  const timer = setTimeout(() => controller.abort(), limitMs)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}

/** Resolves as `promise` does, or rejects with the signal's reason if that is aborted first; a later result of `promise` is ignored. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  return outcome
}
