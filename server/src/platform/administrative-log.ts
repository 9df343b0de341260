/** The log of what members and operators did: who acted, what they did, and the fields before and after. It never holds a secret. */
import type { listAdministrativeEntries } from '#contract/console/administrative-log.ts'
import type { OutputOf } from '#contract/operation.ts'
import { LAST_UUID, pastUuidv7, uuidv7, uuidv7FloorAt } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Access, OrganizationId, Tenant } from '#server/db/tenant.ts'

export const insertAdministrativeEntry = statement<never>(
  'insert_administrative_entry',
  `insert into administrative_log (organization_id, id, occurred_at, actor, action, subject, before, after)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)`,
)

type Author = { actor: string; now: number }
type Change = { before?: unknown; after?: unknown }

/**
 * Writes one entry in the transaction of the change itself, unless the record is the same before and after. `action` is a noun and a verb, such as
 * `key.revoke`.
 */
export async function logAdministration(
  context: Author & { db: Access<string> },
  action: string,
  subject: string,
  change: Change,
): Promise<void> {
  await logAdministrationOf(context.db.organizationId, context, action, subject, change)
}

/** Writes such an entry in a transaction of no organization, such as the one that creates it. */
export async function logAdministrationOf(
  organizationId: string,
  { db, actor, now }: Author & { db: Access<OrganizationId> },
  action: string,
  subject: string,
  { before, after }: Change,
): Promise<void> {
  const was = before === undefined ? null : JSON.stringify(before)
  const is = after === undefined ? null : JSON.stringify(after)
  if (was !== null && was === is) return
  const values = [organizationId, uuidv7(now), new Date(now), actor, action, subject, was, is]
  await db.query(insertAdministrativeEntry, values)
}

/** An entry about something that happened at `at`, in milliseconds. */
export type PastEntry = { at: number; actor: string; action: string; subject: string }

export const insertPastEntries = statement<never>(
  'insert_past_administrative_entries',
  `insert into administrative_log (organization_id, id, occurred_at, actor, action, subject)
   select $1, t.id, t.occurred_at, t.actor, t.action, t.subject
     from jsonb_to_recordset($2::jsonb) as t (id uuid, occurred_at timestamptz, actor text, action text, subject text)`,
)

/** Writes what happened earlier, for generated records. */
export async function logPast(db: Tenant, entries: readonly PastEntry[]): Promise<void> {
  const rows = entries.map(({ at, ...entry }) => ({ ...entry, id: pastUuidv7(at), occurred_at: new Date(at) }))
  await db.query(insertPastEntries, [db.organizationId, JSON.stringify(rows)])
}

type AdministrativeEntry = OutputOf<typeof listAdministrativeEntries>['data'][number]

/** Entries by time. Their order alone determines the index, so an absent filter may be null here. */
export const listAdministrativeBefore = statement<AdministrativeEntry>(
  'list_administrative_before',
  `select id, occurred_at, actor, action, subject, before, after from administrative_log
    where organization_id = $1 and id < $2 and id >= $3 and ($4::text is null or action = $4) and ($5::text is null or actor = $5)
    order by id desc limit $6`,
)

type Wanted = Partial<Record<'before' | 'action' | 'actor' | 'since' | 'until', string | undefined>> & { limit: number }

/** Entries before the one with the ID `before`, from the instant `since` until before the instant `until`, newest first. */
export function listAdministration(
  db: Tenant,
  { before = LAST_UUID, action, actor, since, until, limit }: Wanted,
): Promise<AdministrativeEntry[]> {
  const end = until === undefined ? LAST_UUID : uuidv7FloorAt(until)
  return db.query(listAdministrativeBefore, [
    db.organizationId,
    before < end ? before : end,
    uuidv7FloorAt(since ?? new Date(0).toISOString()),
    action ?? null,
    actor ?? null,
    limit,
  ])
}
