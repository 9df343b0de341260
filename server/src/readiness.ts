/** Whether a process can serve, which load balancers ask. */
import type { Pools } from './database.ts'
import { isRefused } from './db/explain.ts'
import type { ReadPool } from './db/read-pool.ts'
import { statement } from './db/statement.ts'
import type { MemoryGuard } from './http/memory-guard.ts'

export type Readiness = { isDraining: boolean }

/** Whether the database answers, and whether it is a standby, which accepts no writes and so no audit line. */
export const ping = statement<{ isStandby: boolean }>('ping', 'select pg_is_in_recovery() as "isStandby"')

/** Why this process should get no calls now; undefined if it can serve. */
export async function whyNotReady(
  { isDraining }: Readiness,
  { reads, platformReads }: Pools,
  memory?: MemoryGuard,
): Promise<string | undefined> {
  if (isDraining) return 'The service is stopping.'
  if (memory?.isFull) return 'The service is short of memory.'
  return platformReads.query(null, ping, []).then(
    ([database]) => (database?.isStandby ? 'The database is a standby, which accepts no writes.' : whyNoReads(reads)),
    error => whyNoReads(platformReads) ?? whyNoReads(reads) ?? describe(error),
  )
}

/** Why calls cannot read although the database answers another login, or with another role. This asks nothing: calls take turns for these connections. */
function whyNoReads({ failure }: ReadPool): string | undefined {
  return failure && describe(failure)
}

/** What PostgreSQL says about its logins and roles is for the log, because anyone may ask for this. */
function describe(error: unknown): string {
  return isRefused(error)
    ? 'PostgreSQL refuses a connection that calls need. The log says why.'
    : 'The database cannot be reached.'
}
