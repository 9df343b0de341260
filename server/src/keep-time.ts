/** Keeps the time of a process equal to that of the database, and reports a machine whose own clock is wrong. */
import type { Logger } from 'pino'
import type { Pools } from './database.ts'
import type { DatabaseClock } from './db/database-clock.ts'
import { every } from './every.ts'

const COMPARED_EVERY_MS = 5_000
/** How far the clocks may differ before the log says so. The doctor reports a second. */
const APART_MS = 10_000

/** Compares the clock now and every few seconds. Returns the function that ends this. */
export async function keepTime(
  clock: DatabaseClock,
  { platformReads }: Pick<Pools, 'platformReads'>,
  logger: Logger,
): Promise<() => void> {
  let wasApart = false
  const compare = async () => {
    try {
      await clock.compare(platformReads)
    } catch {
      // Everything else that needs the database says so.
      return
    }
    const aheadMs = clock.machineAheadMs()
    const isApart = Math.abs(aheadMs) >= APART_MS
    if (isApart && !wasApart) logger.warn({ ahead_seconds: Math.round(aheadMs / 1_000) }, DIFFERS)
    if (wasApart && !isApart) logger.info('the clocks of this machine and of the database agree again')
    wasApart = isApart
  }
  await compare()
  return every(COMPARED_EVERY_MS, compare, logger, 'the comparison of the clocks')
}

const DIFFERS =
  'the clocks of this machine and of the database differ: the service goes by that of the database; set both with NTP'
