/** Yardi Breeze, “Rent Roll”: one row per unit, with one figure for the rent and one for everything else. */
import { MONEY } from '../cells.ts'
import { isFigure, isFigureLabel } from '../figure-labels.ts'
import { vacancyInPlaceOf, wordNotForRent } from '../vacancy.ts'
import { isPageFooter } from './banner.ts'
import { LEASE_START, layoutVocabulary } from './fields.ts'
import type { Layout } from './layout.ts'
import { LONE_NAME, REPEATED_HEADER, type Reading, type RowKind, SHIFTED, stateByWord, walk } from './reading.ts'
import {
  isPropertyOfUnit,
  isTotalLabel,
  nameInTotal,
  openPropertyOf,
  type SeenRow,
  skipSummaryRow,
  statedCount,
  statedIn,
} from './rows.ts'
import { addCharge, readTenancy, readUnitFacts } from './tenancy.ts'

const PER_SQUARE_FOOT = /per sq\.? ?f(?:oo)?t/i

export const breeze: Layout = {
  name: 'yardi-breeze',
  title: 'Yardi Breeze, Rent Roll',
  headerRows: 1,
  hasOwnCodes: false,
  map: layoutVocabulary({
    property: ['Property', 'Property Code', 'Property Name'],
    unit: ['Unit'],
    sqft: ['Unit SqFt', 'Unit Sq Ft', 'SqFt', 'Square Feet'],
    name: ['Tenant Name', 'Tenant', 'Resident', 'Resident Name'],
    status: ['Status', 'Unit Status', 'Occupancy Status'],
    marketRent: ['Market Rent', 'Market'],
    rent: ['Actual Rent'],
    recurringCharges: ['Misc'],
    commonAreas: ['CAM'],
    deposit: ['Tenant Deposit', 'Security Deposit', 'Deposit', 'Deposits', 'Deposit Held'],
    otherDeposit: ['Other Deposit', 'Other Deposits'],
    moveIn: ['Move In', 'Move In Date'],
    leaseStart: LEASE_START,
    leaseEnd: ['Lease Expiration', 'Lease Expiration Date', 'Lease Exp', 'Lease Expires', 'Lease End', 'Lease To'],
    moveOut: ['Move Out', 'Move Out Date'],
    balance: ['Balance', 'Balance Due', 'Ending Balance', 'Current Balance', 'Tenant Balance'],
  }),
  needs: ['unit', 'sqft', 'name', 'rent'],
  lacks: ['status'],
  ignoredColumns: ({ ignored }) => ignored.filter(header => !PER_SQUARE_FOOT.test(header)),
  begin: (roll, columns) => walk({ roll, columns, tenancy: undefined }, ROWS),
}

/** The columns of charges other than the rent, with their codes. The report has one for common areas if it is asked for. */
const CHARGES = [
  ['recurringCharges', 'Misc'],
  ['commonAreas', 'CAM'],
] as const

const ROWS: readonly RowKind<Reading>[] = [
  REPEATED_HEADER,
  { is: isTotal, read: stateTotals },
  { is: ({ isLone, first }) => isLone && isPageFooter(first) },
  LONE_NAME,
  { is: ({ isLone }) => isLone, read: ({ first }, { roll }) => roll.openProperty(first) },
  SHIFTED,
  {
    is: (seen, { roll }) => {
      openPropertyOf(seen, roll)
      return false
    },
  },
  { is: isFigureBelow, read: (seen, { roll }) => skipSummaryRow(seen, roll) },
  { is: ({ cells }) => cells.text('unit') !== '' && cells.text('name') !== '', read: readUnit },
]

/** Whether the row contains totals. It may state how many units are occupied in the column in which units have their tenant. */
function isTotal(seen: SeenRow): boolean {
  const { cells, first, isLone } = seen
  return (
    !isLone &&
    !isPropertyOfUnit(seen) &&
    (/^(?:grand |property |portfolio )?(?:sub-?)?totals?\b/i.test(first) ||
      (isTotalLabel(first) && cells.text('name') === ''))
  )
}

/** Whether the row is a figure below the totals, such as `Occupied` with a share in the column in which units have their tenant. */
function isFigureBelow({ cells }: SeenRow): boolean {
  return isFigureLabel(cells.text('unit')) && isFigure(cells.text('name'))
}

function readUnit({ cells, row }: SeenRow, { roll }: Reading): void {
  const name = cells.text('name')
  const word = vacancyInPlaceOf(name) === undefined ? wordNotForRent(name) : name
  const facts = readUnitFacts(cells)
  const tenancy = readTenancy(cells, word === undefined ? name : '')
  addCharge(tenancy, 'Rent', cells.take('rent', MONEY, 'value') ?? 0)
  for (const [field, code] of CHARGES) {
    const cents = cells.take(field, MONEY, 'value')
    if (cents) addCharge(tenancy, code, cents)
  }
  roll.absorb(cells)
  if (!facts) return
  roll.add({ kind: 'unit', line: row.line, facts, state: stateByWord(word, roll), isEviction: false, tenancy })
}

function stateTotals(seen: SeenRow, { roll }: Reading): void {
  const isOfAll = /^(?:grand|portfolio)/i.test(seen.first)
  const total = {
    name: seen.first,
    line: seen.row.line,
    ...(isOfAll ? { block: undefined } : roll.closeTotal(nameInTotal(seen, roll))),
  }
  roll.state(total, 'sqft', statedCount(seen.row.cells, seen.columns.indexOf.get('sqft')))
  roll.state(total, 'charges_cents', statedIn(seen, 'rent'), { code: 'Rent' })
  for (const [field, code] of CHARGES) roll.state(total, 'charges_cents', statedIn(seen, field), { code })
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'))
  roll.state(total, 'other_deposit_cents', statedIn(seen, 'otherDeposit'))
  roll.state(total, 'balance_cents', statedIn(seen, 'balance'))
}
