/** Limits long work to one run at a time per organization, across all processes. */
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/base/refusal.ts'
import { statement } from '#server/db/statement.ts'
import type { Tenant } from '#server/db/tenant.ts'

type Work = 'import' | 'export'

export const tryLockWork = statement<{ is_free: boolean }>(
  'try_lock_work',
  `select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || ' ' || $2::text, 0)) as is_free`,
)

/** PostgreSQL ends a transaction whose client has gone within a tenth of a second or a little more, so the lock is tried for a second. */
const TRIES = 11
const TRY_AGAIN_AFTER_MS = 100

/** Locks the work until the transaction ends; refuses if another transaction keeps the lock. Called while the transaction holds no other lock. */
export async function lockWork({ db }: { db: Tenant }, work: Work): Promise<void> {
  for (let tries = 1; ; tries++) {
    const [lock] = await db.query(tryLockWork, [db.organizationId, work])
    if (lock?.is_free) return
    if (tries === TRIES) throw alreadyRunning(work)
    await pause(TRY_AGAIN_AFTER_MS)
  }
}

export function alreadyRunning(work: Work): Refusal {
  // A page shows this until the work is tried again, when the other may have ended.
  const message = `Another ${work} was running in this organization. Wait until it is done, and try again.`
  return new Refusal('conflict', message, { retryAfterSeconds: 5 })
}
