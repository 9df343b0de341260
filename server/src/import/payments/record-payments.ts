/** Records imported payments like any others, and reverses or refunds them if the file says so. */
import { PaymentRefund, PaymentReversal } from '#contract/console/payments.ts'
import { readFields } from '#server/base/read-object.ts'
import { PastPayment, recordPayments } from '#server/domain/payments/record.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { refundPayment, reversePayment } from '#server/domain/payments/reversals.ts'
import type { Context } from '#server/platform/context.ts'

/** A payment of a file, with the day on which it was returned; null if it was not. */
export type ImportedPayment = Omit<
  PaymentRecord,
  'payment_id' | 'property_id' | 'unit_id' | 'refunded_cents' | 'reversed_at' | 'created_at'
> & { returned_on: string | null }

/** The time of a payment. The file states only the day: noon UTC is on that day in every time zone of the United States, but no time is later than now. */
export function instantOn(day: string, now: number): string {
  return new Date(Math.min(Date.parse(`${day}T12:00:00Z`), now)).toISOString()
}

/** Records payments in the given order, which is by date. Emits no events. */
export async function recordImportedPayments(context: Context, payments: readonly ImportedPayment[]): Promise<void> {
  const ids = await recordPayments(
    context,
    payments.map(({ returned_on, status, received_at, failure_reason, ...payment }) => {
      const wasPaid = status === 'REVERSED' || status === 'REFUNDED'
      return readFields(PastPayment, {
        ...payment,
        status: wasPaid ? 'PAID' : status,
        ...(received_at !== null && { received_at }),
        failure_reason: wasPaid ? null : failure_reason,
      })
    }),
  )
  const quietly = { emits: false }
  for (const [index, { status, returned_on, payment_date, failure_reason }] of payments.entries()) {
    const id = ids[index]!
    const on = returned_on ?? payment_date
    if (status === 'REVERSED') {
      await reversePayment(context, { id, ...readFields(PaymentReversal, { on, reason: failure_reason }) }, quietly)
    }
    if (status === 'REFUNDED') await refundPayment(context, { id, ...readFields(PaymentRefund, { on }) }, quietly)
  }
}
