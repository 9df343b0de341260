/** SQL that lists the ids of all records of a kind, in order. `$1` is the organization. */
import type { RecordType } from '#contract/v1/changes.ts'
import { type Statement, statement } from '#server/db/statement.ts'

/** Lists at most `$3` ids after `$2`. */
const idsOf = (type: RecordType, table: string, condition = '') =>
  statement<{ id: string }>(
    `list_ids_of_${type}`,
    `select t.id from ${table} t where t.organization_id = $1 and t.id > $2${condition} order by t.id limit $3::int`,
  )

export const listPropertyRecordIds = idsOf('property', 'properties')
export const listUnitRecordIds = idsOf('unit', 'units')
export const listListedUnitRecordIds = idsOf('listing', 'units', ' and t.is_listed')
export const listLeaseRecordIds = idsOf('lease', 'leases')
export const listResidentRecordIds = idsOf('resident', 'residents')
export const listInvoiceRecordIds = idsOf('invoice', 'invoices')
export const listPaymentRecordIds = idsOf('payment', 'payments')
export const listWorkOrderRecordIds = idsOf('work_order', 'work_orders')
export const listLeadRecordIds = idsOf('lead', 'leads')
export const listOwnerRecordIds = idsOf('owner', 'owners')
export const listPortfolioRecordIds = idsOf('portfolio', 'portfolios')

/** The statement for each kind. Not every listed unit is in a listing. */
export const listRecordIds: Record<RecordType, Statement<{ id: string }>> = {
  property: listPropertyRecordIds,
  unit: listUnitRecordIds,
  listing: listListedUnitRecordIds,
  lease: listLeaseRecordIds,
  resident: listResidentRecordIds,
  invoice: listInvoiceRecordIds,
  payment: listPaymentRecordIds,
  work_order: listWorkOrderRecordIds,
  lead: listLeadRecordIds,
  owner: listOwnerRecordIds,
  portfolio: listPortfolioRecordIds,
}
