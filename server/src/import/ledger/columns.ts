/** The columns of a ledger's history: our template, AppFolio's general ledger, or a tenant ledger that names its units. */
import { assignColumns, PLACE_HEADERS, type TableColumns, type TableKind, vocabularyOf } from '../read/table-columns.ts'

export const LEDGER = vocabularyOf({
  ...PLACE_HEADERS,
  date: ['Date', 'Transaction Date', 'Posted On', 'Posted Date', 'Date Posted', 'Posting Date'],
  payer: [
    ...['Resident', 'Tenant', 'Tenant Name', 'Resident Name', 'Payer', 'Payer Name', 'Payee / Payer', 'Payer / Payee'],
    ...['Name'],
  ],
  type: ['Type', 'Transaction Type', 'Entry Type'],
  code: ['Charge Code', 'Category', 'GL Account', 'Account', 'Account Name'],
  description: ['Description', 'Memo', 'Remarks', 'Notes', 'Comments'],
  charges: ['Charges', 'Charge', 'Charge Amount', 'Debit', 'Debits'],
  payments: [
    'Payments',
    'Payment',
    'Payments / Credits',
    'Payments and Credits',
    'Payment Amount',
    'Credit',
    'Credits',
  ],
  dueDate: ['Due Date', 'Due On'],
  method: ['Method', 'Payment Method', 'Payment Type'],
  reference: ['Reference', 'Reference Number', 'Ref', 'Ref Number', 'Check', 'Check Number', 'Receipt Number'],
  lineId: ['Transaction ID', 'Entry ID', 'Ledger Entry ID'],
  balance: ['Balance', 'Running Balance'],
})

export type LedgerField = keyof typeof LEDGER.headers

export const ledgerKind: TableKind<TableColumns<LedgerField>> = {
  needs: 'A ledger needs Date, Charges, Payments, Property and Unit.',
  map: cells => assignColumns(LEDGER, cells),
  missing({ indexOf }) {
    const hasPlace = indexOf.has('unit') || indexOf.has('unitId')
    return [
      ...(indexOf.has('date') ? [] : ['Date']),
      ...(indexOf.has('charges') ? [] : ['Charges']),
      ...(indexOf.has('payments') ? [] : ['Payments']),
      ...(hasPlace ? [] : ['Unit']),
    ]
  },
}
