/** Yardi Voyager: “Rent Roll with Lease Charges”, one row per charge, and plain “Rent Roll”, one row per unit. */
import { MONEY } from '../cells.ts'
import { wordKey } from '../mapping.ts'
import { quote } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import { type LayoutColumns, layoutVocabulary } from './fields.ts'
import type { Layout, RowReader } from './layout.ts'
import { type Block, type Draft, isAny, isUnit as isUnitDraft, type Roll, type UnitDraft } from './roll.ts'
import { isHeaderAgain, leaveOutRow, passOver, refuseShifted, type SeenRow, see, statedCents } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, sumOfCharges } from './tenancy.ts'
import { readYardiSummary } from './yardi-summary.ts'

const SHARED = {
  unit: ['Unit'],
  unitType: ['Unit Type'],
  sqft: ['Unit Sq Ft', 'Sq Ft', 'Unit Sqft'],
  residentId: ['Resident'],
  name: ['Name', 'Resident Name'],
  marketRent: ['Market Rent', 'Market'],
  deposit: ['Resident Deposit'],
  otherDeposit: ['Other Deposit'],
  moveIn: ['Move In'],
  leaseEnd: ['Lease Expiration'],
  moveOut: ['Move Out'],
  balance: ['Balance'],
}

export const yardiLeaseCharges: Layout = {
  name: 'yardi-lease-charges',
  title: 'Yardi Voyager, Rent Roll with Lease Charges',
  headerRows: 2,
  hasOwnCodes: true,
  map: layoutVocabulary({ ...SHARED, chargeCode: ['Charge Code'], amount: ['Amount', 'Charge Amount'] }),
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

const CURRENT_SECTION = /^current\/notice(?:\/vacant)?(?: residents)?$/i
const FUTURE_SECTION = /^future (?:residents\/applicants|residents|applicants)$/i
const SUMMARY = /^summary (?:groups|of charges)/i
const EMPTY_UNITS = /^(vacant|model|down|admin|office|employee unit|waitlist|non-?revenue|storage only)$/i

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  let section: 'current' | 'future' = 'current'
  let tenancy: StatedTenancy | undefined
  let summary: ReturnType<typeof readYardiSummary> | undefined

  return { take }

  function take(row: TableRow): void {
    const seen = see(row, columns)
    const { filled, first, isLone } = seen
    if (filled.length === 0) return
    if (isLone && (CURRENT_SECTION.test(first) || FUTURE_SECTION.test(first))) {
      const named = FUTURE_SECTION.test(first) ? 'future' : 'current'
      // A page that begins within a unit repeats the name of its section.
      if (named !== section) tenancy = undefined
      section = named
      summary = undefined
    } else if (SUMMARY.test(first)) {
      tenancy = undefined
      summary = readYardiSummary(roll, row)
    } else if (summary) {
      if (summary(row)) return
      // The table continues after a summary if each property has its own.
      if (isUnit(seen)) readRow(seen)
      else if (!isTitle(seen)) passOver(roll, seen, columns)
    } else if (!isHeaderAgain(seen, columns) && !isTitle(seen)) readRow(seen)
  }

  function readRow(seen: SeenRow): void {
    const { cells, first, isLone, row } = seen
    summary = undefined
    if (isLone && /\S\s*\([^()]+\)$/.test(first) && !first.startsWith('(')) {
      if (!roll.openProperty(first)) return
      section = 'current'
      tenancy = undefined
    } else if (isLone && roll.isHeading(first)) return
    else if (cells.areShifted) refuseShifted(roll, seen, columns)
    else if (isPropertyTotal(seen)) {
      // Future residents may be listed with their property or after all properties.
      if (closeProperty(seen)?.drafts.some(isUnitDraft)) section = 'current'
      tenancy = undefined
    } else if (cells.text('unit') === '' && isUnitTotal(seen)) {
      const stated = cells.take('amount', MONEY, 'value')
      roll.absorb(cells)
      if (tenancy && stated !== undefined) roll.stateUnitTotal(row.line, stated, sumOfCharges(tenancy))
    } else if (isFurtherCharge(seen)) {
      if (tenancy) readCharge(seen, tenancy)
      else leaveOutRow(roll, seen, columns, ' It has a charge, but no unit above it.')
    } else if (isUnit(seen)) tenancy = section === 'current' ? readUnit(seen) : readFuture(seen)
    else {
      tenancy = undefined
      leaveOutRow(roll, seen, columns)
    }
  }

  function isUnit({ cells, isLone }: SeenRow): boolean {
    return !isLone && cells.text('unit') !== '' && (cells.text('residentId') !== '' || cells.text('name') !== '')
  }

  function readUnit(seen: SeenRow): StatedTenancy | undefined {
    const { cells, row } = seen
    const facts = readUnitFacts(cells)
    const word = [cells.text('residentId'), cells.text('name')].find(text => EMPTY_UNITS.test(text))
    const mapped = word === undefined ? undefined : roll.mapping.statuses.get(wordKey(word))
    const read = readTenancy(cells, word === undefined ? cells.text('name') || cells.text('residentId') : '')
    if (facts) {
      const isVacant = word !== undefined && /^vacant$/i.test(word)
      const state: UnitDraft['state'] = word === undefined ? 'OCCUPIED' : (mapped ?? (isVacant ? 'VACANT' : 'OFFLINE'))
      if (word !== undefined && !isVacant) roll.noteStatus(word)
      roll.add({ kind: 'unit', line: row.line, facts, state, isEviction: false, tenancy: read })
    }
    readCharge(seen, read)
    return read
  }

  function readFuture(seen: SeenRow): StatedTenancy | undefined {
    const { cells, row } = seen
    const read = readTenancy(cells, cells.text('name') || cells.text('residentId'))
    roll.add({ kind: 'future', line: row.line, label: cells.text('unit'), tenancy: read })
    readCharge(seen, read)
    return read
  }

  function readCharge({ cells }: SeenRow, charged: StatedTenancy): void {
    const field = cells.has('rent') ? 'rent' : 'amount'
    const cents = cells.take(field, MONEY, 'value')
    const code = cells.has('rent') ? 'rent' : cells.text('chargeCode')
    roll.absorb(cells)
    if (cents === undefined) return
    if (code !== '') addCharge(charged, code, cents)
    else if (cents !== 0)
      roll.drop(
        cells.line,
        'Charge Code',
        `${quote(cells.text(field))} has no charge code. The charge is not imported. Add the code.`,
      )
  }

  /** The row that closes a property names it. */
  function closeProperty({ row, cells }: SeenRow): Block | undefined {
    const block = roll.closeProperty(cells.text('name'))
    const name = block ? `Total of ${block.property?.name ?? 'the property'}` : 'Total'
    const state = (
      figure: Parameters<typeof stateOf>[2],
      field: Parameters<typeof indexOf>[0],
      of: readonly ((draft: Draft) => boolean)[],
    ) => stateOf(name, row, figure, indexOf(field), block, of)
    // Those to come are of units that are counted elsewhere.
    if (block?.drafts.some(isUnitDraft)) state('market_rent_cents', 'marketRent', [isUnitDraft])
    state('charges_cents', cells.has('rent') ? 'rent' : 'amount', [isUnitDraft, isAny])
    state('deposit_cents', 'deposit', [isUnitDraft, isAny])
    state('other_deposit_cents', 'otherDeposit', [isUnitDraft, isAny])
    state('balance_cents', 'balance', [isAny, isUnitDraft])
    return block
  }

  function indexOf(field: 'marketRent' | 'rent' | 'amount' | 'deposit' | 'otherDeposit' | 'balance') {
    return columns.indexOf.get(field)
  }

  function stateOf(
    name: string,
    { line, cells }: TableRow,
    figure: 'market_rent_cents' | 'charges_cents' | 'deposit_cents' | 'other_deposit_cents' | 'balance_cents',
    index: number | undefined,
    block: Block | undefined,
    of: readonly ((draft: Draft) => boolean)[],
  ): void {
    const stated = statedCents(cells, index)
    if (stated !== undefined) roll.statements.push({ name, line, block, figure, stated, of })
  }
}

const TOTAL = /^(?:grand |report )?totals?:?$/i

/** `,,,Total,Oxbow Flats,…` */
function isPropertyTotal({ cells }: SeenRow): boolean {
  const label = cells.text('unit')
  if (TOTAL.test(label)) return true
  return (
    label === '' && (TOTAL.test(cells.text('residentId')) || /^(?:grand|report) totals?\b/i.test(cells.text('name')))
  )
}

/** A further charge has a code and an amount only; a row that describes a unit or names a resident has lost its label. */
function isFurtherCharge({ cells }: SeenRow): boolean {
  const isEmpty = (['unit', 'residentId', 'name', 'unitType', 'sqft', 'marketRent'] as const).every(
    field => cells.text(field) === '',
  )
  return isEmpty && cells.text('chargeCode') !== ''
}

function isUnitTotal({ cells }: SeenRow): boolean {
  return /^totals?:?$/i.test(cells.text('chargeCode'))
}

/** Titles and remarks such as `(Current/Notice Residents Only)`, and the banner of a further page. */
function isTitle({ first, isLone }: SeenRow): boolean {
  return isLone && /^\(.*\)$|^rent roll|^as of\b|^month year|^for selected|^page \d/i.test(first)
}
