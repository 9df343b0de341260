/** Imported payments: recorded as any others are, and taken back where the file says that they came back. */

import { recordPayments } from '#server/domain/payments/record.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { refundPayment, reversePayment } from '#server/domain/payments/reversals.ts'
import type { Context } from '#server/platform/context.ts'

/** A payment that came back did so on a day; of any other there is none. */
export type ImportedPayment = Omit<PaymentRecord, 'id' | 'propertyId' | 'unitId' | 'refundedCents' | 'reversedAt'> & {
  returnedOn: string | null
}

/** In the order given, which is that of their days. Emits no events. */
export async function recordImportedPayments(context: Context, payments: readonly ImportedPayment[]): Promise<void> {
  const ids = await recordPayments(
    context,
    payments.map(({ status, receivedAt, failureReason, ...payment }) => {
      const isBack = status === 'REVERSED' || status === 'REFUNDED'
      return {
        ...payment,
        status: isBack ? 'PAID' : status,
        ...(receivedAt !== null && { receivedAt }),
        failureReason: isBack ? null : failureReason,
      }
    }),
  )
  const quietly = { emits: false }
  for (const [index, { status, returnedOn, paymentDate, failureReason }] of payments.entries()) {
    const back = { paymentId: ids[index] as string, on: returnedOn ?? paymentDate }
    if (status === 'REVERSED') await reversePayment(context, { ...back, reason: failureReason }, quietly)
    if (status === 'REFUNDED') await refundPayment(context, back, quietly)
  }
}
