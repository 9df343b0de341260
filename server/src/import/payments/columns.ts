/** The columns of a file of payments: an export of receipts or of tenant ledgers, or our template. */
import { comparable } from '../read/cells.ts'
import {
  assignRecordColumns,
  BUILDING_HEADERS,
  LATE_BUILDING_HEADERS,
  mappableOfContent,
  PLACE_HEADERS,
  type TableColumns,
  type TableKind,
  vocabularyOf,
} from '../read/table-columns.ts'

export const PAYMENTS = vocabularyOf({
  ...PLACE_HEADERS,
  building: BUILDING_HEADERS,
  date: [
    'Payment Date',
    'Date',
    'Receipt Date',
    'Date Received',
    'Received On',
    'Transaction Date',
    'Posted On',
    'Posted Date',
    'Payment Initiated Date',
    'Initiated On',
  ],
  payer: [
    'Tenant',
    'Tenant Name',
    'Resident',
    'Resident Name',
    'Payer',
    'Payer Name',
    'Paid By',
    'Received From',
    'Name',
    'Customer',
    'Customer Name',
    'Customer:Job',
    'Person',
  ],
  amount: ['Amount', 'Payment Amount', 'Receipt Amount', 'Amount Paid', 'Amount Received', 'Total Amount'],
  method: ['Method', 'Payment Method', 'Payment Type', 'Receipt Type', 'Type'],
  reference: [
    'Reference',
    'Reference Number',
    'Check',
    'Check Number',
    'Check No',
    'Check #/Reference',
    'Ref',
    'Ref Number',
    'Receipt',
    'Receipt Number',
    'Confirmation Number',
  ],
  memo: ['Memo', 'Description', 'Remarks', 'Notes', 'Comments'],
  status: ['Status', 'Payment Status'],
  returnedOn: ['Returned On', 'Reversed On', 'NSF Date', 'Return Date', 'Reversal Date'],
  paymentId: ['Payment ID', 'Payment External ID', 'Transaction ID', 'Receipt ID'],
})

export type PaymentField = keyof typeof PAYMENTS.headers

export const paymentsKind: TableKind<TableColumns<PaymentField>> = {
  name: 'payments',
  needs: 'Payments need Date, Amount, Property, and Unit or Tenant.',
  map: cells => assignRecordColumns(PAYMENTS, cells),
  lateHeaders: new Set([...['Person', 'Check No'].map(comparable), ...LATE_BUILDING_HEADERS]),
  ...mappableOfContent(PAYMENTS, ['paymentId']),
  missing({ indexOf }) {
    const hasPlace = indexOf.has('unit') || indexOf.has('payer')
    return [
      ...(indexOf.has('date') ? [] : ['Date']),
      ...(indexOf.has('amount') ? [] : ['Amount']),
      ...(hasPlace ? [] : ['Unit or Tenant']),
    ]
  },
}
