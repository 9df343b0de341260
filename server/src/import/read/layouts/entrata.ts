/** Entrata, “Rent Roll w/ Lease Charges”, one row per charge, and “Rent Roll”, one row per unit; future residents have a separate table. */
import { cleanCell, comparable, MONEY } from '../cells.ts'
import { quote } from '../row-cells.ts'
import { vacancyInPlaceOf } from '../vacancy.ts'
import { isPageFooter, isPageText } from './banner.ts'
import { type EntrataSummary, isBesideSummary, readSummary } from './entrata-summary.ts'
import { type LayoutColumns, LEASE_START, layoutColumns, layoutVocabulary } from './fields.ts'
import type { Layout, RowReader } from './layout.ts'
import {
  checkUnitTotal,
  isChargeInFull,
  REPEATED_HEADER,
  type Reading,
  type RowKind,
  readCharge,
  readStatus,
  SHIFTED,
  walk,
} from './reading.ts'
import type { Roll, UnitDraft } from './roll.ts'
import {
  isEmptyIn,
  isTotalLabel,
  nameInTotal,
  rejectRow,
  reportText,
  type SeenRow,
  statedCount,
  statedIn,
} from './rows.ts'
import { readTenancy, readUnitFacts } from './tenancy.ts'

const map = layoutVocabulary({
  property: ['Property', 'Property Name', 'Property Code'],
  unit: ['Bldg-Unit', 'Bldg/Unit', 'Unit'],
  unitType: ['Unit Type'],
  sqft: ['SQFT', 'Sq Ft', 'Square Feet', 'Unit SQFT'],
  status: ['Unit Status', 'Status'],
  name: ['Resident', 'Resident Name', 'Resident(s)', 'Name'],
  moveIn: ['Move-In', 'Move-In Date'],
  leaseStart: LEASE_START,
  leaseEnd: ['Lease End', 'Lease End Date', 'Lease To'],
  moveOut: ['Expected Move-Out', 'Move-Out', 'Expected Move-Out Date', 'Move-Out Date'],
  marketRent: ['Market Rent'],
  ledger: ['Ledger'],
  chargeCode: ['Charge Code'],
  amount: ['Scheduled Charges', 'Scheduled Charge'],
  balance: ['Balance', 'Resident Balance', 'Balance Due', 'Current Balance', 'Ending Balance'],
  deposit: ['Deposit Held', 'Deposits Held', 'Deposit', 'Deposits', 'Security Deposit'],
  unread: ['Actual Charges'],
})

export const entrata: Layout = {
  name: 'entrata',
  title: 'Entrata, Rent Roll',
  headerRows: 1,
  hasOwnCodes: true,
  map,
  needs: ['unit', 'status', 'name', 'amount'],
  begin,
}

/** The name of the charges in a report without codes, which is that of their column. */
const UNCODED = 'Scheduled Charges'
const STATUSES: readonly (readonly [RegExp, UnitDraft['state']])[] = [
  [/^occupied|^current/, 'CURRENT'],
  [/^noticerented|^onnoticerented/, 'NOTICE_RENTED'],
  [/^notice|^onnotice/, 'NOTICE_UNRENTED'],
  [/^vacantrented/, 'VACANT_RENTED'],
  [/^vacant/, 'VACANT_UNRENTED'],
  [/^evict|^legal/, 'EVICT'],
  [/^down|^model|^admin|^office|^excluded|^offline|^nonrevenue/, 'OFFLINE'],
]
const STATUS = {
  system: 'Entrata',
  meaningOf: (word: string) => STATUSES.find(([pattern]) => pattern.test(comparable(word)))?.[1],
}
/** The fields that a further charge of a unit leaves empty. */
const FACTS = ['unit', 'unitType', 'sqft', 'status', 'name', 'marketRent'] as const
const FUTURE_SECTION = /^future residents?(?: details)?$/i
const UNIT_SECTION = /^unit details$/i
const TITLE = /^rent roll\b/i
const SUMMARY = /^(?:status|charge code) summary$|^summary\b/i

type EntrataReading = Reading & {
  section: 'units' | 'future' | 'summary'
  summary: EntrataSummary
  /** A lone row that is the heading of a property if a unit follows. */
  heading: SeenRow | undefined
  /** Whether the rows are the titles above a table, which each property may have. */
  isInTitles: boolean
}

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  const reading: EntrataReading = {
    roll,
    columns,
    tenancy: undefined,
    section: 'units',
    summary: {},
    heading: undefined,
    isInTitles: false,
  }
  return { ...walk(reading, ROWS), end: () => reportHeading(reading) }
}

