/** The ledger of a lease: its charges and payments line by line, with the balance after each. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  date,
  id,
  idInput,
  instant,
  integer,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  signedSumOfCents,
  text,
  updatedSince,
} from '../values.ts'
import { CHARGE_CODES } from './invoices.ts'

export const LEDGER_ACCOUNTS = ['RECEIVABLE', 'DEPOSIT'] as const
export const LEDGER_CODES = [...CHARGE_CODES, 'PAYMENT', 'REFUND'] as const

const sum = (description: string, example: number) => signedSumOfCents({ description, example })
export const ledgerAccount = oneOf(LEDGER_ACCOUNTS, {
  description: 'RECEIVABLE is what the lease owes. DEPOSIT is the security deposit that is held for it.',
  example: 'RECEIVABLE',
})

export const LedgerLine = resource(
  'LedgerLine',
  'A change in what a lease owes, or in the deposit that is held for it.',
  {
    line_id: id({ description: 'ID of the line.', example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70' }),
    effective_on: date({ description: 'The day from which the line counts.', example: '2026-03-01' }),
    recorded_at: instant({ description: 'When the line was posted.', example: '2026-03-01T09:30:00.000Z' }),
    account: ledgerAccount,
    code: oneOf(LEDGER_CODES, { description: 'The kind of charge, PAYMENT or REFUND.', example: 'RENT' }),
    description: text(200, { description: 'Description of the line.', example: 'Rent' }),
    amount_cents: sum('The amount, in cents; negative when it lowers the balance.', 142_500),
    balance_cents: sum('The balance of the account after this line, in cents.', 142_500),
    cash_cents: sum(
      'Money received with this line, in cents; negative if it was paid out. 0 for a charge, and for an opening balance, whose money was received earlier. The two lines of a withheld deposit, one in each account, add up to 0.',
      0,
    ),
    invoice_id: nullable(
      id({
        description: 'ID of the invoice that charges or voids the amount.',
        example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm',
      }),
    ),
    invoice_number: nullable(integer(1, 2_147_483_647, { description: 'Number of the invoice.', example: 4_711 })),
    payment_id: nullable(
      id({
        description: 'ID of the payment that was applied, reversed or refunded.',
        example: 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq',
      }),
    ),
  },
)

export const getLeaseLedger = operation({
  method: 'GET',
  path: '/leases/{id}/ledger',
  tag: 'Accounting',
  summary: 'Get the ledger of a lease',
  description:
    'Lists what was charged to a lease and paid for it, the latest day first, with the balance of the account after each line; lines dated in the future are listed too. ' +
    'A line never changes and is never removed: a void, a reversal and a refund are lines of their own day. ' +
    'A payment is one line per day, however many invoices it is applied to. `updated_since` lists the lines that were posted since then.',
  scope: 'accounting:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }) }),
    query: parameters({
      account: Type.Optional({ ...ledgerAccount, description: 'Returns only lines of this account.' }),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of the ledger.', schema: pageOf('Ledger', LedgerLine) },
  errors: ['not_found'],
})
