/** Payments as they are stored and read. Fields are named as in SQL and JSON. */
import type { Static } from 'typebox'
import type { Payment } from '#contract/v1/payments.ts'

export type PaymentRow = Static<typeof Payment>

/**
 * A payment as it is stored; the ledger keeps what is allocated of it. `received_at` is set if and only if the payment was PAID at some time,
 * `reversed_at` if and only if it is REVERSED, and `created_at` is now if left out.
 */
export type PaymentRecord = Omit<
  PaymentRow,
  'source' | 'allocations' | 'unapplied_cents' | 'created_at' | 'updated_at'
> & {
  created_at?: string
}

/** What an import compares with a payment of another system that has already been stored. */
export type KnownPayment = Pick<PaymentRow, 'payment_id' | 'status' | 'amount_cents' | 'payment_date'> & {
  external_id: string
}
