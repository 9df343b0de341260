/** The columns of a rent roll: its fields, and the charges that have their own column. */
import { comparable } from './cells.ts'
import { CHARGE_NAMES, chargeCodeOf } from './charge-columns.ts'
import type { ColumnMeaning } from './column-mapping.ts'
import type { ChargeCode } from './records.ts'
import { type Field, RENT_ROLL } from './rent-roll-headers.ts'
import {
  assignColumns,
  hasProperty,
  inWords,
  isQuestion,
  mappable,
  type TableColumns,
  type TableKind,
} from './table-columns.ts'

type ChargeColumn = { index: number; code: Exclude<ChargeCode, 'RENT'>; header: string }

/** A column for one kind of deposit, such as Pet Deposit. */
type DepositColumn = { index: number; header: string }

export type Columns = TableColumns<Field> & { charges: ChargeColumn[]; deposits: DepositColumn[] }

const FIELDS = mappable(RENT_ROLL)

export const rentRollKind: TableKind<Columns> = {
  name: 'rent_roll',
  needs: 'A rent roll needs the columns Property, Unit, and Status or Tenant.',
  map: mapColumns,
  meaningOf,
  columnNames: [...FIELDS.columnNames, ...CHARGE_NAMES, 'Pet Deposit', 'Key Deposit'],
  // Property is checked later, row by row, because a table may name it in heading rows instead.
  missing(columns) {
    const { indexOf } = columns
    const hasTenant = indexOf.has('status') || indexOf.has('tenant') || indexOf.has('lastName')
    const hasUnit = indexOf.has('unit') || isListOfHomes(columns)
    return [...(hasUnit ? [] : ['Unit']), ...(hasTenant ? [] : ['Status or Tenant'])]
  },
}

/** Returns what a name means among our columns; undefined if it is not one. A file may have several columns of charges and of kinds of deposits. */
function meaningOf(column: string): ColumnMeaning | undefined {
  const isOfMany = chargeCodeOf(column) !== undefined || isDepositKind(column)
  return FIELDS.meaningOf(column) ?? (isOfMany ? { header: column, field: undefined } : undefined)
}

/** Whether a table without a column of units has a home in each row, such as a list of single-family homes with their tenants and rent. */
export function isListOfHomes({ headers, indexOf }: TableColumns<Field>): boolean {
  const hasTenant = indexOf.has('tenant') || indexOf.has('lastName')
  return (
    !indexOf.has('unit') &&
    !headers.some(isLabel) &&
    PLACES.some(field => indexOf.has(field)) &&
    hasTenant &&
    (indexOf.has('rent') || indexOf.has('tenantRent'))
  )
}

/** Whether a header seems to be one of the labels of units, so that the rows of one property are not one home: `Unit Label/Name`, `Bldg and Apt`. */
function isLabel(header: string): boolean {
  const words =
    inWords(header)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  return words.some(word => UNIT_WORDS.has(word)) && words.every(word => UNIT_WORDS.has(word) || LABEL_WORDS.has(word))
}

const UNIT_WORDS = new Set(['unit', 'apt', 'apartment', 'suite', 'ste'])
const LABEL_WORDS = new Set([
  's',
  'no',
  'num',
  'number',
  'name',
  'label',
  'code',
  'bldg',
  'building',
  'and',
  'or',
  'property',
])

/** The columns that identify a home by its street. */
const ADDRESSES = ['propertyAddress', 'propertyStreet', 'address'] as const

/** The columns of which one identifies a home. */
export const PLACES = ['property', 'propertyName', 'propertyAddress', 'propertyStreet', 'building', 'address'] as const

/** Assigns every header to a field, a charge, or the ignored ones. */
export function mapColumns(cells: readonly string[]): Columns {
  const columns = withoutSecondMeanings(withoutStandIns(wholeBalance(assignColumns(RENT_ROLL, cells))))
  const hasCosts = columns.headers.some(header => OF_COSTS.test(inWords(header)))
  const charges = columns.headers.flatMap((header, index) => {
    const isHome = columns.indexOf.has('rent') && HOME_RENT.test(header)
    const code = isHome ? 'OTHER' : RENT_ROLL.known.has(comparable(header)) ? undefined : chargeCodeOf(header)
    const isCost = hasCosts && !isHome && (code === 'OTHER' || code === 'UTILITY')
    return code && !isCost ? [{ index, code, header }] : []
  })
  const isKind = (header: string) => isDepositKind(header) && !(columns.indexOf.has('deposit') && isOfAnyKind(header))
  const deposits = columns.headers.flatMap((header, index) =>
    !RENT_ROLL.known.has(comparable(header)) && isKind(header) ? [{ index, header }] : [],
  )
  const read = new Set([...columns.indexOf.values(), ...[...charges, ...deposits].map(({ index }) => index)])
  return {
    ...columns,
    charges,
    deposits,
    ignored: columns.headers.filter((header, index) => header && !read.has(index)),
  }
}

/** A column of an owner's own costs, next to which Taxes and Water are no charges of the resident, whose own is a Monthly Net Income. */
const OF_COSTS =
  /\bmortgages?\b|\bcash ?flow\b|^piti$|^noi$|\bnet operating income\b|^net income$|^(?:total |annual |monthly )?expenses?$|\b(?:management|mgmt) fees?\b/i

