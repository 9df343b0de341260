/** The fields of the rent rolls of other systems. A layout says by which headers it goes; charges may have columns of their own. */
import { assignColumns, type Headers, type TableColumns, vocabularyOf } from '../table-columns.ts'

export type HouseholdField =
  | 'property'
  | 'unit'
  | 'unitType'
  | 'bedBath'
  | 'sqft'
  | 'status'
  | 'residentId'
  | 'leaseId'
  | 'name'
  | 'marketRent'
  | 'rent'
  | 'chargeCode'
  | 'amount'
  | 'recurringCharges'
  | 'recurringCredits'
  | 'total'
  | 'deposit'
  | 'otherDeposit'
  | 'prepaid'
  | 'balance'
  | 'moveIn'
  | 'leaseStart'
  | 'leaseEnd'
  | 'moveOut'
  | 'ledger'
  /** Headers that a layout has and nothing is read from, so that they are not reported as ignored. */
  | 'unread'

export type LayoutColumns = TableColumns<HouseholdField>

/** Headers of a layout in full: what it does not name it does not have. */
export function layoutVocabulary(headers: Partial<Headers<HouseholdField>>) {
  const all: Headers<HouseholdField> = { ...NONE, ...headers }
  const vocabulary = vocabularyOf(all)
  return (cells: readonly string[]): LayoutColumns => assignColumns(vocabulary, cells)
}

const NONE = Object.fromEntries(
  (
    [
      ...['property', 'unit', 'unitType', 'bedBath', 'sqft', 'status', 'residentId', 'leaseId', 'name', 'marketRent'],
      ...['rent', 'chargeCode', 'amount', 'recurringCharges', 'recurringCredits', 'total', 'deposit', 'otherDeposit'],
      ...['prepaid', 'balance', 'moveIn', 'leaseStart', 'leaseEnd', 'moveOut', 'ledger', 'unread'],
    ] as HouseholdField[]
  ).map(field => [field, []]),
) as unknown as Headers<HouseholdField>
