/** What is stored of money that moved. */

/**
 * RECEIVABLE: what the lease owes, negative when prepaid. DEPOSIT: what is held for it. An entry of an invoice bears it, and a receivable
 * one also the day the invoice is due; an entry of a payment bears the payment; what a payment settles bears both. A RECEIVABLE entry
 * without an invoice is credit of the lease.
 */
export type LedgerEntry = {
  leaseId: string
  account: 'RECEIVABLE' | 'DEPOSIT'
  code: LedgerCode
  amountCents: number
  effectiveOn: string
  /** RFC 3339; now, when left out. */
  recordedAt?: string
  description: string
  invoiceId?: string | null
  paymentId?: string | null
  dueOn?: string | null
}

export type LedgerCode =
  | 'RENT'
  | 'PARKING'
  | 'PET'
  | 'UTILITY'
  | 'STORAGE'
  | 'LATE_FEE'
  | 'CONCESSION'
  | 'DEPOSIT'
  | 'OPENING_BALANCE'
  | 'OTHER'
  | 'PAYMENT'
  | 'REFUND'
