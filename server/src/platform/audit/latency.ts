/** Percentiles of latencies that were counted in steps. Each step is 1.2 times the one before; the first is a tenth of a millisecond. */

const FIRST_MS = 0.1
const FACTOR = 1.2

/** The latency in milliseconds that `share` of the calls did not exceed, accurate to a tenth: the middle of its step. Null if there are no calls. */
export function percentile(steps: Readonly<Record<string, number>>, share: number): number | null {
  const counts = Object.entries(steps).map(([step, calls]) => [Number(step), calls] as const)
  counts.sort(([a], [b]) => a - b)
  const wanted = counts.reduce((sum, [, calls]) => sum + calls, 0) * share
  let seen = 0
  for (const [step, calls] of counts) {
    seen += calls
    if (seen >= wanted) return Math.round(FIRST_MS * FACTOR ** (step + 0.5) * 1_000) / 1_000
  }
  return null
}
