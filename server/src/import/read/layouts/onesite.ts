/** RealPage OneSite, “RENT ROLL DETAIL”: one row per lease, several rows per unit, and a column for each charge code. */
import { comparable, MONEY, wordKey } from '../cells.ts'
import { quote } from '../row-cells.ts'
import { isPageFooter, isPageText } from './banner.ts'
import { chargeMeaning } from './charge-words.ts'
import { type LayoutColumns, LEASE_START, layoutVocabulary } from './fields.ts'
import type { Layout, RowReader } from './layout.ts'
import { isMoveOut, readMoveOut, readMoves } from './onesite-moves.ts'
import { REPEATED_HEADER, type Reading, type RowKind, readStatus, SHIFTED, walk } from './reading.ts'
import { type Draft, isAny, isUnit, type OtherDraft, type Roll, type UnitDraft } from './roll.ts'
import { openPropertyOf, reportText, type SeenRow, skipSummaryRow, statedCents, statedIn } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, sumOfCharges } from './tenancy.ts'

const UNREAD = ['Unit Designation', 'Building', 'Phase']

/** Headers of facts, which are not charge codes. */
const NO_CODE =
  /\bdate\b|phone|e-?mail|\bmove|^lease\b|\bterm\b|deposit|sq\.? ?ft|square|designation|\bname\b|notice|status|reason|^#|\bbed|\bbath|\bper\b|birth|occupants|comments?$|notes?$|market/i

export const onesite: Layout = {
  name: 'onesite',
  title: 'RealPage OneSite, Rent Roll Detail',
  headerRows: 1,
  hasOwnCodes: true,
  map: layoutVocabulary({
    property: ['Property', 'Property Name'],
    residentId: ['Resh ID', 'Resident ID'],
    leaseId: ['Lease ID'],
    unit: ['Bldg/Unit', 'Unit'],
    unitType: ['Floorplan', 'Floor Plan'],
    sqft: ['SQFT', 'Sq Ft', 'Square Feet'],
    status: ['Unit/Lease Status', 'Lease Status', 'Unit Status', 'Status'],
    name: ['Name', 'Resident Name', 'Resident', 'Residents', 'Resident Names'],
    moveIn: ['Move-In', 'Move-In Date'],
    moveOut: ['Move-Out', 'Move-Out Date'],
    moves: ['Move-In Move-Out', 'Move-In Date Move-Out Date', 'Move-In and Move-Out'],
    leaseStart: LEASE_START,
    leaseEnd: ['Lease End', 'Lease End Date', 'Lease Expiration', 'Lease Expires', 'Lease To'],
    marketRent: ['Market + Addl.', 'Market Rent', 'Market'],
    ledger: ['Sub Journal', 'Subjournal'],
    deposit: [
      'Dep On Hand',
      'Deposit On Hand',
      'Deposits On Hand',
      'Deposit Held',
      'Deposits Held',
      'Deposits',
      'Deposit',
    ],
    agreedDeposit: ['Required Deposit', 'Deposit Required', 'Req Deposit'],
    balance: ['Balance', 'Balance Due', 'Resident Balance', 'Current Balance', 'Ending Balance'],
    rent: ['Lease Rent'],
    total: ['Total Billing'],
    unread: UNREAD,
  }),
  needs: ['unit', 'status', 'name', 'rent'],
  ignoredColumns: ({ ignored }) => ignored.filter(header => NO_CODE.test(header)),
  begin,
}

/** The code of the fee that a lease pays while it is month to month. */
const MONTHLY = /^m(?:onth)?to?m(?:onth)?(?:ly)?(?:fee|chg|charge|prem|premium|rent)?$/

type Meaning = UnitDraft['state'] | keyof typeof KINDS

/** The kinds of rows that are not the current lease of a unit. */
const KINDS = { FUTURE: 'future', FORMER: 'former', RENEWAL: 'renewal' } as const satisfies Record<
  string,
  OtherDraft['kind']
>

