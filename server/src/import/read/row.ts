/** Reads one unit row of the table: a typed record, or the problems with it. */
import { type Amounts, readAmounts } from './amounts.ts'
import { comparable, DATE, STATUS, textOf } from './cells.ts'
import type { Columns } from './columns.ts'
import { checkAmounts, checkDates, checkOccupancy, marketRentOfVacant } from './contradictions.ts'
import type { FormerRow } from './former-rows.ts'
import { LEASE_TERM, leaseEndOf } from './lease-days.ts'
import { isOfFormer, leaseStateOf, statusOfLeaseWord } from './lease-status.ts'
import { type Moves, readMoves } from './move-days.ts'
import type { PropertyAbove } from './property-above.ts'
import { readProperty, readUnnamedProperty } from './property-cells.ts'
import {
  type LeaseRecord,
  type PropertyRecord,
  type RentRollRow,
  statusName,
  type TenancyRecord,
  type UnitStatus,
  type UnnamedUnit,
} from './records.ts'
import { checkRentCycle } from './rent-parts.ts'
import type { Field } from './rent-roll-headers.ts'
import { readResidents, tenantText } from './resident-cells.ts'
import type { UnitAbove } from './residents-below.ts'
import { quote, type RowCells, SHIFTED_ROW } from './row-cells.ts'
import { ownHeaders } from './table-columns.ts'
import { bedOf, readUnit } from './unit-cells.ts'
import type { UnitRows } from './unit-rows.ts'
import { isNotKnown, vacancyInPlaceOf, vacancyOf, wordNotForRent } from './vacancy.ts'

/** What the rows above state about this one. */
export type RowContext = {
  propertyLabel: string | undefined
  /** Whether neither a column nor a row above names the property. */
  isUnnamed: boolean
  /** The building that a heading above names. */
  building: string | undefined
  /** The numbers of the buildings whose property is not named. */
  buildings: Map<string, number>
  /** The property that the rows above name, if one of them names it for all. */
  above: PropertyAbove
  status: UnitStatus | undefined
  /** The unit of the row above, if this row names a further resident of it and no unit. */
  unitAbove: UnitAbove | undefined
  /** Whether a heading above says that the leases below are over. */
  isFormer: boolean
  asOf: string | undefined
  /** Returns what the organization answered that a word for a status means. A word without an answer is asked about, unless it is known. */
  meaningOf(word: string, isKnown: boolean): UnitStatus | undefined
  units: UnitRows
}

/** A row of a unit with what it adds to that of an earlier row, or the row of a former resident. */
type Read = { amounts: Amounts; rejected?: undefined } & (
  | { row: RentRollRow; joined: ReturnType<UnitRows['join']>; former?: undefined }
  | { former: FormerRow; row?: undefined }
)

/** The unit of a row that a problem rejects, if the file does not name its property. */
type Rejected = { rejected: UnnamedUnit | undefined; row?: undefined; former?: undefined }

/** Reads a row. Returns undefined, or the unit, if a problem among `cells.problems` rejects the whole row. */
export function readRow(cells: RowCells, columns: Columns, context: RowContext): Read | Rejected | undefined {
  if (cells.areShifted) {
    const column = ownHeaders(columns).at(-1) ?? ''
    cells.problems.push({ line: cells.line, column, reason: SHIFTED_ROW, leftOut: 'row' })
    return undefined
  }
  const by = formerBy(cells, context)
  return by ? readFormer(cells, columns, context, by) : readOfUnit(cells, columns, context)
}

