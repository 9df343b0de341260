/** Work that a process repeats for as long as it runs. */
import type { Logger } from 'pino'

/** Runs `work` repeatedly, and returns the function that ends this. A failure is logged, and the next turn tries again. */
export function every(intervalMs: number, work: () => Promise<unknown>, logger: Logger): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch(error => logger.warn({ err: error }, 'upkeep failed; it will be tried again'))
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