/** The words of the report, and those that offices write instead. The first match counts. */
const STATUSES: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:pending)?renewal/, 'RENEWAL'],
  [/^(?:former|past|previous)/, 'FORMER'],
  [/^(?:applicant|approvedapplicant|future|pending)/, 'FUTURE'],
  [/evict|legal/, 'EVICT'],
  [/^(?:occupied|current)?(?:on)?(?:ntvl|noticerented|noticeleased)$/, 'NOTICE_RENTED'],
  [/^(?:occupied|current)?(?:on)?(?:ntv|ntvnl|notice|noticeunrented|noticenotleased)$/, 'NOTICE_UNRENTED'],
  [/^(?:occupied|current)(?:nonotice|mtm|monthtomonth)?$/, 'CURRENT'],
  [/^vacant(?:leased|rented)(?:not)?(?:ready)?$/, 'VACANT_RENTED'],
  [/^vacant(?:notleased|unleased|unrented)?(?:not)?(?:ready)?$/, 'VACANT_UNRENTED'],
  [/^(?:admin|down|model|excluded|offline)/, 'OFFLINE'],
]

const STATUS = {
  system: 'OneSite',
  meaningOf: (word: string) => STATUSES.find(([pattern]) => pattern.test(comparable(word)))?.[1],
}

type OnesiteReading = Reading & {
  /** Whether the totals have been read, so that averages by floor plan may follow. */
  isAfterAll: boolean
  /** The charge codes, each with the position of its column. */
  codes: readonly { index: number; code: string }[]
  /** The charge codes that mean rent. */
  rentCodes: readonly string[]
  /** The last unit and the journals read for it, because further journals of its lease may follow. */
  last: { unit: UnitDraft; journals: Set<string> } | undefined
}

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  const known = new Set(columns.indexOf.values())
  const unread = new Set(UNREAD.map(comparable))
  // Columns that the layout does not know are charge codes.
  const codes = columns.headers.flatMap((code, index) =>
    code === '' || known.has(index) || unread.has(comparable(code)) || NO_CODE.test(code) ? [] : [{ index, code }],
  )
  const isRent = (code: string) => chargeMeaning(code, roll.mapping).code === 'RENT'
  const rentCodes = [...new Set(codes.map(({ code }) => code).filter(isRent))]
  return walk<OnesiteReading>(
    { roll, columns, tenancy: undefined, codes, rentCodes, isAfterAll: false, last: undefined },
    ROWS,
  )
}

const ROWS: readonly RowKind<OnesiteReading>[] = [
  { is: isMoveOut, read: readMoveOut },
  REPEATED_HEADER,
  { is: ({ first, isLone }) => !isLone && /^(?:grand )?totals?:?$/i.test(first), read: stateTotals },
  { is: (seen, { roll }) => isPage(seen) || ((isRemark(seen) || seen.isLone) && roll.isHeading(seen.first)) },
  { is: isOfSummary, read: (seen, { roll }) => skipSummaryRow(seen, roll) },
  SHIFTED,
  {
    is: (seen, { roll }) => {
      openPropertyOf(seen, roll)
      return false
    },
  },
  { is: ({ cells }) => cells.text('unit') !== '' && cells.text('status') !== '', read: readLease },
  { is: isRemark, read: (seen, { roll }) => reportText(seen, roll) },
]

/** Whether a row is the head or foot of a page, which may be in the column of units. */
function isPage(seen: SeenRow): boolean {
  return (isRemark(seen) && isPageText(seen.first)) || (seen.isLone && isPageFooter(seen.first))
}

/**
 * Whether a row belongs to a summary. Averages by floor plan and similar rows follow the totals, with their own headers and without the status of a
 * lease.
 */
function isOfSummary({ cells }: SeenRow, { isAfterAll, roll }: OnesiteReading): boolean {
  const word = cells.text('status')
  return isAfterAll && STATUS.meaningOf(word) === undefined && !roll.mapping.statuses.has(wordKey(word))
}

/** Whether a row is a note and not a unit, such as a remark below the table or the banner of a page. */
function isRemark({ cells, filled }: SeenRow): boolean {
  return filled.length <= 2 && cells.text('unit') === ''
}

function readLease(seen: SeenRow, reading: OnesiteReading): void {
  const { cells, row } = seen
  const { roll } = reading
  const meaning = readStatus<Meaning>(seen, reading, STATUS)
  if (meaning === undefined) return
  const isEmpty = meaning === 'OFFLINE' || meaning.startsWith('VACANT')
  const tenancy = readTenancy(cells, isEmpty ? '' : cells.text('name'), 'LAST_FIRST')
  if (cells.has('moves')) readMoves(cells, tenancy, meaning === 'FORMER' || meaning.startsWith('NOTICE'))
  reading.tenancy = tenancy
  readCharges(seen, reading, tenancy)
  if (meaning === 'FUTURE' || meaning === 'FORMER' || meaning === 'RENEWAL') {
    roll.absorb(cells)
    roll.add({ kind: KINDS[meaning], line: row.line, label: cells.text('unit'), tenancy })
    return
  }
  const facts = readUnitFacts(cells)
  roll.absorb(cells)
  if (!facts || isFurtherJournal(facts.label, cells.text('ledger'), tenancy, reading.last)) return
  const draft = { kind: 'unit', line: row.line, facts, state: meaning, isEviction: false, tenancy } as const
  const unit = roll.add({ ...draft, statusWord: cells.text('status') })
  reading.last = { unit, journals: new Set([cells.text('ledger')]) }
}

