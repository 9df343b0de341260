/** Payments: money received for a lease, and which invoices it settles. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  id,
  idInput,
  instant,
  listOf,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
} from '../values.ts'

export const PAYMENT_STATUSES = ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED'] as const
/** What lists take; the default is the specification's. */
export const PAYMENT_STATUS_FILTERS = [...PAYMENT_STATUSES, 'ALL'] as const
export const PAYMENT_METHODS = ['ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER'] as const

const PAYMENT_ID = 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq'
const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'

const Allocation = resource('Allocation', 'The part of a payment that settles an invoice.', {
  invoice_id: id({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
  amount_cents: cents({ description: 'How much of it, in cents.', example: 142_500, minimum: 1 }),
})

export const Payment = resource('Payment', 'Money received for a lease.', {
  payment_id: id({ description: 'The payment.', example: PAYMENT_ID }),
  status: oneOf(PAYMENT_STATUSES, {
    description:
      'PENDING is on its way; PAID has arrived; FAILED and CANCELLED never did; REVERSED was taken back by the payer’s bank; ' +
      'REFUNDED was given back in full.',
    example: 'PAID',
  }),
  method: oneOf(PAYMENT_METHODS, { description: 'How it was paid.', example: 'ACH' }),
  amount_cents: cents({ description: 'The whole amount, in cents.', example: 150_000, minimum: 1 }),
  refunded_cents: cents({ description: 'How much of it was given back, in cents.', example: 0 }),
  payment_date: date({ description: 'The day it counts from.', example: '2026-03-02' }),
  received_at: nullable(instant({ description: 'When it became PAID.', example: '2026-03-02T15:00:00.000Z' })),
  reference: nullable(text(200, { description: 'A check’s or a transfer’s number.', example: '1042', minLength: 1 })),
  memo: nullable(text(1_000, { description: 'A note.', example: 'March rent', minLength: 1 })),
  lease_id: id({ description: 'The lease it is for.', example: LEASE_ID }),
  resident_id: nullable(id({ description: 'Who paid.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' })),
  property_id: id({ description: 'The property of the lease.', example: PROPERTY_ID }),
  unit_id: id({ description: 'The unit of the lease.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  allocations: listOf(Allocation, 100_000, 'The invoices it settles, the one that was due first foremost.'),
  unapplied_cents: cents({
    description: 'What settles no invoice yet, in cents: credit of the lease. 0 in every status but PAID.',
    example: 7_500,
  }),
  failure_reason: nullable(
    text(500, { description: 'Why it failed or was reversed.', example: 'Insufficient funds', minLength: 1 }),
  ),
  reversed_at: nullable(instant({ description: 'When it became REVERSED.', example: '2026-03-06T15:00:00.000Z' })),
  ...recordFields,
})

export const listPayments = operation({
  method: 'GET',
  path: '/payments',
  tag: 'Accounting',
  summary: 'List payments',
  description:
    'Lists payments, the latest first: by payment_date, then payment_id, both descending. Without `status` only PAID ones.',
  scope: 'accounting:read',
  parameters: {
    path: noParameters,
    query: parameters({
      status: Type.Unsafe<(typeof PAYMENT_STATUS_FILTERS)[number]>({
        ...oneOf(PAYMENT_STATUS_FILTERS, {
          description: 'Only payments in this status; ALL for every one.',
          example: 'PAID',
        }),
        default: 'PAID',
      }),
      property_id: Type.Optional(
        idInput({ description: 'Only payments for leases of this property.', example: PROPERTY_ID }),
      ),
      lease_id: Type.Optional(idInput({ description: 'Only payments for this lease.', example: LEASE_ID })),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of payments.', schema: pageOf('PaymentList', Payment) },
  errors: [],
  idempotent: false,
})

export const getPayment = operation({
  method: 'GET',
  path: '/payments/{id}',
  tag: 'Accounting',
  summary: 'Get a payment',
  description: 'Returns one payment, in whatever status.',
  scope: 'accounting:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'The payment.', example: PAYMENT_ID }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The payment.', schema: Payment },
  errors: ['not_found'],
  idempotent: false,
})
