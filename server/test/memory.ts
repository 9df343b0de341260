/** The memory that this process really holds, for tests of memory. Without a collection first, a random amount of garbage would count as well. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap in use and the memory outside of it, such as buffers, in MB, after all garbage was collected. */
export function heldMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Collects garbage twice, because the buffers that one collection finds unused are freed in the background, and the next one waits for that. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
}

/** Collects what a run of the service would collect soon: young objects only. */
export function collectYoung(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  collect({ type: 'minor' })
}
