/** Waits until everything committed is on the disk, for code that shows or sends data that other transactions committed (decisions/0015). */
import { flushLog } from './transaction.ts'
import type { WritePool } from './write-pool.ts'

/** Resolves once everything that was visible when it was called is on the disk. */
export type Flush = () => Promise<void>

/** Shares flushes: callers that arrive while one flush runs share the next. */
export function openFlush(platformWrites: WritePool): Flush {
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  const run = async () => {
    next = undefined
    await platformWrites.transaction(null, async tx => void tx.query(flushLog, []))
  }
  return () => {
    if (next) return next
    next = running.then(run)
    running = next.catch(() => {})
    return next
  }
}