/** The amounts that each journal of a lease has for itself. */
const JOURNAL_AMOUNTS = ['depositCents', 'agreedDepositCents', 'balanceCents', 'leaseRentCents'] as const

/** Adds another journal of the same lease, such as a housing authority's, which has a row of its own. Returns false if the row is no such journal. */
function isFurtherJournal(
  label: string,
  journal: string,
  further: StatedTenancy,
  last: OnesiteReading['last'],
): boolean {
  const { leaseId, charges } = further
  if (last?.unit.facts.label !== label || leaseId === undefined || last.unit.tenancy.leaseId !== leaseId) return false
  // A row with the same journal again is a duplicate.
  if (journal === '' || last.journals.has(journal)) return false
  last.journals.add(journal)
  const { tenancy } = last.unit
  for (const [code, cents] of charges) addCharge(tenancy, code, cents)
  for (const amount of JOURNAL_AMOUNTS) {
    if (further[amount] !== undefined) tenancy[amount] = (tenancy[amount] ?? 0) + further[amount]
  }
  return true
}

function readCharges(
  { cells, row }: SeenRow,
  { roll, codes, rentCodes }: OnesiteReading,
  tenancy: StatedTenancy,
): void {
  for (const { index, code } of codes) {
    const cents = cells.takeAt(index, MONEY, 'value')
    if (cents) addCharge(tenancy, code, cents)
  }
  const leaseRent = cells.take('rent', MONEY, 'value') ?? 0
  tenancy.leaseRentCents = leaseRent
  const rents = rentCodes.map(code => tenancy.charges.get(code))
  const rent = rents.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)
  if (rentCodes.length === 0) addCharge(tenancy, 'Lease Rent', leaseRent)
  else if (cells.text('rent') !== '' && leaseRent !== rent && !rents.includes(leaseRent)) {
    const reason = `${quote(cells.text('rent'))} is not the sum of the rent charges in this row. The charges are imported; correct the rent there if they are wrong.`
    roll.drop(row.line, 'Lease Rent', reason)
  }
  const total = cells.take('total', MONEY, 'value')
  if (total !== undefined) roll.stateUnitTotal(row.line, total, sumOfCharges(tenancy))
  // Only this charge shows that a lease is month to month.
  if (codes.some(({ code }) => MONTHLY.test(comparable(code)) && tenancy.charges.get(code))) tenancy.to = undefined
}

function stateTotals(seen: SeenRow, reading: OnesiteReading): void {
  const { roll, codes } = reading
  reading.isAfterAll = true
  const { line, cells } = seen.row
  // A total may cover the property whose rows are above it, or the whole file.
  const total = { name: 'Totals', line, block: undefined, orBlock: roll.block }
  roll.state(total, 'market_rent_cents', statedIn(seen, 'marketRent'), { of: WAYS })
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'), { of: WAYS })
  roll.state(total, 'agreed_deposit_cents', statedIn(seen, 'agreedDeposit'), { of: WAYS })
  roll.state(total, 'balance_cents', statedIn(seen, 'balance'), { of: WAYS })
  roll.state(total, 'charges_cents', statedIn(seen, 'total'), { of: WAYS })
  roll.state(total, 'lease_rent_cents', statedIn(seen, 'rent'), { of: WAYS })
  for (const { index, code } of codes) {
    const ofCode = { ...total, name: `Totals: ${code}` }
    roll.state(ofCode, 'charges_cents', statedCents(cells, index), { of: WAYS, code })
  }
}

/** Which rows a total may cover: the report does not say whether totals include applicants and former residents. */
const WAYS: readonly ((draft: Draft) => boolean)[] = [
  isUnit,
  isAny,
  ({ kind }) => kind !== 'future',
  ({ kind }) => kind !== 'renewal',
  ({ kind }) => kind === 'unit' || kind === 'former',
]
