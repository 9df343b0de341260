/** ResMan, “Rent Roll”: one row per charge, of which the first is the row of the unit. Its columns are known from printed reports. */
import { comparable, MONEY } from '../cells.ts'
import { vacancyInPlaceOf, wordNotForRent } from '../vacancy.ts'
import { isPageFooter } from './banner.ts'
import { type LayoutColumns, LEASE_START, layoutVocabulary } from './fields.ts'
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
import type { OtherDraft, Roll, UnitDraft } from './roll.ts'
import {
  isEmptyIn,
  isTotalLabel,
  nameInTotal,
  openPropertyOf,
  rejectRow,
  reportText,
  type SeenRow,
  skipSummaryRow,
  statedIn,
} from './rows.ts'
import { readTenancy, readUnitFacts } from './tenancy.ts'

export const resman: Layout = {
  name: 'resman',
  title: 'ResMan, Rent Roll',
  headerRows: 1,
  hasOwnCodes: true,
  map: layoutVocabulary({
    property: ['Property', 'Property Name'],
    unit: ['Unit', 'Unit Number'],
    unitType: ['Type', 'Unit Type'],
    sqft: ['Sq. Feet', 'Square Feet', 'Sq Ft', 'SQFT'],
    name: ['Residents', 'Resident', 'Resident Name', 'Resident Names'],
    status: ['Status', 'Unit Status'],
    marketRent: ['Market Rent'],
    chargeCode: ['Description', 'Charge', 'Charge Description', 'Charge Code'],
    amount: ['Amount', 'Charge Amount'],
    moveIn: ['Move In', 'Move In Date'],
    leaseStart: LEASE_START,
    leaseEnd: ['Lease End', 'Lease End Date'],
    moveOut: ['Move Out', 'Move Out Date'],
    deposit: ['Deposits', 'Deposit', 'Deposits Held', 'Deposit Held'],
    balance: ['Balance', 'Balance Due'],
  }),
  needs: ['unit', 'name', 'status', 'marketRent', 'chargeCode', 'amount', 'leaseEnd'],
  begin,
}

/** `isAfterTotals` is whether totals were read last, so that summaries may follow, and `heading` a row below them with a single cell. */
type ResmanReading = Reading & { isAfterTotals: boolean; heading: SeenRow | undefined }

type Meaning = UnitDraft['state'] | keyof typeof KINDS

/** The kinds of rows that are not the current lease of a unit. */
const KINDS = { FUTURE: 'future', FORMER: 'former' } as const satisfies Record<string, OtherDraft['kind']>

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  const reading: ResmanReading = { roll, columns, tenancy: undefined, isAfterTotals: false, heading: undefined }
  return { ...walk(reading, ROWS), end: () => reportHeading(reading) }
}

/** The words of the report. Of its letters, only these two can have no other meaning; the others are asked about. */
const STATUSES: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:c|current|occupied)$/, 'OCCUPIED'],
  [/^(?:ntv|notice|onnotice|noticetovacate|currentntv)$/, 'NOTICE_UNRENTED'],
  [/^(?:undereviction|evict|eviction|evictionfiled|inlegal|ue)$/, 'EVICT'],
  [/^(?:v|vacant|ready|notready|vacantready|vacantnotready|vacantunleased|vacantunrented)$/, 'VACANT'],
  [/^(?:vacantleased|vacantrented|vacantpreleased)$/, 'VACANT_RENTED'],
  [/^(?:pending|applicant|approved|future|pendingtransfer)/, 'FUTURE'],
  [/^(?:former|evicted|past)/, 'FORMER'],
  [/^(?:down|model|admin|office|offline)/, 'OFFLINE'],
]

const STATUS = {
  system: 'ResMan',
  meaningOf: (word: string) => STATUSES.find(([pattern]) => pattern.test(comparable(word)))?.[1],
}

/** The fields that a further row of a unit leaves empty. It may name another resident of the unit. */
const FACTS = ['unit', 'unitType', 'sqft', 'status', 'marketRent'] as const

const ROWS: readonly RowKind<ResmanReading>[] = [
  REPEATED_HEADER,
  { is: isTotal, read: stateTotals },
  { is: ({ isLone, first }) => isLone && isPageFooter(first) },
  // A page repeats the heading of its property.
  { is: ({ isLone, first }, { roll }) => isLone && roll.block.property !== undefined && roll.isHeading(first) },
  { is: isOfSummary, read: readSummaryRow },
  {
    is: ({ isLone, first, cells }) => isLone && cells.text('name') !== first,
    read: ({ first }, reading) => {
      reading.tenancy = undefined
      reading.roll.openProperty(first)
    },
  },
  SHIFTED,
  { is: isChargeInFull, read: (seen, reading) => readCharge(seen, reading, UNCODED) },
  { is: ({ cells }) => cells.text('unit') !== '' && cells.text('status') !== '', read: readUnit },
  { is: isUnitTotal, read: checkUnitTotal },
  { is: seen => isEmptyIn(seen, FACTS), read: readFurtherRow },
]