/** Headers of what is paid for the home itself, next to the rent of its lot. */
const HOME_RENT = /^(?:(?:mobile )?home|poh|trailer) (?:rent|payment)$/i

/**
 * Leaves out the columns that stand in for others, if the file has those: the building or address for the property, and the term of a lease for its
 * two days. Next to a name of the property, the address is that of its units, of which a new property may have none of its own.
 */
function withoutStandIns(columns: TableColumns<Field>): TableColumns<Field> {
  const indexOf = new Map(columns.indexOf)
  const address = indexOf.get('address')
  if (hasProperty(columns)) for (const field of ['building', 'address'] as const) indexOf.delete(field)
  if (!hasProperty(columns) || indexOf.has('propertyAddress') || indexOf.has('propertyStreet'))
    indexOf.delete('unitAddress')
  else if (address !== undefined && !indexOf.has('unitAddress')) indexOf.set('unitAddress', address)
  if (indexOf.has('leaseFrom') && indexOf.has('leaseTo')) indexOf.delete('leaseTerm')
  return { ...columns, indexOf }
}

/**
 * Leaves out a column whose word has two meanings and not that of a rent roll: `Units` is a number of units, unlike `Unit(s)`, `Name` is the name
 * of a property if it stands before the unit and nothing else names the property, `Last` is a name only next to `First`, and `Lot` may be the size of a
 * home that its address identifies.
 */
function withoutSecondMeanings(columns: TableColumns<Field>): TableColumns<Field> {
  const indexOf = new Map(columns.indexOf)
  const [tenant, unit] = [indexOf.get('tenant') ?? -1, indexOf.get('unit') ?? -1]
  const isName = /^names?$/i.test(columns.headers[tenant] ?? '')
  if (isName && (unit === -1 || (tenant < unit && !hasProperty(columns)))) indexOf.delete('tenant')
  for (const [field, word] of [
    ['lastName', 'last'],
    ['firstName', 'first'],
  ] as const) {
    const isAlone = indexOf.has('tenant') || !indexOf.has('lastName') || !indexOf.has('firstName')
    if (isAlone && comparable(columns.headers[indexOf.get(field) ?? -1] ?? '') === word) indexOf.delete(field)
  }
  if (/^units$/i.test(columns.headers[unit] ?? '')) indexOf.delete('unit')
  const hasAddress = ADDRESSES.some(field => indexOf.has(field))
  if (hasAddress && /^(?:lot|room|space)/i.test(columns.headers[unit] ?? '')) indexOf.delete('unit')
  return { ...columns, indexOf }
}

/** The header of a rent that is not read: its name may be unknown, or it is not per month. */
export function unreadRent({ ignored }: Columns): string | undefined {
  return ignored.find(header => {
    const words = inWords(header)
    return /\brent(?:al)?\b/i.test(words) && !isQuestion(header) && !NOT_RENT.test(words)
  })
}

const NOT_RENT =
  /\b(?:date|due|day|on|last|next|increase|insurance|control\w*|status|type|code|id|ready|deposit|market|sq|sf|psf|ft)\b|[#%/]/i

const OVERDUE = /^(?:amount)?pastdue(?:balance|amount|rent)?$|^delinquen(?:t|cy)(?:balance)?$/

/** Whether a column is one of what is past due, and not of the whole balance. */
export function isOverdue(header: string): boolean {
  return OVERDUE.test(comparable(header))
}

/**
 * Reads the whole balance rather than the part of it that is overdue, if a file has a column for each.
 */
function wholeBalance(columns: TableColumns<Field>): TableColumns<Field> {
  const { headers, indexOf } = columns
  if (!isOverdue(headers[indexOf.get('pastDue') ?? -1] ?? '')) return columns
  const at = headers.findIndex(
    header => !isQuestion(header) && RENT_ROLL.known.get(comparable(header))?.field === 'pastDue' && !isOverdue(header),
  )
  return at === -1 ? columns : { ...columns, indexOf: new Map(indexOf).set('pastDue', at) }
}

/** Whether a header names a kind of deposit, such as `Pet Deposit` or `Deposit - Key`, and not a fact about deposits, such as `Deposit Date`. */
function isDepositKind(header: string): boolean {
  const words = inWords(header)
  return /\bdeposits?\b/i.test(words) && !DEPOSIT_FACTS.test(words) && !isQuestion(header)
}

/** Whether a header is another word for the security deposit, so that next to its column it is not a deposit of another kind. */
function isOfAnyKind(header: string): boolean {
  return (inWords(header).match(/[a-z]+/gi) ?? []).every(word => OF_ANY_KIND.test(word))
}

const OF_ANY_KIND = /^(?:security|sec|deposits?|held|on|hand|amount|amt|current|currently|tenant|resident|lease)$/i

const DEPOSIT_FACTS =
  /\b(?:total|target|standard|default|advertised|asking|proposed|quoted|expected|minimum|date|day|on|due|required|requested|asked|owed|paid|unpaid|refund\w*|return\w*|interest|type|kind|waive\w*|insurance|alternative|surety|billed|market|balance|status|id|number|bank|account|method|notes?|comments?|count|per|hidden|by|holder)\b|#|%/i
