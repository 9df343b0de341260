/** The fields of the rent rolls of other systems. A layout states the headers of each field; charges may have columns of their own. */
import { assignColumns, type Headers, type TableColumns, vocabularyOf } from '../table-columns.ts'

const FIELDS = [
  'property',
  'unit',
  'unitType',
  'bedBath',
  'sqft',
  'status',
  'residentId',
  'leaseId',
  'name',
  'marketRent',
  'rent',
  'chargeCode',
  'amount',
  'recurringCharges',
  /** What a commercial tenant pays for common areas. */
  'commonAreas',
  'recurringCredits',
  'total',
  'deposit',
  'otherDeposit',
  /** The deposit that was agreed, as opposed to the one that is held. */
  'agreedDeposit',
  'prepaid',
  'balance',
  'moveIn',
  'leaseStart',
  'leaseEnd',
  'moveOut',
  /** The move-in and move-out dates in one column. */
  'moves',
  'ledger',
  'rentCycle',
  /** Headers of the layout that are deliberately not read, so that they are not reported as ignored. */
  'unread',
] as const

export type LayoutField = (typeof FIELDS)[number]

export type LayoutColumns = TableColumns<LayoutField>

/** Completes the headers of a layout: a field that it does not name has no header. */
export function layoutVocabulary(headers: Partial<Headers<LayoutField>>) {
  const all: Headers<LayoutField> = { ...NONE, ...headers }
  const vocabulary = vocabularyOf(all)
  return (cells: readonly string[]): LayoutColumns => assignColumns(vocabulary, cells)
}

const NONE = Object.fromEntries(FIELDS.map(field => [field, []])) as unknown as Headers<LayoutField>