function isTotal({ first, isLone, cells }: SeenRow): boolean {
  return !isLone && isTotalLabel(first) && cells.text('status') === '' && cells.text('chargeCode') !== first
}

/** Whether a row below totals belongs to a summary. The units of a further property may follow totals too, and their status may be an unknown word. */
function isOfSummary({ cells }: SeenRow, { isAfterTotals }: ResmanReading): boolean {
  if (!isAfterTotals) return false
  const word = cells.text('status')
  const isStatus = STATUS.meaningOf(word) !== undefined
  const mayBeStatus = /[a-z]/i.test(word) && MONEY.parse(cells.text('marketRent')) !== undefined
  return cells.text('unit') === '' || !(isStatus || mayBeStatus)
}

/** Reads a row below totals. One with a single cell is the heading of a summary, or of a further property if units follow. */
function readSummaryRow(seen: SeenRow, reading: ResmanReading): void {
  reportHeading(reading)
  if (seen.isLone) reading.heading = seen
  else skipSummaryRow(seen, reading.roll)
}

/** Reports a row after which no unit came, unless it is the heading of a summary by its own words, or that of a property on a further page. */
function reportHeading(reading: ResmanReading): void {
  const { heading, roll } = reading
  if (heading && !/summary/i.test(heading.first) && !roll.isHeading(heading.first)) reportText(heading, roll)
  reading.heading = undefined
}

function readUnit(seen: SeenRow, reading: ResmanReading): void {
  const { cells, row } = seen
  const { roll } = reading
  if (reading.heading !== undefined) roll.openProperty(reading.heading.first)
  openPropertyOf(seen, roll)
  reading.heading = undefined
  reading.isAfterTotals = false
  reading.tenancy = undefined
  const meaning = readStatus<Meaning>(seen, reading, STATUS)
  if (meaning === undefined) return
  const resident = cells.text('name')
  const isNobody = vacancyInPlaceOf(resident) !== undefined || wordNotForRent(resident) !== undefined
  const tenancy = readTenancy(cells, isNobody ? '' : resident)
  const { line } = row
  const isOther = meaning === 'FUTURE' || meaning === 'FORMER'
  if (isOther) roll.add({ kind: KINDS[meaning], line, label: cells.text('unit'), tenancy })
  const facts = isOther ? undefined : readUnitFacts(cells)
  if (facts && !isOther) {
    const draft = { kind: 'unit', line, facts, state: meaning, isEviction: false, tenancy } as const
    roll.add({ ...draft, statusWord: cells.text('status') })
  }
  reading.tenancy = tenancy
  readCharge(seen, reading, UNCODED)
  // Further rows of a unit that is rejected belong to no tenancy.
  if (!facts && !isOther) reading.tenancy = undefined
}

/** The report always has a column for the code. */
const UNCODED = 'Rent'

function isUnitTotal(seen: SeenRow): boolean {
  return (
    isEmptyIn(seen, [...FACTS, 'name']) && /^(?:(?:charge|unit|lease) )?totals?:?$/i.test(seen.cells.text('chargeCode'))
  )
}

/** Reads another charge of the unit above, or another resident, or both. */
function readFurtherRow(seen: SeenRow, reading: ResmanReading): void {
  const { cells } = seen
  const { tenancy } = reading
  if (!tenancy) {
    rejectRow(seen, reading.roll, ' No unit is above it.')
    return
  }
  const more = readTenancy(cells, cells.text('name'))
  tenancy.residents.push(
    ...more.residents.map(resident => ({
      ...resident,
      isPrimary: tenancy.residents.length === 0,
      moveIn: more.moveIn,
    })),
  )
  if (more.balanceCents) tenancy.balanceCents = (tenancy.balanceCents ?? 0) + more.balanceCents
  if (more.depositCents) tenancy.depositCents = (tenancy.depositCents ?? 0) + more.depositCents
  if (cells.text('amount') !== '') readCharge(seen, reading, UNCODED)
  else reading.roll.absorb(cells)
}

function stateTotals(seen: SeenRow, reading: ResmanReading): void {
  const { roll } = reading
  reading.tenancy = undefined
  const isOfAll = /^(?:grand|portfolio)/i.test(seen.first)
  const over = isOfAll ? { block: undefined } : roll.closeTotal(nameInTotal(seen, roll))
  const total = { name: seen.first, line: seen.row.line, ...over }
  roll.state(total, 'market_rent_cents', statedIn(seen, 'marketRent'))
  roll.state(total, 'charges_cents', statedIn(seen, 'amount'))
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'))
  roll.state(total, 'balance_cents', statedIn(seen, 'balance'))
  reading.isAfterTotals = true
}
