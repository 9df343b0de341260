/** Buildium, “Rent Roll”: one row per unit (current leases), or one row per lease (all leases). */
import { MONEY } from '../cells.ts'
import { checkRentCycle } from '../rent-parts.ts'
import { quote } from '../row-cells.ts'
import { vacancyInPlaceOf } from '../vacancy.ts'
import { isPageFooter } from './banner.ts'
import { type BuildiumSummary, isOfSummary, readSummary } from './buildium-summary.ts'
import { type LayoutColumns, LEASE_START, layoutVocabulary } from './fields.ts'
import type { Layout, RowReader } from './layout.ts'
import { LONE_NAME, REPEATED_HEADER, type Reading, type RowKind, SHIFTED, walk } from './reading.ts'
import type { Block, Roll } from './roll.ts'
import { isLoneTotal, isPropertyOfUnit, isTotalLabel, nameInTotal, type SeenRow, statedIn } from './rows.ts'
import { addCharge, readTenancy, readUnitFacts, type StatedTenancy, type UnitFacts } from './tenancy.ts'

export const buildium: Layout = {
  name: 'buildium',
  title: 'Buildium, Rent Roll',
  headerRows: 1,
  hasOwnCodes: false,
  map: layoutVocabulary({
    property: ['Property', 'Property Name'],
    unit: ['Unit', 'Unit Number'],
    name: ['Tenants', 'Tenant', 'Tenant Name', 'Residents'],
    leaseStart: [...LEASE_START, 'Start Date'],
    leaseEnd: ['Lease End', 'Lease End Date', 'End Date'],
    bedBath: ['Bed/Bath', 'Beds/Baths'],
    rent: ['Rent'],
    recurringCharges: ['Recurring Charges'],
    recurringCredits: ['Recurring Credits'],
    total: ['Total'],
    deposit: ['Deposits Held', 'Deposit Held', 'Deposits'],
    prepaid: ['Prepayments', 'Prepayment', 'Prepaid'],
    balance: ['Balance Due', 'Balance'],
    rentCycle: ['Rent Cycle'],
    marketRent: ['Market Rent'],
    sqft: ['Size', 'Sqft', 'Sq Ft', 'Square Feet', 'Square Footage'],
    unread: ['Rent Start'],
  }),
  needs: ['unit', 'name', 'rent', 'recurringCharges'],
  // DoorLoop's list has the same columns and these two.
  lacks: ['marketRent', 'sqft'],
  begin,
}

const MAX_SUMMARY_CELLS = 5

type Lease = {
  line: number
  facts: UnitFacts
  tenancy: StatedTenancy
  vacancy: ReturnType<typeof vacancyInPlaceOf>
  isRejected: boolean
}

type BuildiumReading = Reading & {
  /** The leases of the property so far, by unit. The current lease is known only when all of them have been read. */
  leases: Map<string, Lease[]>
  /** Whether the total of all properties has been read, so that only summaries may follow. */
  isAfterAll: boolean
  /** A heading below such a total: that of a summary or, if units follow, of a property. */
  heading: string | undefined
  /** The columns of the summary that is being read. */
  summary: BuildiumSummary
}

function begin(roll: Roll, columns: LayoutColumns): RowReader {
  const reading: BuildiumReading = {
    roll,
    columns,
    tenancy: undefined,
    leases: new Map(),
    isAfterAll: false,
    heading: undefined,
    summary: new Map(),
  }
  return { ...walk(reading, ROWS), end: () => placeLeases(reading) }
}

const ROWS: readonly RowKind<BuildiumReading>[] = [
  REPEATED_HEADER,
  { is: isOfBlock, read: readSummaryRow },
  { is: isTotalOfProperty, read: closeProperty },
  { is: ({ first }) => isTotalOfAll(first), read: closeAll },
  {
    is: ({ isLone, first }, { isAfterAll }) => isLone && (isAfterAll || /summary$|^summary/i.test(first)),
    read: ({ first }, reading) => {
      reading.isAfterAll = true
      reading.summary = new Map()
      reading.heading = /summary$|^summary/i.test(first) || isPageFooter(first) ? undefined : first
    },
  },
  { is: ({ isLone, first }) => isLone && isPageFooter(first) },
  // A heading that a page repeats does not end the property, whose leases are sorted out together.
  { is: ({ isLone, first }, { roll }) => isLone && roll.block.property !== undefined && roll.isHeading(first) },
  LONE_NAME,
  { is: ({ isLone }) => isLone, read: openProperty },
  SHIFTED,
  { is: openPropertyOfRow },
  { is: isUnitRow, read: readLease },
  { is: (_, reading) => isInSummary(reading), read: readSummaryRow },
]

