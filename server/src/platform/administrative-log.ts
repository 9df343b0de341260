/** The log of what administrators and operators did: who, what, and what it was before and after. Never a secret. */
import { uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Access, OrganizationId } from '#server/db/tenant.ts'

export const insertAdministrativeEntry = statement<never>(
  'insert_administrative_entry',
  `insert into administrative_log (organization_id, id, occurred_at, actor, action, subject, before, after)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)`,
)

/** Writes one entry in the transaction of the change itself. `action` is noun and verb: `key.revoke`. */
export async function logAdministration(
  { db, actor, now }: { db: Access<OrganizationId>; actor: string; now: number },
  organizationId: string,
  action: string,
  subject: string,
  { before, after }: { before?: unknown; after?: unknown },
): Promise<void> {
  await db.query(insertAdministrativeEntry, [
    organizationId,
    uuidv7(now),
    new Date(now).toISOString(),
    actor,
    action,
    subject,
    before === undefined ? null : JSON.stringify(before),
    after === undefined ? null : JSON.stringify(after),
  ])
}
