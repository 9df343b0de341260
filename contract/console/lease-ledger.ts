/** What a lease was charged and what was paid for it, line by line, with what it owed after each. */
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
  description: 'RECEIVABLE is what the lease owes, DEPOSIT what is held for it.',
  example: 'RECEIVABLE',
})

export const LedgerLine = resource('LedgerLine', 'Something that changed what a lease owes, or what is held for it.', {
  line_id: id({ description: 'The line.', example: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70' }),
  effective_on: date({ description: 'The day it counts from.', example: '2026-03-01' }),
  recorded_at: instant({ description: 'When it was entered.', example: '2026-03-01T09:30:00.000Z' }),
  account,
  code: oneOf(LEDGER_CODES, { description: 'What it is.', example: 'RENT' }),
  description: text(200, { description: 'The same in words.', example: 'Rent' }),
  amount_cents: sum('What it adds, in cents; negative when it takes away.', 142_500),
  balance_cents: sum('What the account comes to with it, in cents.', 142_500),
  invoice_id: nullable(
    id({ description: 'The invoice that charges it, or takes it back.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }),
  ),
  invoice_number: nullable(integer(1, 2_147_483_647, { description: 'Its number.', example: 4_711 })),
  payment_id: nullable(
    id({ description: 'The payment, or what was taken back of it.', example: 'pay_01kh3zr6q8m4x6z0b2d5f7h9kq' }),
  ),
})

export const getLeaseLedger = organizationOperation({
  tag: 'Leases',
  idempotent: false,
  method: 'GET',
  path: '/leases/{lease_id}/ledger',
  summary: 'Get a lease’s ledger',
  description:
    'Lists what was charged and paid, the latest day first, with what its account comes to after each line; days to come are there too. A payment is one line a day, however many invoices it settles.',
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
