/** The quota of keys according to the settings: over all processes with Redis, or within this process without it. */
import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { Config } from './config.ts'
import type { Pools } from './database.ts'
import { recentCalls } from './platform/audit/recent-calls.ts'
import { FailoverQuota } from './platform/quota/failover.ts'
import { InProcessQuota } from './platform/quota/in-process.ts'
import type { Quota } from './platform/quota/quota.ts'
import { openRedisQuota } from './platform/quota/redis.ts'
import type { RedisLimits } from './platform/quota/redis-client.ts'

export async function openQuota(
  config: Config,
  pools: Pools,
  clock: Clock,
  logger: Logger,
  { boundMs, ...limits }: RedisLimits = {},
): Promise<{ quota: Quota; isDegraded: () => boolean }> {
  const recent = (window: string) => {
    const [organizationId, keyId] = window.split('/') as [string, string]
    return recentCalls(pools.reads.for(organizationId), keyId, clock.now())
  }
  const instance = new InProcessQuota({ clock, recentCalls: recent })
  if (config.redisUrl === undefined) return { quota: instance, isDegraded: () => false }
  const shared = await openRedisQuota({ url: config.redisUrl, keyPrefix: 'gatehouse:quota:', ...limits })
  const quota = new FailoverQuota({
    shared,
    instance,
    recentAges: async window => (await recent(window)).map(instantMs => Math.max(0, clock.now() - instantMs)),
    ...(boundMs !== undefined && { boundMs }),
    onChange: change => {
      if (change.degraded)
        logger.warn({ reason: change.reason }, 'Redis is unavailable: each process counts quotas for itself')
      else logger.info('Redis is available again: quotas apply to all processes together')
    },
  })
  return { quota, isDegraded: () => quota.degraded }
}
