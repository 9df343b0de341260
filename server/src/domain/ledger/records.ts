/** Ledger entries as they are stored, and the records that are read from the ledger before money moves. Fields are named as in SQL and JSON. */
import type { ChargeCode } from '#contract/v1/invoices.ts'

/**
 * One dated amount. RECEIVABLE is what the lease owes, negative when prepaid; DEPOSIT is what is held for it. An entry of an invoice names the
 * invoice, and if it is receivable, also its due date. An entry of a payment names the payment, and an allocation names both. A RECEIVABLE entry
 * without an invoice is credit of the lease.
 */
export type LedgerEntry = {
  lease_id: string
  account: 'RECEIVABLE' | 'DEPOSIT'
  code: LedgerCode
  amount_cents: number
  effective_on: string
  /** RFC 3339; now if left out. */
  recorded_at?: string
  description: string
  invoice_id?: string | null
  payment_id?: string | null
  due_on?: string | null
}

type LedgerCode = ChargeCode | 'PAYMENT' | 'REFUND'

/** Cents that are added on a day, or taken away when negative. */
export type Change = { on: string; cents: number }

/** A lease whose money is locked until the transaction ends. */
export type LockedLease = {
  lease_id: string
  property_id: string
  unit_id: string
  /** The primary resident. */
  resident_id: string | null
}

/** An issued invoice that is not paid in full. */
export type OpenInvoice = {
  invoice_id: string
  lease_id: string
  number: number
  issue_date: string
  due_date: string
  is_deposit: boolean
  total_cents: number
  balance_cents: number
  /** Whether the invoice was paid in full before, until a payment was reversed or refunded. */
  was_paid: boolean
  /** What payments allocated to it (negative) and what was reversed or refunded, by day. */
  allocated: Change[]
}

/** The part of a payment that is not allocated to any invoice, and how much was added to it and taken from it by day. */
export type Credit = { payment_id: string; lease_id: string; payment_date: string; cents: number; by_day: Change[] }

/** A payment's position in the ledger: the sum of its entries of one day, account and invoice. */
export type LedgerPosition = {
  account: 'RECEIVABLE' | 'DEPOSIT'
  invoice_id: string | null
  due_on: string | null
  /** The invoice's issue date; null if the position has no invoice. */
  issue_date: string | null
  /** The invoice's number; null if the position has no invoice. */
  number: number | null
  on: string
  cents: number
  /** What was refunded of the payment on that day, which is part of `cents`. */
  refunded_cents: number
}
