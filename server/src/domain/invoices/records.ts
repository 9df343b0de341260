/** Invoices as they are stored and read. Fields are named as in SQL and JSON. */
import type { Static } from 'typebox'
import type { Invoice } from '#contract/v1/invoices.ts'

export type InvoiceRow = Static<typeof Invoice>

/** What an import compares with a charge of another system that has already been stored. */
export type KnownInvoice = Pick<InvoiceRow, 'invoice_id' | 'status' | 'total_cents' | 'issue_date'> & {
  external_id: string
}

/** One charge. The amount is above 0, except for a CONCESSION, whose amount is below 0. */
export type InvoiceLine = InvoiceRow['lines'][number]

/** A new invoice as it is stored; the ledger keeps what is paid of it. Either all lines are DEPOSIT lines or none is. */
export type InvoiceRecord = Pick<
  InvoiceRow,
  | 'invoice_id'
  | 'lease_id'
  | 'property_id'
  | 'unit_id'
  | 'resident_id'
  | 'issue_date'
  | 'due_date'
  | 'period_start'
  | 'period_end'
  | 'external_id'
> & {
  is_draft: boolean
  /** The first day of the month whose recurring charges this invoice bills; null for any other invoice. */
  recurring_month: string | null
  lines: readonly InvoiceLine[]
  /** RFC 3339; now if left out. */
  created_at?: string
}
