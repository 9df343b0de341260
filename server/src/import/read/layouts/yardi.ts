/** Yardi Voyager: “Rent Roll with Lease Charges”, one row per charge, and plain “Rent Roll”, one row per unit. */
import { comparable } from '../cells.ts'
import type { TableRow } from '../table.ts'
import { vacancyInPlaceOf, wordNotForRent } from '../vacancy.ts'
import { isPageFooter, isPageText } from './banner.ts'
import { type LayoutColumns, LEASE_START, layoutVocabulary } from './fields.ts'
import type { Layout, RowReader } from './layout.ts'
import {
  checkUnitTotal,
  isChargeInFull,
  REPEATED_HEADER,
  type Reading,
  type RowKind,
  readCharge,
  SHIFTED,
  stateByWord,
  walk,
} from './reading.ts'
import { isAny, isUnit as isUnitDraft, type Roll } from './roll.ts'
import { isEmptyIn, isTotalLabel, nameInTotal, openPropertyOf, type SeenRow, skipSummaryRow, statedIn } from './rows.ts'
import { readTenancy, readUnitFacts } from './tenancy.ts'
import { readYardiSummary } from './yardi-summary.ts'

const SHARED = {
  property: ['Property', 'Property Code', 'Property Name'],
  unit: ['Unit'],
  unitType: ['Unit Type', 'Type', 'Floor Plan'],
  sqft: ['Unit Sq Ft', 'Sq Ft', 'Unit Sqft', 'Unit Square Feet', 'Square Feet'],
  residentId: ['Resident', 'Resident Code', 'Resident ID', 'Tenant Code', 'Tenant ID', 'Tenant'],
  name: ['Name', 'Resident Name', 'Tenant Name'],
  marketRent: ['Market Rent', 'Market'],
  deposit: ['Resident Deposit', 'Security Deposit', 'Deposit', 'Deposits', 'Deposit Held'],
  otherDeposit: ['Other Deposit', 'Other Deposits'],
  moveIn: ['Move In', 'Move In Date'],
  leaseStart: LEASE_START,
  leaseEnd: [
    ...['Lease Expiration', 'Lease Expiration Date', 'Lease Exp', 'Lease Exp Date', 'Lease Expires', 'Expiration'],
    ...['Expiration Date', 'Lease End', 'Lease End Date', 'Lease To', 'Lease To Date'],
  ],
  moveOut: ['Move Out', 'Move Out Date'],
  balance: ['Balance', 'Balance Due', 'Ending Balance', 'Current Balance', 'Resident Balance'],
}

export const yardiLeaseCharges: Layout = {
  name: 'yardi-lease-charges',
  title: 'Yardi Voyager, Rent Roll with Lease Charges',
  headerRows: 2,
  hasOwnCodes: true,
  map: layoutVocabulary({
    ...SHARED,
    chargeCode: ['Charge Code', 'Charge'],
    amount: ['Amount', 'Charge Amount', 'Lease Charges', 'Monthly Amount', 'Scheduled Amount'],
  }),
  needs: ['unit', 'residentId', 'chargeCode', 'amount', 'leaseEnd'],
  begin,
}

export const yardiRentRoll: Layout = {
  name: 'yardi-rent-roll',
  title: 'Yardi Voyager, Rent Roll',
  headerRows: 2,
  hasOwnCodes: false,
  map: layoutVocabulary({ ...SHARED, rent: ['Actual Rent', 'Actual'] }),
  needs: ['unit', 'residentId', 'name', 'rent', 'leaseEnd'],
  begin,
}

type YardiReading = Reading & {
  section: 'current' | 'future'
  /** Reads the rows of the summary that was opened last, and returns whether a row is one of them. */
  summary: ((row: TableRow) => boolean) | undefined
  /** Whether the rows are those above the table, which each property may have. */
  isInBanner: boolean
}

const CURRENT_SECTION =
  /^(?:current|notice|vacant|occupied)(?:\s*\/\s*(?:current|notice|vacant|occupied))*(?: (?:residents|units|tenants))?$/i
