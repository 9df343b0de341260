/** Late fees: the policy of the organization, the fees it proposes, and charging those that a member chose. */
import Type from 'typebox'
import {
  cents,
  date,
  id,
  idInput,
  integer,
  listOf,
  nullable,
  parameters,
  resource,
  sumOfCents,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'

const INVOICE_ID = 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm'
const MAX_FEES = 1_000

const policyFields = {
  grace_days: integer(0, 60, {
    description: 'How many days a payment may be late without a fee, which is first proposed on the day after them.',
    example: 5,
  }),
  flat_cents: nullable(
    cents({
      description:
        'The fee, in cents; null if it is a percentage. It is charged once for the month of a lease, even if the month was billed in parts.',
      example: 5_000,
      minimum: 1,
    }),
  ),
  percent_basis_points: nullable(
    integer(1, 10_000, {
      description: 'The fee in hundredths of a percent of what is overdue; null if it is a fixed amount.',
      example: 500,
    }),
  ),
}

const LateFeePolicy = resource(
  'LateFeePolicy',
  'When a late fee is proposed, and how high it is. If both amounts are null, none is proposed.',
  policyFields,
)
const answered = { status: 200, description: 'The policy.', schema: LateFeePolicy } as const

export const getLateFeePolicy = organizationOperation({
  tag: 'Late fees',
  method: 'GET',
  path: '/late-fee-policy',
  summary: 'Get the late-fee policy',
  description: 'Returns the late-fee policy of the organization.',
  role: 'VIEWER',
  success: answered,
})

export const setLateFeePolicy = organizationOperation({
  tag: 'Late fees',
  method: 'POST',
  idempotent: true,
  path: '/late-fee-policy',
  summary: 'Set the late-fee policy',
  description:
    'Replaces the late-fee policy. At most one of `flat_cents` and `percent_basis_points` is set; if both are null, no late fees are proposed.',
  role: 'ADMIN',
  body: parameters(policyFields),
  success: answered,
})

const ProposedLateFee = resource(
  'ProposedLateFee',
  'An overdue rent invoice, and the late fee that is proposed for it.',
  {
    invoice_id: id({ description: 'The overdue invoice.', example: INVOICE_ID }),
    number: integer(1, 2_147_483_647, { description: 'The invoice’s number.', example: 4_711 }),
    lease_id: id({ description: 'The lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
    resident_name: nullable(text(201, { description: 'The primary resident’s name.', example: 'Dana Whitfield' })),
    property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
    unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
    due_date: date({ description: 'The day the invoice was due.', example: '2026-03-01' }),
    days_late: integer(0, 1_000_000, { description: 'How many days ago that was.', example: 14 }),
    balance_cents: cents({
      description: 'The amount that is overdue today, in cents. A payment of a later day has not reduced it yet.',
      example: 142_500,
    }),
    fee_cents: cents({ description: 'The proposed fee, in cents.', example: 5_000 }),
  },
)

export const listProposedLateFees = organizationOperation({
  tag: 'Late fees',
  method: 'GET',
  path: '/late-fees/proposed',
  summary: 'List proposed late fees',
  description:
    'Lists overdue rent invoices whose grace period has passed and that have had no late fee yet, earliest due date first, at most 1,000 of them. A fixed fee is proposed once for the month of a lease. Nothing is charged.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      property_id: Type.Optional(
        idInput({
          description: 'Returns only fees for leases of this property.',
          example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c',
        }),
      ),
    }),
  },
  success: {
    status: 200,
    description: 'The fees.',
    schema: resource('ProposedLateFees', 'The late fees that the policy proposes.', {
      policy: LateFeePolicy,
      data: listOf(ProposedLateFee, MAX_FEES, 'The fees.'),
    }),
  },
})

export const chargeLateFees = organizationOperation({
  tag: 'Late fees',
  method: 'POST',
  idempotent: true,
  path: '/late-fees',
  summary: 'Charge late fees',
  description:
    'Issues an invoice with the late fee for each of the overdue invoices, as the policy proposes it now. An invoice that is no longer overdue is left out and counted, and so is one that already had its fee, or whose month had a fixed fee.',
  role: 'ADMIN',
  body: parameters({
    invoice_ids: Type.Array(idInput({ description: 'An overdue invoice.', example: INVOICE_ID }), {
      description: 'The overdue invoices to charge a fee for.',
      minItems: 1,
      maxItems: MAX_FEES,
    }),
  }),
  success: {
    status: 200,
    description: 'What was charged.',
    schema: resource('ChargedLateFees', 'The late fees that were charged.', {
      invoices: integer(0, MAX_FEES, { description: 'How many fees were charged.', example: 7 }),
      total_cents: sumOfCents({ description: 'Their total, in cents.', example: 35_000 }),
      left_out: integer(0, MAX_FEES, {
        description: 'How many invoices were left out, because they are no longer overdue or already had their fee.',
        example: 0,
      }),
    }),
  },
  errors: ['conflict'],
})
