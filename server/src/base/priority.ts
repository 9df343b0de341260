/** Processor priority on this machine: streams, imports and V8's helpers give way to calls. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * How much the priority of streams and imports is lowered. Linux then gives them about a third of the weight of calls. During an import, calls of
 * another organization took 17 ms at the 95th percentile with 5, 22 and 31 ms with 0, and 25 ms with 10: single runs on a busy machine of 2 cores.
 */
const NICENESS = 5
/** How V8 names the threads that collect garbage and optimize code while the program runs. */
const HELPER = 'V8Worker'

/** Lowers the priority of the thread that calls it. Linux gives each thread its own; on other systems this would slow down the whole service. */
export function lowerOwnPriority(): void {
  if (process.platform === 'linux') setPriority(lowered(0))
}

/**
 * Lowers the priority of V8's helper threads. The objects of an export or a rent roll give them so much to do that on 2 cores the event loop waited
 * behind them for 1.2 ms during a call of another organization, and for 5.1 ms during the slowest seventh of these calls; at the lower priority 0.3 and
 * 1.1 ms, measured side by side.
 */
export function lowerHelpersPriority(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === HELPER)
        setPriority(Number(thread), lowered(Number(thread)))
    } catch {
      // The thread has ended in the meantime.
    }
  }
}

/** Lowers the priority of another process, in its session as well. Throws if this user may not. */
export function lowerPriorityOf(pid: number): void {
  setPriority(pid, lowered(pid))
  // Where Linux schedules by session, a process competes with its session's priority, and each server process of PostgreSQL is a session of its own.
  writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
}

const lowered = (pid: number) => Math.min(constants.priority.PRIORITY_LOW, getPriority(pid) + NICENESS)
