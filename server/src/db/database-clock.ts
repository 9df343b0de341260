/**
 * The clock of the database, by which every process goes. Processes compare their times through the database: claims, due times, the day of an
 * organization. If they went by the clocks of their machines, a worker six minutes ahead would take over what another one is sending.
 */
import { type Clock, systemClock } from '#server/base/clock.ts'
import { onlyRow } from './only-row.ts'
import { onOwnSession } from './own-connection.ts'
import type { ReadPool } from './read-pool.ts'
import type { DatabaseConnection } from './session.ts'
import { statement } from './statement.ts'

export const readClock = statement<{ ms: number }>(
  'read_clock',
  'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
)

/** The time of the database, for a command that asks once. */
export async function timeOf(connection: DatabaseConnection): Promise<number> {
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  return onOwnSession(connection, { role: 'none', readOnly: true, ...limits }, async client => {
    const { rows } = await client.query<{ ms: number }>(readClock.text)
    return Math.round(onlyRow(rows).ms)
  })
}

const LIMIT_MS = 30_000

export type DatabaseClock = Clock & {
  /** Asks the database for the time. Until the first answer, the time is that of the machine; in between, it goes on by a monotonic clock. */
  compare(platformReads: Pick<ReadPool, 'query'>): Promise<void>
  /** How far the clock of this machine is ahead of that of the database; negative if it is behind. */
  machineAheadMs(): number
}

/** A difference this small, apart from how long the answer took, does not move the clock. */
const SLACK_MS = 20

export function openDatabaseClock(machine: Required<Clock> = systemClock): DatabaseClock {
  const elapsedMs = () => machine.elapsedMs()
  let isCompared = false
  /** What the clock showed when `elapsedMs` was 0. */
  let originMs = machine.now() - elapsedMs()
  const now = () => Math.round(originMs + elapsedMs())
  return {
    now,
    elapsedMs,
    machineAheadMs: () => machine.now() - now(),
    async compare(platformReads) {
      const before = elapsedMs()
      const { ms } = onlyRow(await platformReads.query(null, readClock, []))
      const after = elapsedMs()
      // The database looked at its clock at some instant in between.
      const measured = ms - (before + after) / 2
      const doubtMs = (after - before) / 2 + SLACK_MS
      if (isCompared && Math.abs(measured - originMs) <= doubtMs) return
      originMs = measured
      isCompared = true
    },
  }
}
