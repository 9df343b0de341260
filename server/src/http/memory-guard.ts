/**
 * Refuses calls before memory runs out: exports, reports and uploads first, then every operation of the API and the console. If the system ends a
 * process, every call in it is lost, whereas a call that is refused can be sent again.
 */
import { totalmem } from 'node:os'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Refusal } from '#server/base/refusal.ts'

/** How full memory is: 1 means that the process, or the heap of V8 in it, uses as much as it may. */
type ReadMemory = () => number

export type MemoryGuardOptions = {
  /** The most resident memory that the process should have, in bytes. */
  limitBytes: number
  /** Tests supply their own reading, and check more often. */
  read?: ReadMemory | undefined
  everyMs?: number | undefined
}

/** At this share of the limit, large calls are refused; at the full limit, every call. */
const HIGH = 0.8
const FULL = 1
const READ_EVERY_MS = 250
/** The share of the heap's limit that counts as full. V8 ends the process at the limit, and is slow shortly before it. */
const HEAP_SHARE = 0.9
const COLLECT_EVERY_MS = 10_000
const DEFAULT_SHARE = 0.75

export class MemoryGuard {
  readonly limitBytes: number
  readonly #read: ReadMemory
  readonly #timer: NodeJS.Timeout
  #fullness = 0
  #collectedAt = Number.NEGATIVE_INFINITY

  constructor({ limitBytes, read, everyMs = READ_EVERY_MS }: MemoryGuardOptions) {
    this.limitBytes = limitBytes
    this.#read = read ?? memoryReader(limitBytes)
    this.#timer = setInterval(() => this.#measure(), everyMs).unref()
  }

  get fullness(): number {
    return this.#fullness
  }

  get isFull(): boolean {
    return this.#fullness >= FULL
  }

  /** Throws Refusal `unavailable` if there is no memory for the call. A large call is one whose reply or body may be large. */
  admit(isLarge: boolean): void {
    if (this.#fullness < (isLarge ? HIGH : FULL)) return
    const retryAfterSeconds = isLarge ? 10 : 2
    throw new Refusal('unavailable', 'The service is short of memory. Try again shortly.', { retryAfterSeconds })
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #measure(): void {
    this.#fullness = this.#read()
    // An idle process would keep its garbage and keep refusing calls because of it.
    if (!this.isFull || performance.now() - this.#collectedAt < COLLECT_EVERY_MS) return
    this.#collectedAt = performance.now()
    collectGarbage()
  }
}

/** Three quarters of the memory of the machine or container that this process runs in. */
export function defaultMemoryLimit(): number {
  return Math.floor(availableMemory() * DEFAULT_SHARE)
}

/** The memory of the machine or container that this process runs in, in bytes. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** Reads the memory of this process. Its resident memory is in a file, which cannot be opened while the process has as many files open as it may have. */
function memoryReader(limitBytes: number): ReadMemory {
  let resident = 0
  return () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    try {
      resident = process.memoryUsage.rss()
    } catch {
      // The last reading counts until the next one succeeds.
    }
    return Math.max(resident / limitBytes, used / (limit * HEAP_SHARE))
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
