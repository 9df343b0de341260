/** Processor priority on this machine: streams and imports give way to calls. */
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * How much the priority of streams and imports is lowered. Linux then gives them about a third of the weight of calls. During an import, calls of
 * another organization took 17 ms at the 95th percentile with 5, 22 and 31 ms with 0, and 25 ms with 10: single runs on a busy machine of 2 cores.
 */
const NICENESS = 5

/** Lowers the priority of the thread that calls it. Linux gives each thread its own; on other systems this would slow down the whole service. */
export function lowerOwnPriority(): void {
  if (process.platform === 'linux') setPriority(lowered(0))
}

/** Lowers the priority of another process, in its session as well. Throws if this user may not. */
export function lowerPriorityOf(pid: number): void {
  setPriority(pid, lowered(pid))
  // Where Linux schedules by session, a process competes with its session's priority, and each server process of PostgreSQL is a session of its own.
  writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
}

const lowered = (pid: number) => Math.min(constants.priority.PRIORITY_LOW, getPriority(pid) + NICENESS)
