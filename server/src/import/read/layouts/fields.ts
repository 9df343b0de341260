/** The fields of the rent rolls of other systems. A layout states the headers of each field; charges may have columns of their own. */
import { comparable } from '../cells.ts'
import { rentRollKind } from '../columns.ts'
import { columnsAsMapped } from '../mapped-columns.ts'
import { type Field, RENT_ROLL } from '../rent-roll-headers.ts'
import type { TableRow } from '../table.ts'
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

/** The words for the first day of a lease in any report. If a layout did not know one of them, the move-in date would stand in for it. */
export const LEASE_START = [
  ...['Lease Start', 'Lease Start Date', 'Lease From', 'Lease From Date'],
  ...['Lease Begin', 'Lease Begins', 'Lease Begin Date'],
]

/** The part of a layout that reads its header. */
type Mapped = { map(cells: readonly string[]): LayoutColumns }

/** Returns the columns of a header row of a layout, with the mapping applied. */
export function layoutColumns(layout: Mapped, cells: readonly string[], mapped: TableRow['mapped']): LayoutColumns {
  return columnsAsMapped(cells, mapped?.('rent_roll'), layoutKind(layout))
}

/** The columns that a layout can have, by the names of ours. */
export function layoutKind({ map }: Mapped) {
  const { names } = map([])
  return {
    map,
    columnNames: rentRollKind.columnNames,
    meaningOf(column: string) {
      const field = FIELD_OF[RENT_ROLL.known.get(comparable(column))?.field ?? 'address']
      const header = field && names[field][0]
      return header === undefined ? undefined : { header, field }
    },
  }
}

/** Whether a column can be mapped to the field: only if it is a column of ours too. */
export function canBeMapped(field: LayoutField): boolean {
  return Object.values(FIELD_OF).includes(field)
}

/** The field of a layout that a column of ours is. */
const FIELD_OF: Partial<Record<Field, LayoutField>> = {
  property: 'property',
  propertyName: 'property',
  unit: 'unit',
  unitType: 'unitType',
  bedBath: 'bedBath',
  sqft: 'sqft',
  status: 'status',
  tenant: 'name',
  residentId: 'residentId',
  leaseId: 'leaseId',
  leaseFrom: 'leaseStart',
  leaseTo: 'leaseEnd',
  moveIn: 'moveIn',
  moveOut: 'moveOut',
  marketRent: 'marketRent',
  rent: 'rent',
  rentCycle: 'rentCycle',
  total: 'total',
  deposit: 'deposit',
  pastDue: 'balance',
  prepaid: 'prepaid',
}

const NONE = Object.fromEntries(FIELDS.map(field => [field, []])) as unknown as Headers<LayoutField>
