/** Work that a process repeats for as long as it runs. */
import type { Logger } from 'pino'

/**
 * Runs `work` repeatedly, and returns the function that ends this. A failure is logged by the name `what`, and the next turn tries again. Once it has
 * ended, nothing is logged: the connections of a process that stops are closed below the work, which another process does again.
 */
export function every(intervalMs: number, work: () => Promise<unknown>, logger: Logger, what = 'upkeep'): () => void {
  let isRunning = false
  let isEnded = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch(error => isEnded || logger.warn({ err: error }, `${what} failed; it will be tried again`))
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return () => {
    isEnded = true
    clearInterval(timer)
  }
}