/** Reads a row of a unit as it is on the day of the file. */
function readOfUnit(cells: RowCells, columns: Columns, context: RowContext): Read | Rejected {
  const property = readPropertyOf(cells, context)
  const unit = { ...readUnit(cells, property), ...(context.unitAbove && { label: context.unitAbove.label }) }
  const amounts = readAmounts(cells, columns)
  const { residents, ...moves } = readMoves(cells, readResidents(cells))
  const lease = readLease(cells, columns, amounts, context, moves)
  const tenancy = residents.length > 0 ? { residents, lease } : undefined
  const entry = context.units.entryOf(property, unit.label, cells.line)
  const isFurther = entry.line !== cells.line
  const status = context.unitAbove ? entry.status : readStatus(cells, context, tenancy, isFurther)
  checkAmounts(cells, amounts)
  checkRentCycle(cells, amounts.rent)
  checkDates(cells, lease)
  if (status) checkOccupancy(cells, status, tenancy, amounts)
  const isEmpty = status !== undefined && !isLivedIn(status) && !tenancy
  const marketRentCents = isEmpty
    ? marketRentOfVacant(cells, status, amounts, isCalledVacant(cells, context))
    : amounts.marketRent
  const isFuture = status === 'VACANT_RENTED'
  const future = isFuture ? futureOf(cells, tenancy, context.asOf) : undefined
  if (!status || isRejected(cells)) return { rejected: unnamedUnit(property, unit.label) }
  const row = {
    line: cells.line,
    property,
    unit: { ...unit, marketRentCents },
    status,
    tenancy: isFuture ? undefined : tenancy,
    futureTenancies: future ? [future] : [],
    formerTenancies: [],
    renewal: undefined,
  }
  const joined = context.units.join(entry, row, cells, {
    building: buildingOf(cells, columns, context),
    isUnnamed: context.isUnnamed,
    bed: bedOf(cells, columns),
  })
  return isRejected(cells) ? { rejected: unnamedUnit(property, unit.label) } : { row, amounts, joined }
}

function unnamedUnit({ unnamed, building }: PropertyRecord, label: string): UnnamedUnit | undefined {
  return unnamed === undefined ? undefined : { unnamed, building, label }
}

function isRejected({ problems }: RowCells): boolean {
  return problems.some(({ leftOut }) => leftOut === 'row')
}

function isOfNames(cells: RowCells, column: string): boolean {
  return (['tenant', 'firstName', 'lastName', 'additionalResidents'] as const).some(
    field => cells.has(field) && cells.headerOf(field) === column,
  )
}

/** The column that says that the lease of the row has ended, so that the row is not one of its unit; undefined if none does. */
function formerBy(cells: RowCells, { isFormer }: RowContext): 'leaseStatus' | 'status' | 'unit' | undefined {
  if (leaseStateOf(cells.text('leaseStatus')) === 'FORMER') return 'leaseStatus'
  if (isOfFormer(cells.text('status'))) return 'status'
  return isFormer && !STATUS.parse(cells.text('status')) ? 'unit' : undefined
}

/** Reads a row of a former resident. What cannot be read of it rejects nothing. */
function readFormer(cells: RowCells, columns: Columns, context: RowContext, by: Field): Read {
  const property = readPropertyOf(cells, context)
  const { label } = readUnit(cells, property)
  const amounts = readAmounts(cells, columns)
  const { residents, ...moves } = readMoves(cells, readResidents(cells))
  const lease = readLease(cells, columns, amounts, context, moves)
  for (const problem of cells.problems) problem.leftOut = 'value'
  const tenancy = residents.length > 0 ? { residents, lease } : undefined
  return { amounts, former: { line: cells.line, property, label, column: cells.headerOf(by), tenancy } }
}

/** The building of a row, by a column that is not read otherwise or by a heading above. */
function buildingOf(cells: RowCells, { headers, ignored }: Columns, { building }: RowContext): string {
  const column = headers.findIndex(header => ignored.includes(header) && /^(?:building|bldg)\b/i.test(header))
  return cells.textAt(column) || (building ?? '')
}

function readPropertyOf(cells: RowCells, context: RowContext): PropertyRecord {
  const { isUnnamed, propertyLabel, above, unitAbove } = context
  if (unitAbove) return unitAbove.property
  return isUnnamed ? readUnnamedProperty(cells, context) : readProperty(cells, propertyLabel, above)
}

