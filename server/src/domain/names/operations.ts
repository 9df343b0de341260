/** What things are called, for pages that know only their ids. */
import { MAX_NAMES } from '#contract/console/names.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { findNames } from './queries.ts'

/** `ids` has commas between them; those of nothing there are left out. */
export async function listNames(
  { db }: Context,
  { ids }: { ids: string },
): Promise<{ data: { id: string; name: string }[] }> {
  const wanted = [...new Set(ids.split(','))]
  if (wanted.length > MAX_NAMES) throw fieldError('ids', `must be at most ${MAX_NAMES} ids`)
  return { data: await db.query(findNames, [db.organizationId, wanted]) }
}
