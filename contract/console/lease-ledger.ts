/** The ledger of a lease, as the console shows it: the lines are those of version 1, with how each payment was made. */
import Type from 'typebox'
import { LedgerLine, ledgerAccount } from '../v1/ledger.ts'
import { Payment } from '../v1/payments.ts'
import { nullable, pageOf, pageParameters, parameters, resource } from '../values.ts'
import { onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

const { method, reference } = Payment.properties

const LeaseLedgerLine = resource('LeaseLedgerLine', 'A line of the ledger, and how its payment was made.', {
  ...LedgerLine.properties,
  payment_method: nullable(method),
  payment_reference: reference,
})

export const getLeaseLedger = organizationOperation({
  tag: 'Leases',
  method: 'GET',
  path: '/leases/{lease_id}/ledger',
  summary: 'Get a lease’s ledger',
  description:
    'Lists charges and payments, the latest day first, with the balance of the account after each line. Lines dated in the future are included. A payment is one line per day, however many invoices it is applied to.',
  role: 'VIEWER',
  parameters: {
    ...onlyOneLease,
    query: parameters({
      account: Type.Optional({ ...ledgerAccount, description: 'Returns only lines of this account.' }),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of the ledger.', schema: pageOf('LeaseLedger', LeaseLedgerLine) },
  errors: ['not_found'],
})
