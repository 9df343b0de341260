/** The exact quota of all instances together, in Redis 6.2 or newer or in Valkey: one round trip per call. */
import type { Redis } from 'ioredis'
import { checkLimit, type QuotaDecision, SPAN_MS } from './quota.ts'
import { openRedisClient, type RedisLimits, whyUnavailable } from './redis-client.ts'
import { TAKE_SCRIPT } from './redis-script.ts'

type ScriptedRedis = Redis & {
  takeQuota(
    key: string,
    known: string,
    limit: number,
    spanMs: number,
    ...since: ('since' | number)[]
  ): Promise<[accepted: number, remaining: number, resetMs: number]>
}

export type SharedQuota = {
  /**
   * Counts a call as `Quota.take` does, unless Redis does not know the key, because it may have lost what it had counted. Then take the call again with
   * the ages of the calls that count, in milliseconds and oldest first.
   */
  take(keyId: string, limit: number, agesMs?: readonly number[]): Promise<QuotaDecision | 'unknown'>
  close(): Promise<void>
}

/**
 * Connects to `url` and resolves when that has succeeded or failed once; from then on it reconnects by itself. While Redis is unavailable, `take`
 * rejects immediately, and at the latest when the connection breaks: how long to wait for a silent one is up to the caller. Redis must not evict
 * these keys: with `maxmemory` set, use `noeviction`. Only tests set `spanMs` and the limits.
 */
export async function openRedisQuota(
  options: RedisLimits & { url: string; keyPrefix: string; spanMs?: number },
): Promise<SharedQuota> {
  const { url, keyPrefix, spanMs = SPAN_MS, ...limits } = options
  const client = openRedisClient(url, limits) as ScriptedRedis
  // Sends EVALSHA, and the script itself on each new connection or if Redis has lost it.
  client.defineCommand('takeQuota', { numberOfKeys: 2, lua: TAKE_SCRIPT })
  await client.connect().catch(() => {})

  return {
    async take(keyId, limit, agesMs) {
      checkLimit(limit)
      // The braces are a hash tag: on a cluster, only the key ID chooses the shard.
      const key = `${keyPrefix}{${keyId}}`
      const since = agesMs ? (['since', ...agesMs] as const) : []
      const taken = client.takeQuota(key, `${key}:known`, limit, spanMs, ...since)
      const [accepted, remaining, resetMs] = await taken.catch(error => Promise.reject(whyUnavailable(client, error)))
      if (accepted === -1) return 'unknown'
      return { accepted: accepted === 1, limit, remaining, resetMs }
    },
    async close() {
      client.disconnect()
    },
  }
}
