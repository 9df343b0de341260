/** What is stored of a payment. */

export type PaymentRecord = {
  id: string
  leaseId: string
  propertyId: string
  unitId: string
  residentId: string | null
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REVERSED' | 'REFUNDED' | 'CANCELLED'
  method: 'ACH' | 'CARD' | 'CHECK' | 'CASH' | 'MONEY_ORDER' | 'OTHER'
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
