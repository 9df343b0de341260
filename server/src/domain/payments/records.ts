/** What is stored of a payment. */
import type { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'

export type PaymentRecord = {
  id: string
  leaseId: string
  propertyId: string
  unitId: string
  residentId: string | null
  status: (typeof PAYMENT_STATUSES)[number]
  method: (typeof PAYMENT_METHODS)[number]
  amountCents: number
  refundedCents: number
  paymentDate: string
  /** RFC 3339; set exactly when it was PAID at some time. */
  receivedAt: string | null
  /** RFC 3339; set exactly when REVERSED. */
  reversedAt: string | null
  reference: string | null
  memo: string | null
  failureReason: string | null
  externalId: string | null
  /** RFC 3339; now, when left out. */
  createdAt?: string
}

/** What another system's payment is known again by, and what may differ then. */
export type KnownPayment = Pick<PaymentRecord, 'status' | 'amountCents' | 'paymentDate'> & { externalId: string }
