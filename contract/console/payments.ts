/** Payments, as members record, reverse and refund them. The list is version 1’s. */
import Type from 'typebox'
import { PAYMENT_METHODS, Payment } from '../v1/payments.ts'
import {
  cents,
  date,
  idInput,
  instant,
  integer,
  listOf,
  nullable,
  oneOf,
  parameters,
  recordFields,
  resource,
  text,
} from '../values.ts'
import { placeNames } from './invoices.ts'
import { organizationOperation } from './operation.ts'

export const PAYMENT_STEPS = ['SETTLE', 'FAIL', 'CANCEL', 'REVERSE', 'REFUND', 'VOID', 'RESTORE'] as const

const PaymentInvoice = resource('PaymentInvoice', 'An invoice that a payment is applied to.', {
  invoice_id: Payment.properties.allocations.items.properties.invoice_id,
  number: integer(1, 2_147_483_647, { description: 'The invoice’s number.', example: 4_711 }),
  amount_cents: cents({ description: 'The amount applied to this invoice, in cents.', example: 142_500, minimum: 1 }),
})

export const PaymentDetail = resource(
  'PaymentDetail',
  'A payment, the invoices it is applied to, and the steps that are possible now.',
  {
    ...Payment.properties,
    ...placeNames,
    voided_at: nullable(
      instant({
        description: 'When the payment was voided because it was recorded by mistake. Its status is then CANCELLED.',
        example: '2026-03-06T15:00:00.000Z',
      }),
    ),
    invoices: listOf(PaymentInvoice, 100_000, 'Invoices this payment is applied to, earliest due date first.'),
    allowed_steps: listOf(
      oneOf(PAYMENT_STEPS, { description: 'A step.', example: 'REFUND' }),
      PAYMENT_STEPS.length,
      'The steps that are possible now.',
    ),
  },
)

const allocations = Type.Optional(
  listOf(
    parameters({
      invoice_id: idInput({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
      amount_cents: cents({
        description: 'The amount to apply to this invoice, in cents.',
        example: 142_500,
        minimum: 1,
      }),
    }),
    1_000,
    'The invoices to apply the payment to. If left out, it is applied to the earliest due invoices first. Any amount that is not applied becomes a credit of the lease.',
  ),
)

export const NewPayment = parameters({
  lease_id: idInput({ description: 'The lease the payment is for.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  resident_id: Type.Optional(
    nullable(
      idInput({
        description: 'The resident who paid, one who is on the lease.',
        example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge',
      }),
    ),
  ),
  status: Type.Optional(
    oneOf(['PAID', 'PENDING'], {
      description: 'PAID if the payment was received, PENDING if it is on its way. Defaults to PAID.',
      example: 'PAID',
    }),
  ),
  method: oneOf(PAYMENT_METHODS, { description: 'The payment method.', example: 'CHECK' }),
  amount_cents: cents({ description: 'The full amount, in cents.', example: 150_000, minimum: 1 }),
  payment_date: Type.Optional(
    date({ description: 'The day from which the payment counts. Defaults to today.', example: '2026-03-02' }),
  ),
  reference: Type.Optional(
    nullable(text(200, { description: 'The number of the check or transfer.', example: '1042', minLength: 1 })),
  ),
  memo: Type.Optional(nullable(text(1_000, { description: 'A note.', example: 'March rent', minLength: 1 }))),
  allocations,
  external_id: Type.Optional(recordFields.external_id),
})

const effectiveOn = (description: string) => Type.Optional(date({ description, example: '2026-03-06' }))
const reason = Type.Optional(
  nullable(text(500, { description: 'The reason, for people to read.', example: 'Insufficient funds', minLength: 1 })),
)

export const PaymentReversal = parameters({
  on: effectiveOn('The day of the reversal. Defaults to today, or to the payment date if that is later.'),
  reason,
})

export const PaymentRefund = parameters({
  amount_cents: Type.Optional(
    cents({
      description: 'The amount to refund, in cents. If left out, everything that has not been refunded yet.',
      example: 7_500,
      minimum: 1,
    }),
  ),
  on: effectiveOn('The day of the refund. Defaults to today, or to the payment date if that is later.'),
})

const onlyOne = {
  path: parameters({ id: idInput({ description: 'The payment.', example: 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq' }) }),
}
const answered = { status: 200, description: 'The payment.', schema: PaymentDetail } as const
const step = {
  tag: 'Payments',
  method: 'POST',
  idempotent: true,
  role: 'ADMIN',
  parameters: onlyOne,
  success: answered,
  errors: ['not_found', 'conflict'],
} as const

export const getPaymentDetail = organizationOperation({
  tag: 'Payments',
  method: 'GET',
  path: '/payments/{id}/detail',
  summary: 'Get a payment in detail',
  description: 'Returns one payment, the invoices it is applied to, and the steps that are possible now.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: answered,
  errors: ['not_found'],
})

export const recordPayment = organizationOperation({
  tag: 'Payments',
  method: 'POST',
  idempotent: true,
  path: '/payments',
  summary: 'Record a payment',
  description:
    'Records a payment that was received or is on its way. A received payment is applied to the earliest due invoices, unless `allocations` says otherwise, and emits `payment.received`.',
  role: 'ADMIN',
  body: NewPayment,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const settlePayment = organizationOperation({
  ...step,
  path: '/payments/{id}/settle',
  summary: 'Mark a payment as received',
  description: 'Makes a PENDING payment PAID and applies it to invoices.',
  body: parameters({
    payment_date: Type.Optional(
      date({
        description: 'The day from which the payment counts. If left out, its payment date stays.',
        example: '2026-03-02',
      }),
    ),
    allocations,
  }),
})

export const failPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/fail',
  summary: 'Mark a payment as failed',
  description: 'Makes a PENDING payment FAILED: it was never received.',
  body: parameters({ reason }),
})

export const cancelPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/cancel',
  summary: 'Cancel a payment',
  description: 'Makes a PENDING payment CANCELLED: it was called off before it was received.',
})

export const reversePayment = organizationOperation({
  ...step,
  path: '/payments/{id}/reverse',
  summary: 'Reverse a payment',
  description:
    'Records that the payer’s bank reversed the payment. From that day on, it is not applied to any invoice; earlier days stay as they were.',
  body: PaymentReversal,
})

export const refundPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/refund',
  summary: 'Refund a payment',
  description:
    'Refunds the payment in full or in part. The refund is taken from credit first, then from the invoices that are due last.',
  body: PaymentRefund,
})

export const voidPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/void',
  summary: 'Void a payment',
  description:
    'Voids a payment that was recorded by mistake and never received; its status becomes CANCELLED. From that day on, it is not applied to any invoice; earlier days stay as they were. If the bank took a payment back, reverse it instead; if you pay it back, refund it.',
  body: parameters({
    on: effectiveOn('The day of the void. Defaults to today, or to the payment date if that is later.'),
  }),
})

export const restorePayment = organizationOperation({
  ...step,
  path: '/payments/{id}/restore',
  summary: 'Restore a payment',
  description:
    'Undoes the void of a payment: from that day it counts again and is applied to the earliest due invoices, or to those that are named. No event is emitted a second time.',
  body: parameters({
    on: effectiveOn(
      'The day from which it counts again. Defaults to today, or to the payment date if that is later. If the void takes effect on a later day, it counts without interruption.',
    ),
    allocations,
  }),
})