const FUTURE_SECTION =
  /^(?:future(?: residents| tenants| leases)?(?:\s*(?:\/|and|&)?\s*applicants?)?|applicants|pending(?: residents)?)$/i
const SUMMARY = /^summary (?:groups|of charges)/i
const TITLE = /^rent roll\b/i

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  const reading: YardiReading = {
    roll,
    columns,
    tenancy: undefined,
    section: 'current',
    summary: undefined,
    isInBanner: false,
  }
  return walk(reading, ROWS)
}

const ROWS: readonly RowKind<YardiReading>[] = [
  {
    is: ({ isLone, first }) => isLone && (CURRENT_SECTION.test(first) || FUTURE_SECTION.test(first)),
    read: openSection,
  },
  { is: ({ isLone, first }) => isLone && TITLE.test(first), read: openBanner },
  { is: ({ first }) => SUMMARY.test(first), read: openSummary },
  { is: isOfBanner, read: openProperty },
  { is: isOfSummary },
  { is: isTitle },
  { is: (_, { summary }) => summary !== undefined, read: (seen, { roll }) => skipSummaryRow(seen, roll) },
  REPEATED_HEADER,
  { is: ({ isLone, first }) => isLone && /\S\s*\([^()]+\)$/.test(first), read: openProperty },
  { is: ({ isLone, first }, { roll }) => isLone && roll.isHeading(first) },
  SHIFTED,
  { is: openPropertyOfRow },
  { is: isUnitTotal, read: checkUnitTotal },
  { is: isPropertyTotal, read: closeProperty },
  { is: isFurtherCharge, read: readOneCharge },
  { is: isChargeInFull, read: readOneCharge },
  { is: isUnit, read: readUnit },
]

function openSection({ first }: SeenRow, reading: YardiReading): void {
  const section = FUTURE_SECTION.test(first) ? 'future' : 'current'
  // A page that begins within a unit repeats the name of its section.
  if (section !== reading.section) reading.tenancy = undefined
  reading.section = section
  reading.summary = undefined
  reading.isInBanner = false
}

/** Begins the title rows of a further page, or of the next property, which also ends a summary. */
function openBanner(_: SeenRow, reading: YardiReading): void {
  reading.summary = undefined
  reading.isInBanner = true
}

/** Whether a row above a further table names its property. */
function isOfBanner({ first, isLone }: SeenRow, { isInBanner }: YardiReading): boolean {
  return isInBanner && isLone && !isPageText(first)
}

/** Begins a summary. Each property may have its own, or the file may have one of all properties, or both. */
function openSummary({ row }: SeenRow, reading: YardiReading): void {
  const { roll } = reading
  reading.tenancy = undefined
  reading.summary = readYardiSummary(roll, row, roll.coveredBySummary())
}

/** Reads a row of a summary. The table continues after a summary if each property has its own, so a unit closes it. */
function isOfSummary(seen: SeenRow, reading: YardiReading): boolean {
  if (reading.summary?.(seen.row)) return true
  if (isUnit(seen)) reading.summary = undefined
  return false
}

/** Whether a row is a title or a remark such as `(Current/Notice Residents Only)`, or the banner of a further page. */
function isTitle({ first, filled, isLone }: SeenRow): boolean {
  // A comma in a date may have split one cell into two.
  if (filled.length <= 2 && /^(?:as of|month year|printed|created on|page \d)/i.test(first)) return true
  return isLone && (/^\(.*\)$|^for selected/i.test(first) || isPageFooter(first))
}

function openProperty({ first }: SeenRow, reading: YardiReading): void {
  if (!reading.roll.openProperty(first)) return
  reading.section = 'current'
  reading.tenancy = undefined
}

/**
 * Begins the property that a row names. If a file names the property in each row, no rows open and close properties, and such a row is also read as
 * the unit that it is.
 */
function openPropertyOfRow(seen: SeenRow, reading: YardiReading): boolean {
  if (openPropertyOf(seen, reading.roll)) reading.tenancy = undefined
  return false
}

