/** The columns by which invoices can be sorted. `$1` is the organization. */
import type { listInvoices } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { INVOICE_STATUSES } from '#contract/v1/invoices.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { placeOf } from '../ledger/place-names.ts'
import { residentOnLeaseOf } from '../ledger/walks.ts'

export type InvoiceSort = ColumnOf<typeof listInvoices>

/** The amount left to pay on the invoice `i`. */
export const BALANCE = `case when i.status in ('DRAFT', 'VOID') then 0 else i.total_cents - i.paid_cents end`

const INVOICE = 'join invoices i on i.organization_id = $1 and i.id = matching.id'

export const invoiceSorts: Record<InvoiceSort, SortDefinition> = {
  number: { by: ['i.number'], joins: INVOICE, known: 1 },
  status: { by: [placeIn(INVOICE_STATUSES, 'i.status')], joins: INVOICE, known: 1 },
  resident_name: {
    by: ['resident.full_name collate "C"'],
    joins: `${INVOICE}
     ${residentOnLeaseOf('i')}`,
  },
  property_name: {
    by: ['place.name', 'u.label'],
    joins: `${INVOICE}
     ${placeOf('i')}`,
    known: 2,
  },
  issue_date: { by: ['matching.issue_date'], known: 1 },
  // As the index has it: 0.1.0 would find overdue invoices in an index by the column itself (migration 0410).
  due_date: { by: ['i.due_date + 0'], joins: INVOICE, known: 1 },
  total_cents: { by: ['i.total_cents'], joins: INVOICE, known: 1 },
  balance_cents: { by: [BALANCE], joins: INVOICE, known: 1 },
}
