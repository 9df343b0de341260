/** The statement of a lease's security deposit: what was held, what was withheld for what, what was returned, and what is still owed. */
import { InvoiceLine } from '../v1/invoices.ts'
import {
  cents,
  date,
  id,
  integer,
  listOf,
  nullable,
  oneOf,
  resource,
  signedSumOfCents,
  sumOfCents,
  text,
} from '../values.ts'
import { onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

const DEPOSIT_LINE_KINDS = ['RECEIVED', 'APPLIED', 'RETURNED'] as const

const sum = (description: string, example: number) => signedSumOfCents({ description, example })
const day = (description: string, example: string) => nullable(date({ description, example }))

const DepositLine = resource('DepositLine', 'An amount that was added to the deposit or taken from it on a day.', {
  kind: oneOf(DEPOSIT_LINE_KINDS, {
    description:
      'RECEIVED was paid by the resident; APPLIED was withheld for what the lease owes; RETURNED went back to the resident.',
    example: 'APPLIED',
  }),
  on: date({ description: 'The day.', example: '2026-03-10' }),
  amount_cents: sum('The amount, in cents; negative if it lowers the deposit.', -42_000),
})

const DepositDeduction = resource('DepositDeduction', 'An invoice that the deposit was applied to.', {
  invoice_id: id({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
  number: integer(1, 2_147_483_647, { description: 'The invoice’s number.', example: 4_711 }),
  issue_date: date({ description: 'The day from which it is owed.', example: '2026-03-10' }),
  lines: listOf(InvoiceLine, 100, 'What the invoice charges.'),
  total_cents: cents({ description: 'The sum of its lines, in cents.', example: 42_000 }),
  applied_cents: sum('The amount paid from the deposit, in cents.', 42_000),
  balance_cents: cents({ description: 'The amount still to be paid, in cents.', example: 0 }),
})

const DepositStatement = resource('DepositStatement', 'The security deposit of a lease, itemized.', {
  lease_id: id({ description: 'The lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  organization_name: text(200, {
    description: 'Name of the organization that holds the deposit.',
    example: 'Maple Management',
  }),
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  address: text(600, { description: 'The property’s address.', example: '120 Maple Ave, Columbus, OH 43215' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
  residents: listOf(
    text(201, { description: 'A name.', example: 'Dana Whitfield' }),
    1_000,
    'The residents, primary first.',
  ),
  start_date: date({ description: 'The first day of the lease.', example: '2025-09-01' }),
  move_in_date: day('The day they moved in.', '2025-09-01'),
  move_out_date: day('The last day of the occupancy.', '2026-03-09'),
  as_of: date({ description: 'The day of the statement: today.', example: '2026-03-15' }),
  lines: listOf(DepositLine, 100_000, 'The amounts that were added to the deposit and taken from it, earliest first.'),
  deductions: listOf(DepositDeduction, 100_000, 'The invoices that the deposit was applied to, earliest first.'),
  received_cents: sum('The amount received as a deposit, in cents.', 142_500),
  applied_cents: sum('The amount applied to invoices, in cents.', 42_000),
  returned_cents: sum('The amount returned to the resident, in cents.', 100_500),
  held_cents: sum('The amount still held, in cents.', 0),
  owed_cents: sumOfCents({
    description:
      'The amount the lease still owes on the day of the statement, or on the day of its last line if that is later, in cents.',
    example: 0,
  }),
  credit_cents: sumOfCents({
    description: 'The amount that the resident has paid beyond what the lease owes on that day, in cents.',
    example: 0,
  }),
})

export const getDepositStatement = organizationOperation({
  tag: 'Leases',
  method: 'GET',
  path: '/leases/{lease_id}/deposit-statement',
  summary: 'Get a deposit statement',
  description:
    'Itemizes the security deposit of a lease: what was received, each deduction, what was applied and returned, and what is still held and owed. Lines dated in the future are included.',
  role: 'VIEWER',
  parameters: onlyOneLease,
  success: { status: 200, description: 'The statement.', schema: DepositStatement },
  errors: ['not_found'],
})
