/** Security deposits that are held, as members return, withhold and waive them. */
import Type from 'typebox'
import { cents, date, parameters, text } from '../values.ts'
import { LeaseDetail, onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'
import { PaymentDetail } from './payments.ts'

const step = {
  tag: 'Payments',
  method: 'POST',
  idempotent: true,
  role: 'ADMIN',
  parameters: onlyOneLease,
  errors: ['not_found', 'conflict'],
} as const
const theLease = { status: 200, description: 'The lease.', schema: LeaseDetail } as const

const effectiveOn = (description: string) => Type.Optional(date({ description, example: '2026-03-06' }))

const depositPart = {
  amount_cents: cents({ description: 'The amount, in cents.', example: 142_500, minimum: 1 }),
  on: effectiveOn('The day from which this counts. Defaults to today.'),
}

export const returnDeposit = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/return-deposit',
  summary: 'Return a security deposit',
  description: 'Returns the security deposit that is held for a lease, in full or in part, to the resident.',
  body: parameters(depositPart),
  success: theLease,
})

export const voidDepositReturn = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/void-deposit-return',
  summary: 'Void the return of a security deposit',
  description:
    'Undoes the return of a security deposit that was recorded by mistake, in full or in part: from that day on, the amount is held again. Earlier days stay as they were.',
  body: parameters(depositPart),
  success: theLease,
})

export const withholdDeposit = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/withhold-deposit',
  summary: 'Withhold a security deposit',
  description:
    'Charges the lease for the deductions by one invoice and applies the deposit to it, and applies `amount_cents` of the deposit to what the lease already owes. All of this is one transaction. If the deductions exceed the deposit, the rest is paid from credit of the lease, if it has any, and otherwise stays owed. The deposit becomes a payment, and never a credit of the lease.',
  body: parameters({
    deductions: Type.Optional(
      Type.Array(
        parameters({
          description: text(200, { description: 'What is charged.', example: 'Bedroom carpet', minLength: 1 }),
          amount_cents: cents({ description: 'The amount, in cents.', example: 32_000, minimum: 1 }),
        }),
        { description: 'The charges that the deposit is withheld for, such as damage.', minItems: 1, maxItems: 100 },
      ),
    ),
    amount_cents: Type.Optional(
      cents({
        description:
          'The part of the deposit to apply to open invoices, in cents: no more than the lease owes. Required without deductions.',
        example: 42_500,
        minimum: 1,
      }),
    ),
    on: depositPart.on,
    memo: Type.Optional(
      text(1_000, { description: 'A note on the payment.', example: 'Inspected with the resident', minLength: 1 }),
    ),
  }),
  success: { status: 201, description: 'The payment that the deposit became.', schema: PaymentDetail },
})

export const waiveDeposit = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/waive-deposit',
  summary: 'Waive the unpaid part of a security deposit',
  description:
    'Takes away what a lease is charged for security deposits and has not paid, such as after the move-out. The invoices are voided; what was paid of one is applied to a new invoice of that amount, so the deposit that is held does not change.',
  body: parameters({
    on: effectiveOn(
      'The day from which this counts. Defaults to today, or to the day on which a payment was last applied to the deposit if that is later.',
    ),
  }),
  success: theLease,
})
