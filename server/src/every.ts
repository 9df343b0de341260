/** Work that a process repeats for as long as it runs. */
import type { Logger } from 'pino'

/** Runs `work` repeatedly, and returns the function that ends this. A failure is logged by the name `what`, and the next turn tries again. */
export function every(intervalMs: number, work: () => Promise<unknown>, logger: Logger, what = 'upkeep'): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch(error => logger.warn({ err: error }, `${what} failed; it will be tried again`))
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
