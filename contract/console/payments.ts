/** Payments and deposits, as the back office records them and what becomes of them; the list is version 1’s. */
import {
  DepositReturn,
  DepositWithholding,
  NewPayment,
  PaymentFailure,
  PaymentRefund,
  PaymentReversal,
  PaymentSettlement,
} from '../back-office/payments.ts'
import { Payment } from '../v1/payments.ts'
import { cents, idInput, integer, listOf, noParameters, oneOf, parameters, resource } from '../values.ts'
import { placeNames } from './invoices.ts'
import { LeaseDetail, onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Payments', idempotent: false } as const

export const PAYMENT_STEPS = ['SETTLE', 'FAIL', 'CANCEL', 'REVERSE', 'REFUND'] as const

const PaymentInvoice = resource('PaymentInvoice', 'An invoice, and what a payment settles of it.', {
  invoice_id: Payment.properties.allocations.items.properties.invoice_id,
  number: integer(1, 2_147_483_647, { description: 'The invoice’s number.', example: 4_711 }),
  amount_cents: cents({ description: 'How much of it, in cents.', example: 142_500, minimum: 1 }),
})

export const PaymentDetail = resource('PaymentDetail', 'A payment with what it settles, and what can be done to it.', {
  ...Payment.properties,
  ...placeNames,
  invoices: listOf(PaymentInvoice, 100_000, 'What it settles, the one that was due first foremost.'),
  allowed_steps: listOf(
    oneOf(PAYMENT_STEPS, { description: 'A step.', example: 'REFUND' }),
    PAYMENT_STEPS.length,
    'What can be done to it now.',
  ),
})

const onlyOne = {
  path: parameters({ id: idInput({ description: 'The payment.', example: 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq' }) }),
}
const answered = { status: 200, description: 'The payment.', schema: PaymentDetail } as const
const step = {
  ...shared,
  method: 'POST',
  idempotent: true,
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  success: answered,
  errors: ['not_found', 'conflict'],
} as const

export const getPaymentDetail = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/payments/{id}/detail',
  summary: 'Get a payment in detail',
  description: 'Returns one payment with the invoices it settles, and what can be done to it now.',
  role: 'VIEWER',
  parameters: { ...onlyOne, query: noParameters },
  success: answered,
  errors: ['not_found'],
})

export const recordPayment = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/payments',
  summary: 'Record a payment',
  description:
    'Records money that has arrived, or is on its way. What has arrived settles what was due first unless told otherwise, and emits `payment.received`.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewPayment,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const settlePayment = organizationOperation({
  ...step,
  path: '/payments/{id}/settle',
  summary: 'Note that a payment arrived',
  description: 'A PENDING payment becomes PAID, and settles what is owed.',
  body: PaymentSettlement,
})

export const failPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/fail',
  summary: 'Note that a payment failed',
  description: 'A PENDING payment did not arrive.',
  body: PaymentFailure,
})

export const cancelPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/cancel',
  summary: 'Cancel a payment',
  description: 'A PENDING payment was called off before it arrived.',
})

export const reversePayment = organizationOperation({
  ...step,
  path: '/payments/{id}/reverse',
  summary: 'Reverse a payment',
  description: 'The payer’s bank took it back: from that day it settles nothing. Days before stay as they were.',
  body: PaymentReversal,
})

export const refundPayment = organizationOperation({
  ...step,
  path: '/payments/{id}/refund',
  summary: 'Refund a payment',
  description: 'Gives it back, or a part of it: first what settles nothing, then from the invoices that are due last.',
  body: PaymentRefund,
})

export const returnDeposit = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/return-deposit',
  summary: 'Return a deposit',
  description: 'Gives the deposit that is held for a lease, or a part of it, back to the resident.',
  parameters: { ...onlyOneLease, query: noParameters },
  body: DepositReturn,
  success: { status: 200, description: 'The lease.', schema: LeaseDetail },
})

export const withholdDeposit = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/withhold-deposit',
  summary: 'Withhold a deposit',
  description: 'Keeps the deposit, or a part of it: it becomes a payment of the lease, which settles what is owed.',
  parameters: { ...onlyOneLease, query: noParameters },
  body: DepositWithholding,
  success: { status: 201, description: 'The payment that it became.', schema: PaymentDetail },
})
