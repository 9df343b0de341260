/** The exact quota of all instances together, in Redis 6.2 or newer or in Valkey: one round trip per call. */
import type { Redis } from 'ioredis'
import { checkLimit, type Quota, SPAN_MS } from './quota.ts'
import { openRedisClient, type RedisLimits, whyUnavailable } from './redis-client.ts'
import { TAKE_SCRIPT } from './redis-script.ts'

type ScriptedRedis = Redis & {
  takeQuota(key: string, limit: number, spanMs: number): Promise<[accepted: number, remaining: number, resetMs: number]>
}

/**
 * Connects to `url` and resolves when that has succeeded or failed once; from then on it reconnects by itself. While Redis is unavailable, `take`
 * rejects immediately, and at the latest when the connection breaks: how long to wait for a silent one is up to the caller. Redis must not evict
 * these keys: with `maxmemory` set, use `noeviction`. Only tests set `spanMs` and the limits.
 */
export async function openRedisQuota(
  options: RedisLimits & { url: string; keyPrefix: string; spanMs?: number },
): Promise<Quota> {
  const { url, keyPrefix, spanMs = SPAN_MS, ...limits } = options
  const client = openRedisClient(url, limits) as ScriptedRedis
  // Sends EVALSHA, and the script itself on each new connection or if Redis has lost it.
  client.defineCommand('takeQuota', { numberOfKeys: 1, lua: TAKE_SCRIPT })
  await client.connect().catch(() => {})

  return {
    async take(keyId, limit) {
      checkLimit(limit)
      // The braces are a hash tag: on a cluster, only the key ID chooses the shard.
      const taken = client.takeQuota(`${keyPrefix}{${keyId}}`, limit, spanMs)
      const [accepted, remaining, resetMs] = await taken.catch(error => Promise.reject(whyUnavailable(client, error)))
      return { accepted: accepted === 1, limit, remaining, resetMs }
    },
    async close() {
      client.disconnect()
    },
  }
}
