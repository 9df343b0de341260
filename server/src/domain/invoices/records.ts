/** What is stored of an invoice. */
import type { ChargeCode } from '#contract/v1/invoices.ts'

export type InvoiceLine = {
  charge_code: ChargeCode
  description: string
  /** Above 0; of a CONCESSION below. */
  amount_cents: number
}

/** As it is made; what is paid of it is kept by the ledger. Either every line is a DEPOSIT or none is. */
export type InvoiceRecord = {
  id: string
  leaseId: string
  propertyId: string
  unitId: string
  residentId: string | null
  isDraft: boolean
  issueDate: string
  dueDate: string
  periodStart: string | null
  periodEnd: string | null
  /** The first day of the month whose recurring charges it bills; null for any other invoice. */
  recurringMonth: string | null
  lines: readonly InvoiceLine[]
  externalId: string | null
  /** RFC 3339; now, when left out. */
  createdAt?: string
}
