/** What people order invoices by. `$1` is the organization. */
import type { listInvoices } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { INVOICE_STATUSES } from '#contract/v1/invoices.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'

export type InvoiceSort = ColumnOf<typeof listInvoices>

/** What is left to pay of the invoice `i`. */
export const BALANCE = `case when i.status in ('DRAFT', 'VOID') then 0 else i.total_cents - i.paid_cents end`

const INVOICE = 'join invoices i on i.organization_id = $1 and i.id = matching.id'

export const invoiceSorts: Record<InvoiceSort, SortDefinition> = {
  number: { by: ['i.number'], joins: INVOICE, known: 1 },
  status: { by: [placeIn(INVOICE_STATUSES, 'i.status')], joins: INVOICE, known: 1 },
  resident_name: {
    by: [`trim(r.first_name || ' ' || r.last_name)`],
    joins: `${INVOICE}
      left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = i.lease_id and lr.is_primary
      left join residents r on r.organization_id = $1 and r.id = coalesce(i.resident_id, lr.resident_id)`,
  },
  property_name: {
    by: ['p.name', 'u.label'],
    joins: `${INVOICE}
      join properties p on p.organization_id = $1 and p.id = i.property_id
      join units u on u.organization_id = $1 and u.id = i.unit_id`,
    known: 2,
  },
  issue_date: { by: ['matching.issue_date'], known: 1 },
  due_date: { by: ['i.due_date'], joins: INVOICE, known: 1 },
  total_cents: { by: ['i.total_cents'], joins: INVOICE, known: 1 },
  balance_cents: { by: [BALANCE], joins: INVOICE, known: 1 },
}
