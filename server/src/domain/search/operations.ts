/** The search over all records of an organization. */
import type { ConsoleOperations } from '#server/platform/context.ts'
import { numbersIn, termsOf } from '../search-words/terms.ts'
import {
  type Found,
  findLeads,
  findLeasesOf,
  findNumbered,
  findProperties,
  findResidents,
  findUnits,
} from './queries.ts'

/** For how many of the residents and units found their leases are shown as well. */
const WITH_LEASES = 3

export const search: ConsoleOperations['search'] = async ({ db, today }, { query }) => {
  const { lows, highs } = termsOf(query)
  if (lows.length === 0) return { data: [] }
  const words = [db.organizationId, lows, highs]
  const { invoice, workOrder } = numbersIn(query)
  const [numbered, residents, units, properties, leads] = await Promise.all([
    db.query(findNumbered, [db.organizationId, invoice, workOrder]),
    db.query(findResidents, [...words, today]),
    db.query(findUnits, [...words, today]),
    db.query(findProperties, words),
    db.query(findLeads, words),
  ])
  const leases = await db.query(findLeasesOf, [db.organizationId, today, first(residents), first(units)])
  return { data: [...numbered, ...properties, ...residents, ...units, ...leases, ...leads] }
}

const first = (found: Found[]) => found.slice(0, WITH_LEASES).map(({ id }) => id)