function isTotalOfProperty(seen: SeenRow, { roll, summary }: BuildiumReading): boolean {
  const { first, isLone } = seen
  const isName = isPropertyOfUnit(seen) || (summary.size > 0 && roll.isHeading(first))
  return !isLone && isTotalLabel(first) && !isTotalOfAll(first) && !isName
}

function closeProperty(seen: SeenRow, reading: BuildiumReading): void {
  const { roll } = reading
  placeLeases(reading)
  stateTotals(seen, roll, roll.closeProperty(nameInTotal(seen, roll)))
}

function isTotalOfAll(first: string): boolean {
  return /^(?:grand |portfolio )?totals?:?$/i.test(first)
}

/** Closes a property or the file. A row that only says “Total” may belong to one property, if that has a total of its own, or to all. */
function closeAll(seen: SeenRow, reading: BuildiumReading): void {
  const { roll } = reading
  placeLeases(reading)
  stateTotals(seen, roll, undefined, roll.block)
  reading.isAfterAll = true
  reading.heading = undefined
}

/** Begins the property that a row names, in its own column or by the heading above the row. The row is also read as a lease. */
function openPropertyOfRow(seen: SeenRow, reading: BuildiumReading): boolean {
  const { roll, heading } = reading
  if (seen.filled.length <= MAX_SUMMARY_CELLS) return false
  const named = heading ?? seen.cells.text('property')
  if (named === '' || isLoneTotal(named, roll) || roll.blockOf(named) === roll.block) return false
  placeLeases(reading)
  roll.openProperty(named)
  reading.heading = undefined
  reading.isAfterAll = false
  return false
}

function openProperty({ first }: SeenRow, reading: BuildiumReading): void {
  placeLeases(reading)
  reading.roll.openProperty(first)
}

/** Whether a summary may follow: it comes after the total of a property, or after the total of all. */
function isInSummary({ roll, isAfterAll }: BuildiumReading): boolean {
  return isAfterAll || (roll.block.property === undefined && roll.blocks.length > 1)
}

/** Whether a row looks like one of the table but belongs to a summary, which may also end in a total. */
function isOfBlock({ first, row, cells }: SeenRow, reading: BuildiumReading): boolean {
  if (!isInSummary(reading)) return false
  const isTotal = reading.summary.size > 0 && isTotalOfAll(first) && cells.text('balance') === ''
  return isTotal || isOfSummary(row)
}

/** Whether a row describes a unit. Rows of a summary have only a few figures. */
function isUnitRow({ cells, filled }: SeenRow, reading: BuildiumReading): boolean {
  if (cells.text('unit') === '' || cells.text('name') === '') return false
  // A summary may be as wide as the table, but it has no names.
  return !isInSummary(reading) || (filled.length > MAX_SUMMARY_CELLS && /[a-z]/i.test(cells.text('name')))
}

function readSummaryRow({ row, first }: SeenRow, reading: BuildiumReading): void {
  const { roll } = reading
  const summary = readSummary(row, roll, reading.summary)
  reading.summary = summary ?? reading.summary
  if (summary) return
  roll.drop(
    row.line,
    'Unit',
    `The row that begins with ${quote(first)} belongs to a summary and cannot be read. It is ignored; compare it yourself.`,
  )
}

function readLease({ cells, row }: SeenRow, { roll, leases }: BuildiumReading): void {
  const facts = readUnitFacts(cells)
  const vacancy = vacancyInPlaceOf(cells.text('name'))
  const tenancy = readTenancy(cells, vacancy === undefined ? cells.text('name') : '')
  checkRentCycle(cells, readCharges(cells, tenancy, roll))
  const isRejected = cells.problems.some(({ leftOut }) => leftOut === 'row')
  roll.absorb(cells)
  if (!facts) return
  const key = facts.label.toLowerCase()
  leases.set(key, [...(leases.get(key) ?? []), { line: row.line, facts, tenancy, vacancy, isRejected }])
}

/** Adds the charges of a row, and returns their sum without the credits. In this report, “Recurring Charges” includes the rent. */
function readCharges(cells: SeenRow['cells'], tenancy: StatedTenancy, roll: Roll): number {
  const rent = cells.take('rent', MONEY, 'value') ?? 0
  const all = cells.take('recurringCharges', MONEY, 'value') ?? rent
  const credits = cells.take('recurringCredits', MONEY, 'value') ?? 0
  const total = cells.take('total', MONEY, 'value')
  addCharge(tenancy, 'Rent', rent)
  if (all !== rent) addCharge(tenancy, 'Recurring charges', all - rent)
  if (credits !== 0) addCharge(tenancy, 'Recurring credits', -Math.abs(credits))
  if (total !== undefined) roll.stateUnitTotal(cells.line, total, all - Math.abs(credits))
  return all
}

