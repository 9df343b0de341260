/** Payments and deposits, as the console records them and what becomes of them. */
import type { Static } from 'typebox'
import type { BackOffice } from '#contract/console/back-office.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { PaymentDetail } from '#contract/console/payments.ts'
import { getLease } from '#server/domain/leases/operations.ts'
import { inFull } from '#server/domain/payments/back-office.ts'
import { returnDeposit, withholdDeposit } from '#server/domain/payments/deposits.ts'
import { getPayment } from '#server/domain/payments/operations.ts'
import { cancelPayment, failPayment, settlePayment } from '#server/domain/payments/pending.ts'
import { recordPayment } from '#server/domain/payments/record.ts'
import { refundPayment, reversePayment } from '#server/domain/payments/reversals.ts'
import type { Context } from '#server/platform/context.ts'
import { shown as shownLease } from './leases.ts'

type Payments = Pick<
  BackOffice,
  | 'getPaymentDetail'
  | 'recordPayment'
  | 'settlePayment'
  | 'failPayment'
  | 'cancelPayment'
  | 'reversePayment'
  | 'refundPayment'
  | 'returnDeposit'
  | 'withholdDeposit'
>

export const payments: ConsoleImplementations<Payments, Context> = {
  getPaymentDetail: (context, { id }) => shown(context, getPayment(context, { id })),

  recordPayment: (context, { lease_id, resident_id, amount_cents, payment_date, external_id, allocations, ...rest }) =>
    shown(
      context,
      recordPayment(context, {
        ...rest,
        leaseId: lease_id,
        amountCents: amount_cents,
        ...(resident_id !== undefined && { residentId: resident_id }),
        ...(payment_date !== undefined && { paymentDate: payment_date }),
        ...(external_id !== undefined && { externalId: external_id }),
        ...told(allocations),
      }),
    ),

  settlePayment: (context, { id: paymentId, payment_date: paymentDate, allocations }) =>
    shown(
      context,
      settlePayment(context, { paymentId, ...(paymentDate !== undefined && { paymentDate }), ...told(allocations) }),
    ),

  failPayment: (context, { id: paymentId, ...given }) => shown(context, failPayment(context, { paymentId, ...given })),

  cancelPayment: (context, { id: paymentId }) => shown(context, cancelPayment(context, { paymentId })),

  reversePayment: (context, { id: paymentId, ...given }) =>
    shown(context, reversePayment(context, { paymentId, ...given })),

  refundPayment: (context, { id: paymentId, amount_cents: amountCents, ...given }) =>
    shown(context, refundPayment(context, { paymentId, ...(amountCents !== undefined && { amountCents }), ...given })),

  returnDeposit: async (context, { lease_id, amount_cents: amountCents, ...given }) => {
    await ofLease(context, lease_id, leaseId => returnDeposit(context, { leaseId, amountCents, ...given }))
    return shownLease(context, getLease(context, lease_id))
  },

  withholdDeposit: (context, { lease_id, amount_cents: amountCents, ...given }) =>
    shown(
      context,
      ofLease(context, lease_id, leaseId => withholdDeposit(context, { leaseId, amountCents, ...given })),
    ),
}

async function shown(context: Context, payment: ReturnType<typeof getPayment>): Promise<Static<typeof PaymentDetail>> {
  return inFull(context, await payment)
}

/** A lease of the path that is not there is no field that does not fit. */
async function ofLease<T>(context: Context, leaseId: string, work: (leaseId: string) => Promise<T>): Promise<T> {
  await getLease(context, leaseId)
  return work(leaseId)
}

function told(allocations: readonly { invoice_id: string; amount_cents: number }[] | undefined) {
  if (!allocations) return {}
  return { allocations: allocations.map(part => ({ invoiceId: part.invoice_id, amountCents: part.amount_cents })) }
}
