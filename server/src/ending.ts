/** What a process has opened, and the order in which it ends. */
import type { Logger } from 'pino'

export type Close = () => unknown

export type Ending = {
  /** Functions that stop what takes new work. All of them are called at once, and each lets the work in progress finish within its own limit. */
  takers: Close[]
  /** Functions that close what work needs. They are called one after another, the newest first, once nothing takes new work. */
  closers: Close[]
  /** Calls each of the functions once; one that fails is logged and keeps none of the others from being called. */
  stop(): Promise<void>
}

/**
 * Takers stop at once because their limits, of 15 to 30 s, would otherwise add up to more than the minute after which systemd kills a process, and
 * because a worker would begin deliveries and e-mails while calls are still being answered.
 */
export function openEnding(logger: Logger): Ending {
  const takers: Close[] = []
  const closers: Close[] = []
  const end = async (close: Close) => {
    try {
      await close()
    } catch (error) {
      logger.warn({ err: error }, 'not everything was written before the end')
    }
  }
  return {
    takers,
    closers,
    async stop() {
      await Promise.all(takers.splice(0).map(end))
      for (const close of closers.splice(0).reverse()) await end(close)
    },
  }
}