function readLease(
  cells: RowCells,
  columns: Columns,
  amounts: Amounts,
  { asOf }: Pick<RowContext, 'asOf'>,
  moves: Omit<Moves, 'residents'>,
): LeaseRecord {
  // A length, such as 12 months, is a fact that is not imported; a day that cannot be read may be a wrong one.
  const term = cells.take('leaseTerm', LEASE_TERM, /\d[/-]\d/.test(cells.text('leaseTerm')) ? 'row' : 'value')
  const to = cells.has('leaseTo') ? leaseEndOf(cells, asOf) : term?.to
  const pastDue = amounts.pastDue ?? 0
  const hasBalance = cells.has('pastDue') || cells.has('prepaid')
  const hasDeposit = cells.has('deposit') || cells.has('totalDeposits') || columns.deposits.length > 0
  const hasCharges = cells.has('otherCharges') || columns.charges.length > 0
  return {
    externalId: cells.take('leaseId', textOf(200), 'value'),
    from: cells.has('leaseFrom') ? cells.take('leaseFrom', DATE, 'row') : term?.from,
    to: to === 'MONTH_TO_MONTH' ? undefined : to,
    ...moves,
    noticeOn: cells.take('noticeOn', DATE, 'row'),
    rentCents: cells.has('rent') || cells.has('tenantRent') ? (amounts.rent ?? 0) : undefined,
    otherCharges: hasCharges ? amounts.charges : undefined,
    depositCents: hasDeposit ? (amounts.deposit ?? 0) : undefined,
    ...(amounts.otherDeposits.length > 0 && { otherDeposits: amounts.otherDeposits }),
    pastDueCents: hasBalance ? Math.max(0, pastDue) : undefined,
    prepaidCents: hasBalance ? Math.max(0, -pastDue) + (amounts.prepaid ?? 0) : undefined,
  }
}

/** Reads the status from the row's own cell, else from its section heading, else from its tenant. Returns undefined after a problem. */
function readStatus(
  cells: RowCells,
  context: RowContext,
  tenancy: TenancyRecord | undefined,
  isFurther: boolean,
): UnitStatus | undefined {
  // What the row says about a tenant whose name cannot be read is no mistake of its own.
  if (cells.problems.some(({ column, leftOut }) => leftOut === 'row' && isOfNames(cells, column))) return undefined
  const word = cells.text('status')
  const { moveIn, from = moveIn } = tenancy?.lease ?? {}
  const ofLease = tenancy && statusOfLeaseWord(word, from, { asOf: context.asOf, isFurther })
  const known = word ? statusOf(word, context, ofLease) : context.status
  if (tenancy && known && isLivedIn(known) && leaseStateOf(cells.text('leaseStatus')) === 'FUTURE') {
    cells.refuse(
      'leaseStatus',
      `The unit is ${statusName(known)}, but the lease of this row has not started. Name the current resident, or correct the status or the lease.`,
    )
    return undefined
  }
  if (known) return tenancy && known === 'CURRENT' ? endingBy(cells) : known
  if (word) return unknownStatus(cells, word)
  if (cells.has('status')) {
    cells.refuse('status', `The status is missing. ${STATUS.write}`)
    return undefined
  }
  const lease = leaseStateOf(cells.text('leaseStatus'))
  if (!tenancy) return tenantText(cells) === '' && isInForce(lease) ? lease : statusWithoutTenant(cells)
  const isUpcoming = moveIn !== undefined && context.asOf !== undefined && moveIn > context.asOf
  if (lease === 'FUTURE' || isUpcoming) return 'VACANT_RENTED'
  if (lease !== undefined && lease !== 'CURRENT' && lease !== 'FORMER') return lease
  return tenancy.lease.noticeOn || tenancy.lease.moveOut ? 'NOTICE_UNRENTED' : 'CURRENT'
}

/** The status of a unit that is occupied, by the word for its lease: only that may say that the residents have given notice. */
function endingBy(cells: RowCells): UnitStatus {
  const lease = leaseStateOf(cells.text('leaseStatus'))
  return lease === 'EVICT' || lease === 'NOTICE_UNRENTED' || lease === 'NOTICE_RENTED' ? lease : 'CURRENT'
}

