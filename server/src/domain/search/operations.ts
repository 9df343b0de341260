/** The search over all records of an organization. */
import type { ConsoleOperations } from '#server/platform/context.ts'
import { numbersIn, referencesIn, termsOf } from '../search-words/terms.ts'
import {
  type Found,
  findGroups,
  findLeads,
  findLeasesOf,
  findNumbered,
  findPayments,
  findProperties,
  findResidents,
  findUnits,
  findVendors,
  findWorkOrders,
} from './queries.ts'

/** For how many of the residents and units found their leases are shown as well. */
const WITH_LEASES = 3

export const search: ConsoleOperations['search'] = async ({ db, today }, { query }) => {
  const terms = termsOf(query)
  if (terms.length === 0) return { data: [] }
  const words = [db.organizationId, terms]
  const { invoice, workOrder } = numbersIn(query)
  const [numbered, payments, residents, units, properties, leads, workOrders, vendors, groups] = await Promise.all([
    db.query(findNumbered, [db.organizationId, invoice, workOrder]),
    db.query(findPayments, [db.organizationId, referencesIn(query)]),
    db.query(findResidents, [...words, today]),
    db.query(findUnits, [...words, today]),
    db.query(findProperties, words),
    db.query(findLeads, words),
    db.query(findWorkOrders, [...words, workOrder]),
    db.query(findVendors, words),
    db.query(findGroups, words),
  ])
  const leases = await db.query(findLeasesOf, [db.organizationId, today, firstIds(residents), firstIds(units)])
  const people = [...residents, ...units, ...leases, ...leads]
  return { data: [...numbered, ...payments, ...properties, ...people, ...workOrders, ...vendors, ...groups] }
}

const firstIds = (found: Found[]) => found.slice(0, WITH_LEASES).map(({ id }) => id)
