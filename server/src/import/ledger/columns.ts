/** The columns of a ledger's history: our template, the general ledgers of AppFolio and Buildium, or a tenant ledger that names its units. */
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

export const LEDGER = vocabularyOf({
  ...PLACE_HEADERS,
  propertyName: [...PLACE_HEADERS.propertyName, 'Building Name'],
  building: BUILDING_HEADERS.filter(header => header !== 'Building Name'),
  date: ['Date', 'Transaction Date', 'Posted On', 'Posted Date', 'Date Posted', 'Posting Date', 'Entry Date'],
  payer: [
    ...['Resident', 'Tenant', 'Tenant Name', 'Resident Name', 'Payer', 'Payer Name', 'Payee / Payer', 'Payer / Payee'],
    ...['Payee Name Raw', 'Name'],
  ],
  type: ['Type', 'Transaction Type', 'Entry Type', 'Journal Code Description'],
  code: ['Charge Code', 'Category', 'GL Account', 'Account', 'Account Name', 'GL Account Name'],
  description: ['Description', 'Memo', 'Remarks', 'Notes', 'Comments', 'Posting Memo', 'Journal Memo'],
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
  /** The postings of Buildium's general ledger have one signed amount, which a debit raises. */
  posted: ['Amount'],
  isCashPosting: ['Is Cash Posting'],
})

export type LedgerField = keyof typeof LEDGER.headers

export const ledgerKind: TableKind<TableColumns<LedgerField>> = {
  name: 'ledger',
  needs: 'A ledger needs Date, Charges, Payments, Property and Unit.',
  map: cells => assignRecordColumns(LEDGER, cells),
  lateHeaders: new Set(LATE_BUILDING_HEADERS.filter(header => header !== comparable('Building Name'))),
  ...mappableOfContent(LEDGER, ['lineId', 'type', 'posted', 'isCashPosting']),
  missing(columns) {
    const { indexOf } = columns
    const isPosted = hasPostings(columns)
    const hasPlace = indexOf.has('unit') || indexOf.has('unitId')
    return [
      ...(indexOf.has('date') ? [] : ['Date']),
      ...(isPosted || indexOf.has('charges') ? [] : ['Charges']),
      ...(isPosted || indexOf.has('payments') ? [] : ['Payments']),
      ...(hasPlace ? [] : ['Unit']),
    ]
  },
}

/** Whether the rows are postings with one signed amount, rather than lines with columns of charges and payments. */
function hasPostings({ indexOf }: TableColumns<LedgerField>): boolean {
  return indexOf.has('posted') && indexOf.has('isCashPosting')
}