/** Whether a lease is in force, so that somebody lives in the unit, even if the cell of the tenant is empty. */
function isInForce(lease: ReturnType<typeof leaseStateOf>): lease is UnitStatus {
  return lease !== undefined && lease !== 'FUTURE' && lease !== 'FORMER' && isLivedIn(lease)
}

function isLivedIn(status: UnitStatus): boolean {
  return !status.startsWith('VACANT') && status !== 'OFFLINE'
}

/** Whether a word of the file makes a unit vacant, and not only the lack of a tenant. The tenant of a unit for which `TBD` stands may pay its rent. */
function isCalledVacant(cells: RowCells, context: RowContext): boolean {
  if (cells.text('status') !== '' || context.status !== undefined) return true
  const isVacant = (text: string) => vacancyInPlaceOf(text) !== undefined || wordNotForRent(text) !== undefined
  const tenant = tenantText(cells)
  return (isVacant(tenant) && !isNotKnown(tenant)) || isVacant(cells.text('leaseStatus'))
}

/** The status of a unit for which the file states neither a status nor a tenant, by the word in place of the tenant. */
function statusWithoutTenant(cells: RowCells): UnitStatus {
  const text = tenantText(cells)
  const word = wordNotForRent(text)
  if (word === undefined) return VACANCIES[vacancyInPlaceOf(text) ?? 'VACANT']
  if (comparable(word) !== comparable(text))
    cells.drop(
      'tenant',
      `${quote(text)} means that the unit is offline. What else it says is not imported; enter it in Gatehouse if you need it.`,
    )
  return 'OFFLINE'
}

const VACANCIES = { VACANT: 'VACANT_UNRENTED', VACANT_RENTED: 'VACANT_RENTED' } as const

/** Returns the status that a word means. `ofLease` is the one that follows from the lease of its row, if that is certain. */
function statusOf(word: string, { meaningOf }: RowContext, ofLease: UnitStatus | undefined): UnitStatus | undefined {
  const vacancy = vacancyOf(word)
  const certain = STATUS.parse(word) ?? (vacancy && VACANCIES[vacancy])
  if (certain) return certain
  const ending = ofLease ?? endingIn(word)
  const meant = meaningOf(word, ending !== undefined)
  return meant ?? ending ?? (wordNotForRent(word) === undefined ? undefined : 'OFFLINE')
}

/** What a word for an occupied unit says about the end of its lease: `Active - Notice Given`, `Occupied (Eviction Filed)`. */
function endingIn(word: string): UnitStatus | undefined {
  const [first = '', ...rest] = word.split(/ [-–] |[(/,:]/)
  if (rest.length === 0 || STATUS.parse(first.trim()) !== 'CURRENT') return undefined
  const lease = leaseStateOf(word)
  return lease === 'EVICT' || lease === 'NOTICE_UNRENTED' ? lease : undefined
}

function unknownStatus(cells: RowCells, word: string): undefined {
  const meaning = 'Or say what the word means in a mapping file (--write-map creates one).'
  cells.refuse('status', `${quote(word)} is not ${STATUS.is}. ${STATUS.write} ${meaning}`)
}

/** Reads the future tenancy of a rented vacant unit. Only a start in the future distinguishes a future tenant from the last one. */
function futureOf(
  cells: RowCells,
  tenancy: TenancyRecord | undefined,
  asOf: string | undefined,
): TenancyRecord | undefined {
  if (!tenancy) return undefined
  const start = [tenancy.lease.moveIn, tenancy.lease.from]
    .filter(date => date !== undefined)
    .sort()
    .at(-1)
  if (start !== undefined && (asOf === undefined || start > asOf)) return tenancy
  const why = start === undefined ? 'has no Lease From or Move-in' : `began on ${start}, not after ${asOf}`
  cells.drop(
    'tenant',
    `The unit is vacant and rented, so its tenant must be a future one, but the lease ${why}. Correct the status or the date.`,
  )
  return undefined
}
