/**
 * The event `records.changed` tells a subscribed copy to read on, at most once per `CHANGE_NOTICE_EVERY_MS`, however much changed. A worker looks
 * twice a second. Triggers with NOTIFY would be simpler, but every writer would then take PostgreSQL's single lock of notifications.
 */
import { CHANGE_NOTICE_EVERY_MS } from '#contract/events.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'
import type { Platform, Tenant } from '#server/db/tenant.ts'
import type { UpkeepPools } from '#server/db/upkeep-batches.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'
import { emit } from '#server/platform/events.ts'
import { cursorFrom, positionBefore, readHorizon } from './cursor.ts'
import { findIdentity } from './queries.ts'

/** Starts an organization's notices with its first subscription: only later changes are reported. */
export const beginNotices = statement<never>(
  'begin_change_notices',
  `insert into change_notices (organization_id, identity, noticed_xid) values ($1, $2, $3::text::xid8)
       on conflict do nothing`,
)

/**
 * The organizations with an active subscriber that was not notified between `$1` and `$4`, which are the interval before and after now, in which
 * something changed since; at most `$3`. A later notice was sent before the clock was set back; one that is only a little later was sent by a worker
 * whose clock is ahead of this one's. `$2` is the identity of the database: in a restored one, everything may have changed. Runs as
 * gatehouse_platform.
 */
export const listToNotify = statement<{ id: string }>(
  'list_organizations_to_notify',
  `select n.organization_id as id
     from change_notices n
    where (n.noticed_at is null or n.noticed_at <= $1 or n.noticed_at >= $4)
      and (
        n.identity <> $2
        or exists (
          select from record_changes c
           where c.organization_id = n.organization_id and c.xid >= n.noticed_xid
        )
      )
      and exists (
        select from webhook_subscriptions s
         where s.organization_id = n.organization_id and s.event = 'records.changed' and s.status = 'ACTIVE' and s.deleted_at is null
      )
    order by n.noticed_at nulls first
    limit $3::int`,
)

export const lockNotices = statement<{ identity: string; noticed_xid: string; noticed_at: string | null }>(
  'lock_change_notices',
  `select identity, noticed_xid::text as noticed_xid, noticed_at from change_notices
    where organization_id = $1 for no key update skip locked`,
)

export const updateNotices = statement<never>(
  'update_change_notices',
  `update change_notices set identity = $2, noticed_xid = $3::text::xid8, noticed_at = $4 where organization_id = $1`,
)

/** Whether something changed from the transaction `$2` on and before the horizon `$3`. */
export const findChanged = statement<{ has_changed: boolean }>(
  'find_changed',
  `select exists (
     select from record_changes c where c.organization_id = $1 and c.xid >= $2::text::xid8 and c.xid < $3::text::xid8
   ) as has_changed`,
)

/** Makes sure that the organization's notices have started; runs in the transaction that subscribes to them. */
export async function startNotices(db: Tenant): Promise<void> {
  const { identity, horizon } = await readHorizon(db)
  await db.query(beginNotices, [db.organizationId, identity, horizon])
}

/**
 * Emits `records.changed` for each organization for which it is due; `now` is in milliseconds since the epoch. Resolves with how many organizations
 * were notified.
 */
export async function emitChangeNotices({ platformWrites, writes }: UpkeepPools, now: number): Promise<number> {
  const [since, until] = [new Date(now - CHANGE_NOTICE_EVERY_MS), new Date(now + CHANGE_NOTICE_EVERY_MS)]
  const due = await platformWrites.transaction(null, async (tx: Platform) => {
    const { identity } = onlyRow(await tx.query(findIdentity, []))
    return tx.query(listToNotify, [since, identity, ORGANIZATIONS_PER_ROUND, until])
  })
  let notified = 0
  await forEachOrganization(due, async ({ id }) => {
    notified += await writes.transaction(id, async db => {
      const { identity, horizon } = await readHorizon(db)
      const [last] = await db.query(lockNotices, [id])
      // Another worker is handling it, or was faster.
      if (!last || (last.noticed_at !== null && isRecent(Date.parse(last.noticed_at), now))) return 0
      const { has_changed: hasChanged } = onlyRow(await db.query(findChanged, [id, last.noticed_xid, horizon]))
      // What changed is behind a transaction of the organization that is still running, so nobody could read it yet.
      if (last.identity === identity && !hasChanged) return 0
      const cursor = cursorFrom({ identity: last.identity, organizationId: id }, positionBefore(last.noticed_xid))
      await emit({ db, now }, 'records.changed', { cursor })
      await db.query(updateNotices, [id, identity, horizon, new Date(now)])
      return 1
    })
  })
  return notified
}

/**
 * Watches one organization without a subscription: `next` resolves with the data of `records.changed` if it is due at `now`, and with undefined
 * otherwise.
 */
export function watchChanges(db: Tenant): { next(now: number): Promise<{ cursor: string } | undefined> } {
  let from: string | undefined
  let noticedAt = Number.NEGATIVE_INFINITY
  return {
    async next(now) {
      const current = await readHorizon(db)
      const { horizon } = current
      from ??= horizon
      if (isRecent(noticedAt, now)) return undefined
      const { has_changed: hasChanged } = onlyRow(await db.query(findChanged, [db.organizationId, from, horizon]))
      if (!hasChanged) return undefined
      const cursor = cursorFrom(current, positionBefore(from))
      from = horizon
      noticedAt = now
      return { cursor }
    },
  }
}

function isRecent(noticedAt: number, now: number): boolean {
  return Math.abs(now - noticedAt) < CHANGE_NOTICE_EVERY_MS
}
