/** The headers that tell a caller how much of its quota is left. */
import { type QuotaDecision, SPAN_MS } from './quota.ts'

/** The headers of every reply to a known key; only a refusal has `Retry-After`. All times are rounded up, so that none is too early. */
export function quotaHeaders(decision: QuotaDecision, nowMs: number): Record<string, string> {
  const { accepted, limit, remaining, resetMs } = decision
  const resetSeconds = Math.ceil(resetMs / 1000)
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${SPAN_MS / 1000}`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((nowMs + resetMs) / 1000)),
    ...(accepted ? {} : { 'Retry-After': String(resetSeconds) }),
  }
}
