/** The administrative log, as the console shows it. */
import type { listAdministrativeEntries as operation } from '#contract/console/administrative-log.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { listAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'

export async function listAdministrativeEntries(
  { db }: Pick<Context, 'db'>,
  input: Omit<InputOf<typeof operation>, 'organization_id'>,
): Promise<OutputOf<typeof operation>> {
  const { limit, before, action, actor, since } = input
  const isUuid = before === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(before)
  if (!isUuid) return { data: [], next: null }
  const rows = await listAdministration(db, { before, action, actor, since, limit: limit + 1 })
  // For the organization itself, the log has its uuid as the subject.
  const { organizationId } = db
  const named = idFromUuid('organization', organizationId)
  const data = rows
    .slice(0, limit)
    .map(row => ({ ...row, subject: row.subject === organizationId ? named : row.subject }))
  return { data, next: rows.length > limit ? (data.at(-1)?.id as string) : null }
}