function placeLeases({ roll, leases }: BuildiumReading): void {
  for (const ofUnit of leases.values()) placeUnit(roll, ofUnit)
  leases.clear()
}

/** Adds a unit with its current lease. A unit has several rows only if it has several leases. */
function placeUnit(roll: Roll, ofUnit: readonly Lease[]): void {
  const rejected = ofUnit.find(({ isRejected }) => isRejected)
  if (rejected) {
    leaveOutUnit(roll, ofUnit, rejected)
    return
  }
  const hasBegun = ({ tenancy: { from } }: Lease) => from === undefined || !roll.asOf || from <= roll.asOf
  const isOver = ({ tenancy: { to } }: Lease) => to !== undefined && roll.asOf !== undefined && to < roll.asOf
  const occupied = ofUnit.filter(({ vacancy }) => vacancy === undefined)
  const vacant = ofUnit.filter(({ vacancy }) => vacancy !== undefined)
  const begun = occupied.filter(hasBegun)
  // If the only listed lease has passed its end, it continues month to month.
  const current =
    begun.find(lease => !isOver(lease)) ?? (occupied.length === 1 && vacant.length === 0 ? begun[0] : undefined)
  const { line, facts, tenancy } = current ?? vacant[0] ?? emptied(ofUnit[0]!)
  const isImplied = !current && vacant.length === 0
  const state = current ? 'OCCUPIED' : (vacant[0]?.vacancy ?? 'VACANT')
  roll.add({ kind: 'unit', line, facts, state, isEviction: false, tenancy, isImplied })
  for (const more of vacant.slice(current ? 0 : 1)) {
    const reason = `The same property has the unit ${quote(more.facts.label)} on line ${line}. Remove one, or correct the unit.`
    roll.leaveOut(more.line, 'Unit', reason)
  }
  for (const lease of occupied) {
    if (lease === current) continue
    if (current && hasBegun(lease) && !isOver(lease)) {
      const reason = `The unit ${quote(lease.facts.label)} has another current lease on line ${line}. Remove one, or correct the unit.`
      roll.leaveOut(lease.line, 'Unit', reason)
    } else addOther(roll, lease, hasBegun(lease) ? 'former' : 'future')
  }
}

/** Leaves out a unit of which a row is rejected. Without that row, the others would make it vacant or give it another lease. */
function leaveOutUnit(roll: Roll, ofUnit: readonly Lease[], rejected: Lease): void {
  for (const { line, facts, isRejected } of ofUnit) {
    if (isRejected) continue
    const reason = `Line ${rejected.line} of the same unit, ${quote(facts.label)}, is rejected. Correct that line, and this one is imported with it.`
    roll.leaveOut(line, 'Unit', reason)
  }
}

function emptied(lease: Lease): Lease {
  const nothing = { residents: [], charges: new Map(), depositCents: 0, otherDepositCents: 0, balanceCents: 0 }
  return { ...lease, tenancy: { ...lease.tenancy, ...nothing } }
}

/** Adds a lease that is not the current one. No column states the move-out date, so the last day of a former lease is used. */
function addOther(roll: Roll, { line, facts, tenancy }: Lease, kind: 'former' | 'future'): void {
  if (kind === 'former') tenancy.moveOut = tenancy.to
  roll.add({ kind, line, label: facts.label, tenancy, facts })
}

function stateTotals(seen: SeenRow, roll: Roll, block: Block | undefined, orBlock?: Block): void {
  const name = block ? `Total for ${block.property?.name ?? 'the property'}` : 'Total'
  const total = { name, line: seen.row.line, block, orBlock }
  roll.state(total, 'charges_cents', statedIn(seen, 'rent'), { code: 'Rent' })
  roll.state(total, 'charges_cents', statedIn(seen, 'total'))
  roll.state(total, 'deposit_cents', statedIn(seen, 'deposit'))
  const [prepaid, owed] = [statedIn(seen, 'prepaid'), statedIn(seen, 'balance')]
  const isStated = prepaid !== undefined || owed !== undefined
  roll.state(total, 'balance_cents', isStated ? (owed ?? 0) - Math.abs(prepaid ?? 0) : undefined)
}
