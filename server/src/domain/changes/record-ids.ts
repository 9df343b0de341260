/** SQL that lists the IDs of all records of a type, in order. `$1` is the organization. */
import type { RecordType } from '#contract/v1/changes.ts'
import { type Statement, statement } from '#server/db/statement.ts'

/** Lists at most `$3` IDs after `$2`. */
const idsOf = (type: RecordType, table: string, condition = '') =>
  statement<{ id: string }>(
    `list_ids_of_${type}`,
    `select t.id from ${table} t where t.organization_id = $1 and t.id > $2${condition} order by t.id limit $3::int`,
  )

/** The statement for each type. Not every listed unit is in a listing. */
export const listRecordIds: Record<RecordType, Statement<{ id: string }>> = {
  property: idsOf('property', 'properties'),
  unit: idsOf('unit', 'units'),
  listing: idsOf('listing', 'units', ' and t.is_listed'),
  lease: idsOf('lease', 'leases'),
  resident: idsOf('resident', 'residents'),
  invoice: idsOf('invoice', 'invoices'),
  payment: idsOf('payment', 'payments'),
  work_order: idsOf('work_order', 'work_orders'),
  lead: idsOf('lead', 'leads'),
  owner: idsOf('owner', 'owners'),
  portfolio: idsOf('portfolio', 'portfolios'),
}
