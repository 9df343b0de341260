/** Whether a process can serve, which load balancers ask. */
import type { Pools } from './database.ts'
import { statement } from './db/statement.ts'
import type { MemoryGuard } from './http/memory-guard.ts'

export type Readiness = { isDraining: boolean }

/** Whether the database answers, and whether it is a standby, which accepts no writes and so no audit line. */
export const ping = statement<{ isStandby: boolean }>('ping', 'select pg_is_in_recovery() as "isStandby"')

/** Why this process should get no calls now; undefined if it can serve. */
export async function whyNotReady(
  { isDraining }: Readiness,
  { platformReads }: Pools,
  memory?: MemoryGuard,
): Promise<string | undefined> {
  if (isDraining) return 'The service is stopping.'
  if (memory?.isFull) return 'The service is short of memory.'
  return platformReads.query(null, ping, []).then(
    ([database]) => (database?.isStandby ? 'The database is a standby, which accepts no writes.' : undefined),
    () => 'The database cannot be reached.',
  )
}
