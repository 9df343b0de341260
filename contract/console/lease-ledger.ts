/** The ledger of a lease: its charges and payments line by line, with the balance after each. */
import Type from 'typebox'
import { CHARGE_CODES } from '../v1/invoices.ts'
import {
  cents,
  date,
  id,
  instant,
  integer,
  MAX_CENTS,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
} from '../values.ts'
import { onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

export const LEDGER_ACCOUNTS = ['RECEIVABLE', 'DEPOSIT'] as const
const LEDGER_CODES = [...CHARGE_CODES, 'PAYMENT', 'REFUND'] as const

const sum = (description: string, example: number) => cents({ description, example, minimum: -MAX_CENTS })
const account = oneOf(LEDGER_ACCOUNTS, {
  description: 'RECEIVABLE is what the lease owes. DEPOSIT is the security deposit that is held for it.',
  example: 'RECEIVABLE',
})

export const LedgerLine = resource(
  'LedgerLine',
  'A change of what a lease owes, or of the deposit that is held for it.',
  {
    line_id: id({ description: 'The line.', example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70' }),
    effective_on: date({ description: 'The day from which the line counts.', example: '2026-03-01' }),
    recorded_at: instant({ description: 'When the line was posted.', example: '2026-03-01T09:30:00.000Z' }),
    account,
    code: oneOf(LEDGER_CODES, { description: 'The kind of charge, PAYMENT or REFUND.', example: 'RENT' }),
    description: text(200, { description: 'The line in words.', example: 'Rent' }),
    amount_cents: sum('The amount, in cents; negative when it lowers the balance.', 142_500),
    balance_cents: sum('The balance of the account after this line, in cents.', 142_500),
    invoice_id: nullable(
      id({ description: 'The invoice that charges or voids the amount.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
    ),
    invoice_number: nullable(integer(1, 2_147_483_647, { description: 'The invoice’s number.', example: 4_711 })),
    payment_id: nullable(
      id({
        description: 'The payment that was applied, reversed or refunded.',
        example: 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq',
      }),
    ),
  },
)

export const getLeaseLedger = organizationOperation({
  tag: 'Leases',
  idempotent: false,
  method: 'GET',
  path: '/leases/{lease_id}/ledger',
  summary: 'Get a lease’s ledger',
  description:
    'Lists charges and payments, the latest day first, with the balance of the account after each line. Lines of future days are included. A payment is one line per day, however many invoices it is applied to.',
  role: 'VIEWER',
  parameters: {
    ...onlyOneLease,
    query: parameters({
      account: Type.Optional({ ...account, description: 'Only lines of this account.' }),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of the ledger.', schema: pageOf('LeaseLedger', LedgerLine) },
  errors: ['not_found'],
})
