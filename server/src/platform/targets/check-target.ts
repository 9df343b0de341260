/** Checks a webhook's URL when it is entered: it must be valid and must not lead to an address that webhooks may not call. */
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import { forbiddenRange, type TargetPolicy } from './policy.ts'
import type { ResolveName } from './resolve-name.ts'
import { fieldError, readTarget, type Target } from './target.ts'

const RESOLVE_LIMIT_MS = 1_000

/**
 * Throws a Refusal that names `target_url`. A name that has no address yet, or whose name server is slow, is accepted, because it is checked at
 * each call.
 */
export async function checkTarget(
  url: string,
  options: { policy: TargetPolicy; resolveName: ResolveName; limitMs?: number },
): Promise<void> {
  const { policy, resolveName, limitMs = RESOLVE_LIMIT_MS } = options
  const target = readTarget(url, policy)
  const limit = startTimeLimit(limitMs)
  try {
    const found = unlessAborted(limit.signal, addressesOf(target, resolveName, limit.signal))
    checkAddresses(policy, await found.catch(() => []))
  } finally {
    limit.end()
  }
}

export async function addressesOf(
  { host, isAddress }: Target,
  resolveName: ResolveName,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return isAddress ? [host] : resolveName(host, signal)
}

/**
 * Refuses a name if one of its addresses is forbidden: a name that leads both to the internet and into a private network is either a mistake or an
 * attack. The message does not contain the address, since names of a private network are resolved by that network's own DNS.
 */
export function checkAddresses(policy: TargetPolicy, addresses: readonly string[]): void {
  for (const address of addresses) {
    const range = forbiddenRange(policy, address)
    if (range) throw fieldError(`points to ${range.name}, which webhooks must not call: ${range.reason}`)
  }
}