const ROWS: readonly RowKind<EntrataReading>[] = [
  { is: ({ isLone, first }) => isLone && TITLE.test(first), read: openTitles },
  { is: ({ isLone, first }) => isLone && (FUTURE_SECTION.test(first) || UNIT_SECTION.test(first)), read: openSection },
  { is: ({ row, filled }) => filled.some(index => SUMMARY.test(cleanCell(row.cells[index] ?? ''))), read: openSummary },
  { is: isHeader, read: openTable },
  {
    is: (seen, { section, summary }) => section === 'summary' && isBesideSummary(seen, summary),
    read: (seen, { roll }) => rejectRow(seen, roll),
  },
  {
    is: (_, { section }) => section === 'summary',
    read: ({ row }, reading) => {
      reading.summary = readSummary(row, reading)
    },
  },
  REPEATED_HEADER,
  { is: ({ isLone, first }) => isLone && isPageFooter(first) },
  {
    is: ({ isLone, first }, { roll }) => isLone && roll.block.drafts.length > 0 && roll.isHeading(first),
    read: repeatHeading,
  },
  { is: (seen, reading) => mayBeHeading(seen, reading) || isNameInTitles(seen, reading), read: keepHeading },
  SHIFTED,
  { is: isUnitTotal, read: readUnitTotal },
  { is: isTotal, read: readTotal },
  { is: isFurtherCharge, read: readFurtherCharge },
  { is: isChargeInFull, read: (seen, reading) => readCharge(seen, reading, UNCODED) },
  { is: isUnit, read: readUnit },
  { is: isProperty, read: openProperty },
]

function openSection({ first }: SeenRow, reading: EntrataReading): void {
  const section = FUTURE_SECTION.test(first) ? 'future' : 'units'
  if (section !== reading.section) reading.tenancy = undefined
  reading.section = section
}

/** Begins the titles of a further page, or of the next property, whose units follow. */
function openTitles(_: SeenRow, reading: EntrataReading): void {
  reading.section = 'units'
  reading.isInTitles = true
}

/** Whether a row of the titles names the property. */
function isNameInTitles({ isLone, first }: SeenRow, { isInTitles }: EntrataReading): boolean {
  return isInTitles && isLone && !isPageText(first)
}

/** Begins a summary. Each property may have its own, or the file may have one of all properties. */
function openSummary(_: SeenRow, reading: EntrataReading): void {
  reading.section = 'summary'
  reading.tenancy = undefined
  reading.summary = { covered: reading.roll.coveredBySummary() }
}

function isHeader({ row }: SeenRow): boolean {
  const { indexOf } = layoutColumns(entrata, row.cells, row.mapped)
  return entrata.needs.every(field => indexOf.has(field))
}

/** Reads a header. The table of future residents has fewer columns, so the others are at different positions. */
function openTable({ row }: SeenRow, reading: EntrataReading): void {
  reading.columns = layoutColumns(entrata, row.cells, row.mapped)
  if (reading.section === 'summary') reading.section = 'units'
}

function isUnitTotal({ cells }: SeenRow): boolean {
  return /^(?:(?:charge|unit|lease) )?totals?:?$/i.test(cells.text('chargeCode')) && cells.text('unit') === ''
}

/** Compares the total of a unit, which repeats the balance and the deposit of the rows above it. */
function readUnitTotal(seen: SeenRow, reading: EntrataReading): void {
  const { cells } = seen
  const { tenancy } = reading
  for (const [field, amount] of [
    ['balance', 'balanceCents'],
    ['deposit', 'depositCents'],
  ] as const) {
    const stated = cells.take(field, MONEY, 'value')
    if (!tenancy || stated === undefined || stated === (tenancy[amount] ?? 0)) continue
    const reason = `${quote(cells.text(field))} is not the sum of the rows above it, which are imported. Compare them with the other system.`
    cells.drop(field, reason)
  }
  checkUnitTotal(seen, reading)
}

function isTotal({ cells, first, isLone }: SeenRow): boolean {
  const isNamed = isTotalLabel(first) || /^(?:grand|property|report) totals?\b/i.test(cells.text('chargeCode'))
  return !isLone && isNamed && cells.text('name') === '' && cells.text('status') === ''
}

