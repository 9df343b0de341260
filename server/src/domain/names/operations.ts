/** The names of records, for pages that have only their IDs. */
import { MAX_NAMES } from '#contract/console/names.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { findKeyNames, findNames } from './queries.ts'

/** Lists the names of the records and API keys `ids`, which are separated by commas. Ids without a name are left out. */
export const listNames: ConsoleOperations['listNames'] = async ({ db }, { ids }) => {
  const wanted = [...new Set(ids.split(','))]
  if (wanted.length > MAX_NAMES) throw fieldError('ids', `must name at most ${MAX_NAMES} IDs`)
  const keys = wanted.filter(id => id.startsWith('key_'))
  const records = wanted.filter(id => !keys.includes(id))
  const found = await Promise.all([
    db.query(findNames, [db.organizationId, records]),
    ...(keys.length > 0 ? [db.query(findKeyNames, [db.organizationId, keys])] : []),
  ])
  return { data: found.flat() }
}

/** The names of the records, as far as they exist. */
export const namesOf = ({ db }: Context, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db.query(findNames, [db.organizationId, ids])
