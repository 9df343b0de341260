/** What is stored of money that moved, and what is read of it to move more. */
import type { ChargeCode } from '#contract/v1/invoices.ts'

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

export type LedgerCode = ChargeCode | 'PAYMENT' | 'REFUND'

/** Cents that come in force on a day, or leave it when negative. */
export type Change = { on: string; cents: number }

/** A lease whose money is locked until the transaction is over. */
export type LockedLease = {
  id: string
  propertyId: string
  unitId: string
  /** Its primary resident. */
  residentId: string | null
}

/** An issued invoice that is not paid in full. */
export type OpenInvoice = {
  id: string
  leaseId: string
  number: number
  issueDate: string
  dueDate: string
  isDeposit: boolean
  totalCents: number
  balanceCents: number
  /** Whether it was paid in full before, and that was taken back. */
  wasPaid: boolean
  /** What payments settled of it, negative, and what was taken back, by day. */
  settled: Change[]
}

/** What a payment has left that settles no invoice. */
export type Credit = { paymentId: string; leaseId: string; paymentDate: string; cents: number }

/** What stands in the ledger of a payment: the sum of its entries of one day, account and invoice. */
export type LedgerPosition = {
  account: 'RECEIVABLE' | 'DEPOSIT'
  invoiceId: string | null
  dueOn: string | null
  /** Of the invoice; null without one. */
  issueDate: string | null
  number: number | null
  on: string
  cents: number
}
