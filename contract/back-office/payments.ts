/** What the back office writes of a payment, and of a deposit. */
import Type from 'typebox'
import { PAYMENT_METHODS } from '../v1/payments.ts'
import { cents, date, idInput, listOf, nullable, oneOf, parameters, recordFields, text } from '../values.ts'

const on = Type.Optional(date({ description: 'The day it counts from; today.', example: '2026-03-06' }))
const reason = Type.Optional(
  nullable(text(500, { description: 'Why, for people.', example: 'Insufficient funds', minLength: 1 })),
)
const allocations = Type.Optional(
  listOf(
    parameters({
      invoice_id: idInput({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
      amount_cents: cents({ description: 'How much of it, in cents.', example: 142_500, minimum: 1 }),
    }),
    1_000,
    'What it settles; left out, what was due first. The rest is credit of the lease.',
  ),
)

export const NewPayment = parameters({
  lease_id: idInput({ description: 'The lease it is for.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  resident_id: Type.Optional(
    nullable(idInput({ description: 'Who paid, somebody on the lease.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' })),
  ),
  status: Type.Optional(
    oneOf(['PAID', 'PENDING'], { description: 'Whether it has arrived, or is on its way; PAID.', example: 'PAID' }),
  ),
  method: oneOf(PAYMENT_METHODS, { description: 'How it was paid.', example: 'CHECK' }),
  amount_cents: cents({ description: 'The whole amount, in cents.', example: 150_000, minimum: 1 }),
  payment_date: Type.Optional(date({ description: 'The day it counts from; today.', example: '2026-03-02' })),
  reference: Type.Optional(
    nullable(text(200, { description: 'A check’s or a transfer’s number.', example: '1042', minLength: 1 })),
  ),
  memo: Type.Optional(nullable(text(1_000, { description: 'A note.', example: 'March rent', minLength: 1 }))),
  allocations,
  external_id: Type.Optional(recordFields.external_id),
})

export const PaymentSettlement = parameters({
  payment_date: Type.Optional(
    date({ description: 'The day it counts from; left out, the day it bears.', example: '2026-03-02' }),
  ),
  allocations,
})

export const PaymentFailure = parameters({ reason })
export const PaymentReversal = parameters({ on, reason })

export const PaymentRefund = parameters({
  amount_cents: Type.Optional(
    cents({ description: 'How much is given back, in cents; left out, all that is left.', example: 7_500, minimum: 1 }),
  ),
  on,
})

const depositFields = {
  amount_cents: cents({ description: 'How much of it, in cents.', example: 142_500, minimum: 1 }),
  on,
}

export const DepositReturn = parameters(depositFields)
export const DepositWithholding = parameters({
  ...depositFields,
  memo: Type.Optional(text(1_000, { description: 'What for.', example: 'Carpet of the bedroom', minLength: 1 })),
})
