/** The Retry-After header (RFC 9110, 10.2.3): a number of seconds, or an instant. */

/** The delay in milliseconds; undefined if the header has neither form or the instant has passed. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  // The three date formats of HTTP begin with the day of the week. Date.parse would accept many more, and reads the one that names no zone in ours.
  const isDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)
  const atMs = isDate ? Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`) : Number.NaN
  return atMs > nowMs ? atMs - nowMs : undefined
}
