/** Payments: money received for a lease, and the invoices it is applied to. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  id,
  idInput,
  instant,
  listOf,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const PAYMENT_STATUSES = ['PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED'] as const
/** The statuses a list can be filtered by; the default is the specification's. */
export const PAYMENT_STATUS_FILTERS = withAll(PAYMENT_STATUSES)
export const PAYMENT_METHODS = ['ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER'] as const
export const PAYMENT_SOURCES = ['PAYER', 'SECURITY_DEPOSIT', 'OPENING_BALANCE'] as const

const PAYMENT_ID = 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq'
const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'

const Allocation = resource('Allocation', 'The part of a payment that is applied to one invoice.', {
  invoice_id: id({ description: 'ID of the invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
  amount_cents: cents({ description: 'The amount applied to the invoice, in cents.', example: 142_500, minimum: 1 }),
})

export const Payment = resource('Payment', 'A payment for a lease.', {
  payment_id: id({ description: 'ID of the payment.', example: PAYMENT_ID }),
  status: oneOf(PAYMENT_STATUSES, {
    description:
      'Status of the payment. A PENDING payment has not been received yet; a PAID one has; a FAILED one never was; a CANCELLED one never was either, or was ' +
      'recorded by mistake and voided; a REVERSED one was returned by the payer’s bank; a REFUNDED one was paid back in full. ' +
      'A change that is posted for a later day shows here at once; the ledger of the lease states its day, and balances include it from that day on.',
    example: 'PAID',
  }),
  method: oneOf(PAYMENT_METHODS, { description: 'Payment method.', example: 'ACH' }),
  source: oneOf(PAYMENT_SOURCES, {
    description:
      'Where the money comes from. PAYER is money from the resident, or from somebody who pays for them. SECURITY_DEPOSIT is a deposit that was withheld for ' +
      'what the lease owes, and OPENING_BALANCE was prepaid before the records begin; neither is new money. The source of a payment never changes.',
    example: 'PAYER',
  }),
  amount_cents: cents({ description: 'Total amount of the payment, in cents.', example: 150_000, minimum: 1 }),
  refunded_cents: cents({
    description: 'Amount refunded, in cents. The ledger of the lease states the day of each refund.',
    example: 0,
  }),
  payment_date: date({ description: 'The day the payment counts as received.', example: '2026-03-02' }),
  received_at: nullable(
    instant({
      description: 'When the payment became PAID. Null until then, and if the payment was voided.',
      example: '2026-03-02T15:00:00.000Z',
    }),
  ),
  reference: nullable(text(200, { description: 'Check number or transfer reference.', example: '1042', minLength: 1 })),
  memo: nullable(text(1_000, { description: 'A note about the payment.', example: 'March rent', minLength: 1 })),
  lease_id: id({ description: 'ID of the lease the payment is for.', example: LEASE_ID }),
  resident_id: nullable(id({ description: 'ID of the resident who paid.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' })),
  property_id: id({ description: 'ID of the property of the lease.', example: PROPERTY_ID }),
  unit_id: id({ description: 'ID of the unit of the lease.', example: UNIT_ID }),
  allocations: listOf(Allocation, 100_000, 'Invoices this payment is applied to, earliest due date first.'),
  unapplied_cents: cents({
    description:
      'Amount not yet applied to an invoice, in cents, which is a credit of the lease. 0 unless the payment is PAID.',
    example: 7_500,
  }),
  failure_reason: mostlyNull(
    text(500, { description: 'Why the payment failed or was reversed.', example: 'Insufficient funds', minLength: 1 }),
  ),
  reversed_at: mostlyNull(
    instant({
      description:
        'When the payment became REVERSED. The reversal may count from another day, which the ledger of the lease states.',
      example: '2026-03-06T15:00:00.000Z',
    }),
  ),
  ...recordFields,
})

export const listPayments = operation({
  method: 'GET',
  path: '/payments',
  tag: 'Accounting',
  summary: 'List payments',
  description:
    'Lists payments, most recent first: by payment_date, then payment_id, both descending. Without `status`, only PAID payments are returned.',
  scope: 'accounting:read',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(PAYMENT_STATUS_FILTERS, {
          description:
            'Returns only payments in this status. ALL returns every payment. Defaults to PAID, or to ALL if updated_since is given.',
          example: 'PAID',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only payments for leases at this property.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Returns only payments for leases of this unit.', example: UNIT_ID }),
      ),
      lease_id: Type.Optional(idInput({ description: 'Returns only payments for this lease.', example: LEASE_ID })),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of payments.', schema: pageOf('PaymentList', Payment) },
})

export const getPayment = operation({
  method: 'GET',
  path: '/payments/{id}',
  tag: 'Accounting',
  summary: 'Get a payment',
  description: 'Retrieves one payment, whatever its status.',
  scope: 'accounting:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the payment.', example: PAYMENT_ID }) }),
  },
  success: { status: 200, description: 'The payment.', schema: Payment },
  errors: ['not_found'],
})
