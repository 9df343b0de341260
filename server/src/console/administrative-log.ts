/** The administrative log, as the console shows it. */
import type { listAdministrativeEntries as operation } from '#contract/console/administrative-log.ts'
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { OutputOf } from '#contract/operation.ts'
import { idFromUuid, isUuid } from '#server/base/ids.ts'
import { listAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'

export async function listAdministrativeEntries(
  { db }: Pick<Context, 'db'>,
  input: MemberInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { limit, before, ...filters } = input
  if (before !== undefined && !isUuid(before)) return { data: [], next: null }
  const rows = await listAdministration(db, { ...filters, before: before?.toLowerCase(), limit: limit + 1 })
  // For the organization itself, the log has its uuid as the subject.
  const { organizationId } = db
  const named = idFromUuid('organization', organizationId)
  const data = rows
    .slice(0, limit)
    .map(row => ({ ...row, subject: row.subject === organizationId ? named : row.subject }))
  return { data, next: rows.length > limit ? data.at(-1)!.id : null }
}