/** Whether a row is a property's total: `,,,Total,Oxbow Flats,…`, or with its label in the first column, where it may name the property. */
function isPropertyTotal({ cells, first, isLone }: SeenRow): boolean {
  if (isLone) return false
  const [unit, residentId] = [cells.text('unit'), cells.text('residentId')]
  if (unit === '' && residentId !== '') return isTotalLabel(residentId)
  if (residentId !== '' || !isTotalLabel(first)) {
    return unit === '' && /^(?:grand|report) totals?\b/i.test(cells.text('name'))
  }
  return first === unit || unit === ''
}

/** Reads the row that closes a property, and names it. */
function closeProperty(seen: SeenRow, reading: YardiReading): void {
  const { roll } = reading
  const { block, orBlock } = roll.closeTotal(nameInTotal(seen, roll))
  const hasUnits = (block ?? orBlock)?.drafts.some(isUnitDraft) ?? false
  const name = block ? `Total of ${block.property?.name ?? 'the property'}` : 'Total'
  const total = { name, line: seen.row.line, block, orBlock }
  // The units of future residents are counted elsewhere.
  if (hasUnits) roll.state(total, 'market_rent_cents', statedIn(seen, 'marketRent'), { of: [isUnitDraft] })
  roll.state(total, 'charges_cents', statedIn(seen, seen.cells.has('rent') ? 'rent' : 'amount'))
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'))
  roll.state(total, 'other_deposit_cents', statedIn(seen, 'otherDeposit'))
  roll.state(total, 'balance_cents', statedIn(seen, 'balance'), { of: [isAny, isUnitDraft] })
  // Future residents may be listed with their property or after all properties.
  if (hasUnits) reading.section = 'current'
  reading.tenancy = undefined
}

function isUnitTotal({ cells }: SeenRow): boolean {
  return cells.text('unit') === '' && /^totals?:?$/i.test(cells.text('chargeCode'))
}

/**
 * Whether a row is a further charge, which has only a code and an amount. A row that also describes a unit or names a resident has lost its label.
 */
function isFurtherCharge(seen: SeenRow): boolean {
  const facts = ['unit', 'residentId', 'name', 'unitType', 'sqft', 'marketRent'] as const
  return isEmptyIn(seen, facts) && seen.cells.text('chargeCode') !== ''
}

function isUnit({ cells, isLone }: SeenRow): boolean {
  return !isLone && cells.text('unit') !== '' && (cells.text('residentId') !== '' || cells.text('name') !== '')
}

function readUnit(seen: SeenRow, reading: YardiReading): void {
  const { roll, section } = reading
  const { cells, row } = seen
  reading.isInBanner = false
  const words = section === 'current' ? [cells.text('residentId'), cells.text('name')] : []
  const word = words.map(wordIn).find(text => text !== undefined) ?? (isWord(words) ? words[0] : undefined)
  const facts = section === 'current' ? readUnitFacts(cells) : undefined
  const tenancy = readTenancy(cells, word === undefined ? cells.text('name') || cells.text('residentId') : '')
  if (section === 'future') roll.add({ kind: 'future', line: row.line, label: cells.text('unit'), tenancy })
  else if (facts)
    roll.add({ kind: 'unit', line: row.line, facts, state: stateByWord(word, roll), isEviction: false, tenancy })
  reading.tenancy = tenancy
  readOneCharge(seen, reading)
}

/** The word in a column of the resident that is known to describe a unit without one. */
function wordIn(text: string): string | undefined {
  return vacancyInPlaceOf(text) === undefined ? wordNotForRent(text) : text
}

/** Whether the columns of the resident's code and name say the same in letters, so that it is a word for the unit, such as `WAIT`, and no resident. */
function isWord([residentId = '', name = '']: readonly string[]): boolean {
  return /^[a-z][a-z /-]*$/i.test(residentId) && comparable(residentId) === comparable(name)
}

function readOneCharge(seen: SeenRow, reading: YardiReading): void {
  readCharge(seen, reading, 'rent')
}
