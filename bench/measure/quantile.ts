/** Quantiles of what was measured. */

/** The value below which `share` of the values are; 1 is the largest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
