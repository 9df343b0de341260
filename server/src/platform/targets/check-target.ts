/** What is asked of a webhook's address when it is given: that it can be written so, and does not lead where no webhook may go. */
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import { forbiddenRange, type TargetPolicy } from './policy.ts'
import type { ResolveName } from './resolve-name.ts'
import { fieldError, readTarget, type Target } from './target.ts'

const RESOLVE_LIMIT_MS = 1_000

/** Throws a Refusal that names `target_url`. A name that has no address yet, or is slow to tell, is accepted: it is checked at each call. */
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
 * One forbidden address forbids them all: a name that leads to the internet and into a private network is either a mistake or an
 * attempt. The message does not tell the address, since names of the private network are asked of its own DNS.
 */
export function checkAddresses(policy: TargetPolicy, addresses: readonly string[]): void {
  for (const address of addresses) {
    const range = forbiddenRange(policy, address)
    if (range) throw fieldError(`leads to ${range.name}, to which nothing is sent: ${range.reason}`)
  }
}