function readTotal(seen: SeenRow, reading: EntrataReading): void {
  const { roll, section } = reading
  reading.tenancy = undefined
  if (section !== 'units') return
  // A total may cover its property or the whole file.
  const block = isTotalLabel(seen.first) ? roll.blockOf(nameInTotal(seen, roll)) : undefined
  const total = { name: block ? seen.first : 'Total', line: seen.row.line, block, orBlock: roll.block }
  roll.state(total, 'sqft', statedCount(seen.row.cells, seen.columns.indexOf.get('sqft')))
  roll.state(total, 'market_rent_cents', statedIn(seen, 'marketRent'))
  roll.state(total, 'charges_cents', statedIn(seen, 'amount'))
  roll.state(total, 'balance_cents', statedIn(seen, 'balance'))
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'))
}

function isFurtherCharge(seen: SeenRow): boolean {
  return isEmptyIn(seen, FACTS) && seen.cells.text('chargeCode') !== ''
}

/** Reads a further charge of a unit. Its ledger may be another one, with its own balance and deposit. */
function readFurtherCharge(seen: SeenRow, reading: EntrataReading): void {
  const { tenancy } = reading
  if (tenancy) {
    tenancy.balanceCents = (tenancy.balanceCents ?? 0) + (seen.cells.take('balance', MONEY, 'value') ?? 0)
    tenancy.depositCents = (tenancy.depositCents ?? 0) + (seen.cells.take('deposit', MONEY, 'value') ?? 0)
  }
  readCharge(seen, reading, UNCODED)
}

function isUnit({ cells, isLone }: SeenRow, { section }: EntrataReading): boolean {
  return !isLone && cells.text('unit') !== '' && (cells.text('status') !== '' || section === 'future')
}

function readUnit(seen: SeenRow, reading: EntrataReading): void {
  const { cells, row } = seen
  const { roll, section } = reading
  const named = cells.text('property') || (section === 'units' && reading.heading?.first) || ''
  reading.heading = undefined
  if (named !== '') roll.openProperty(named)
  reading.isInTitles = false
  const resident = cells.text('name')
  const tenancy = readTenancy(
    cells,
    vacancyInPlaceOf(resident) !== undefined ? '' : resident.replace(/^\*+\s*/, ''),
    'LAST_FIRST',
  )
  reading.tenancy = tenancy
  if (section === 'future') {
    roll.add({ kind: 'future', line: row.line, label: cells.text('unit'), tenancy })
    readCharge(seen, reading, UNCODED)
    return
  }
  const state = readStatus(seen, reading, STATUS)
  const facts = state && readUnitFacts(cells)
  if (state && facts) {
    const draft = {
      kind: 'unit',
      line: row.line,
      facts,
      state,
      isEviction: resident.startsWith('**'),
      tenancy,
    } as const
    roll.add({ ...draft, statusWord: cells.text('status') })
  }
  if (state) readCharge(seen, reading, UNCODED)
  // Further charges of a unit that is rejected belong to no tenancy.
  if (!facts) reading.tenancy = undefined
}

/** Whether a row may be the heading of a further property: several words alone in the column of units. A single word may be the label of a unit. */
function mayBeHeading({ cells, isLone, first }: SeenRow, { roll, section }: EntrataReading): boolean {
  const hasUnits = roll.blocks.some(({ drafts }) => drafts.length > 0)
  return isLone && hasUnits && section === 'units' && cells.text('unit') === first && /\S\s+\S/.test(first)
}

function keepHeading(seen: SeenRow, reading: EntrataReading): void {
  reportHeading(reading)
  reading.tenancy = undefined
  reading.heading = seen
}

/** Reads a heading that the file had before, because a page repeats it. A page that begins within a unit repeats that of its property. */
function repeatHeading({ first }: SeenRow, reading: EntrataReading): void {
  reportHeading(reading)
  if (reading.roll.openProperty(first)) reading.tenancy = undefined
}

/** Reports a lone row after which no unit came. */
function reportHeading(reading: EntrataReading): void {
  if (reading.heading) reportText(reading.heading, reading.roll)
  reading.heading = undefined
}

/** Whether a row names the property. A row of the table may consist of a unit's label alone; above the first unit, such a row names the property. */
function isProperty({ cells, isLone, first }: SeenRow, { roll, section }: EntrataReading): boolean {
  return isLone && cells.text('unit') === first && section === 'units' && roll.block.drafts.length === 0
}

function openProperty({ first }: SeenRow, reading: EntrataReading): void {
  reading.tenancy = undefined
  reading.roll.openProperty(first)
}
