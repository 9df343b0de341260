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
  map: mapColumns,
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

/**
 * Assigns the headers. If a file has an amount and what was paid of it, such as a list of rents with its partial payments, the payment is what was paid.
 * `Paid` may also say whether or when, unless it stands next to the balance that is left.
 */
function mapColumns(cells: readonly string[]): TableColumns<PaymentField> {
  const columns = assignRecordColumns(PAYMENTS, cells)
  const names = columns.headers.map(comparable)
  const amount = columns.indexOf.get('amount')
  const isPaid = (name: string) =>
    /^(?:amountpaid|paidamount|amountreceived)$/.test(name) || (name === 'paid' && names.includes('balance'))
  const paid = names.findIndex(isPaid)
  if (paid === -1 || amount === undefined || names[amount] !== 'amount') return columns
  const indexOf = new Map(columns.indexOf).set('amount', paid)
  const read = new Set(indexOf.values())
  return { ...columns, indexOf, ignored: columns.headers.filter((header, index) => header && !read.has(index)) }
}
