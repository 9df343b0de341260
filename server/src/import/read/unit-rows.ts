/**
 * The rows of one unit in a list that has a row for each resident or each lease. Further residents join the lease of an earlier row, and a future lease
 * follows it. Any other second row of a unit is rejected, because it may be a unit of another building or of another property.
 */
import {
  bothFacts,
  factsOf,
  type LeaseFacts,
  repeatedAmounts,
  repeatedInRenewal,
  whyNotRenewed,
  whyOtherLease,
  withoutAmounts,
} from './more-of-unit.ts'
import type { MoreOfUnit, PropertyRecord, RentRollRow, TenancyRecord, UnitStatus } from './records.ts'
import { MAX_RESIDENTS } from './resident-cells.ts'
import { quote, type RowCells } from './row-cells.ts'

/** What is remembered of each unit; nothing else is stored of every row. */
type UnitEntry = {
  line: number
  /** The last line that belongs to the unit. */
  last: number
  building: string
  /** The number of bedrooms in the first row, or the number of its bed. */
  bedrooms?: number | undefined
  bed?: string
  /** Undefined if the row of the unit was rejected. */
  status?: UnitStatus
  current?: LeaseFacts
  next?: LeaseFacts
}

/**
 * The place of a row in the file: its building, its bed in a column of its own, and whether only adjacent rows may be of one unit, because the file does
 * not name its properties.
 */
type Where = { building: string; isUnnamed: boolean; bed: string }

/** A row that belongs to an earlier one, and the amounts of it that are counted already. */
type Joined = { more: MoreOfUnit; repeated: ReturnType<typeof repeatedAmounts> }

export class UnitRows {
  readonly #properties = new Map<string, Map<string, UnitEntry>>()

  /** Returns the entry of a unit, which is new if no earlier line has it. */
  entryOf(property: PropertyRecord, label: string, line: number): UnitEntry {
    const entries = this.#properties.get(keyOf(property)) ?? new Map<string, UnitEntry>()
    this.#properties.set(keyOf(property), entries)
    const entry = entries.get(label.toLowerCase()) ?? { line, last: line, building: '' }
    entries.set(label.toLowerCase(), entry)
    return entry
  }

  /** Finds the entry of a unit. */
  find(property: PropertyRecord, label: string): UnitEntry | undefined {
    return this.#properties.get(keyOf(property))?.get(label.toLowerCase())
  }

  /** Returns what the row adds to the earlier row of its unit, and undefined if it is the first one, or if it is rejected. */
  join(entry: UnitEntry, row: RentRollRow, cells: RowCells, where: Where): Joined | undefined {
    const { tenancy, futureTenancies } = row
    if (entry.line === cells.line) {
      entry.building = where.building
      entry.bedrooms = row.unit.bedrooms
      entry.bed = where.bed
      entry.status = row.status
      if (tenancy) entry.current = factsOf(tenancy)
      if (futureTenancies[0]) entry.next = factsOf(futureTenancies[0])
      return undefined
    }
    const mayJoin = entry.building === where.building && !(where.isUnnamed && cells.line > entry.last + 1)
    const joined =
      bedReason(cells, row, entry, where) ??
      (mayJoin && entry.status !== undefined ? joinedTo(entry, entry.status, row, cells) : '')
    if (typeof joined === 'string') {
      refuseTwice(cells, entry, where, joined)
      return undefined
    }
    entry.last = cells.line
    entry.status = joined.more.status
    cells.drop('unit', joinedReason(joined.repeated.length > 0))
    return joined
  }
}

/** Why a row of a bed, which has a lease of its own, is not joined with the other beds of its unit: they would be one lease that has one of the rents. */
function bedReason(
  cells: RowCells,
  { unit }: RentRollRow,
  first: UnitEntry,
  { bed: ownBed }: Where,
): string | undefined {
  const isOther = unit.bedrooms !== undefined && first.bedrooms !== undefined && unit.bedrooms !== first.bedrooms
  const isLetter = unit.bedrooms === undefined && /^(?:bed ?)?[a-z]$/i.test(cells.text('bedrooms'))
  const isOwn = ownBed !== '' && ownBed !== first.bed
  if (!isOther && !isLetter && !isOwn) return undefined
  const bed = isOwn ? ownBed : cells.text('bedrooms')
  const label = `${unit.label}-${bed.replace(/^bed ?/i, '')}`
  return `Each row seems to be for a bed, this one for ${quote(bed)}. Write the bed into the unit, such as ${quote(label)}.`
}

/** Says that a row was joined with an earlier one. */
function joinedReason(isRepeated: boolean): string {
  const once = isRepeated
    ? ' An amount that several rows of a lease repeat is counted once. If each resident pays it, write the sum in the first row.'
    : ''
  return `The unit is on an earlier line too, and this row is imported with it: residents of the same lease are added to it, and a future lease follows it.${once}`
}

function keyOf({ name, address_line, postal_code, unnamed }: PropertyRecord): string {
  return [name, address_line, postal_code, unnamed].join('\n').toLowerCase()
}

/** Returns what the row adds to its unit, or why it cannot be of the same unit; an empty text if nothing shows that it is. */
function joinedTo(entry: UnitEntry, status: UnitStatus, row: RentRollRow, cells: RowCells): Joined | string {
  const [next] = row.futureTenancies
  if (next) return joinedFuture(entry, status, next)
  const { tenancy } = row
  if (!tenancy) return ''
  const { line: of, current } = entry
  const facts = factsOf(tenancy)
  if (!current) {
    if (!entry.next) return ''
    entry.current = facts
    if (isRenewal(row.status, facts, entry.next))
      return joinedRenewal(facts, entry.next, { of, as: 'renewed', tenancy, status: row.status })
    return { more: { of, as: 'current', tenancy, status: rentedAhead(row.status) }, repeated: [] }
  }
  const why = whyNotJoined(current, facts)
  if (why !== undefined) return why
  entry.current = bothFacts(current, facts)
  const both = statusOfBoth(status, row.status)
  if (both === 'CURRENT' && (status !== both || row.status !== both))
    cells.drop(
      cells.has('moveOut') ? 'moveOut' : 'status',
      `The residents on line ${of} and in this row do not all leave, so the unit is imported as occupied and without a notice. Those who leave are on the lease until their move-out date.`,
    )
  return { more: { of, as: 'resident', tenancy, status: both }, repeated: repeatedAmounts(current, facts) }
}

/** Returns what a row with a future lease adds to its unit. */
function joinedFuture(entry: UnitEntry, status: UnitStatus, tenancy: TenancyRecord): Joined | string {
  const { line: of, current, next } = entry
  const facts = factsOf(tenancy)
  if (current && isRenewal(status, current, facts))
    return joinedRenewal(current, facts, { of, as: 'renewal', tenancy, status })
  const why = next && whyNotJoined(next, facts)
  if (next && why === undefined) {
    entry.next = bothFacts(next, facts)
    return { more: { of, as: 'nextResident', tenancy, status }, repeated: repeatedAmounts(next, facts) }
  }
  if (why !== undefined && next?.from === facts.from) return why
  entry.next ??= facts
  // Somebody who has given notice may stay on another lease, for which the deposit is not paid a second time.
  const repeated = current?.name === facts.name ? repeatedInRenewal(current, facts) : []
  const own = withoutAmounts(tenancy, repeated)
  return { more: { of, as: 'next', tenancy: own, status: rentedAhead(status) }, repeated }
}

/** Whether the next lease of a unit is one of the resident who lives there and stays, and therefore renews the lease. */
function isRenewal(status: UnitStatus, current: LeaseFacts, next: LeaseFacts): boolean {
  return status === 'CURRENT' && current.name === next.name && next.from !== undefined
}

function joinedRenewal(current: LeaseFacts, renewal: LeaseFacts, more: MoreOfUnit): Joined | string {
  return whyNotRenewed(current, renewal) ?? { more, repeated: repeatedInRenewal(current, renewal) }
}

/** Returns why a row cannot join the lease of an earlier one; undefined if it can. */
function whyNotJoined(one: LeaseFacts, other: LeaseFacts): string | undefined {
  const why = whyOtherLease(one, other)
  if (why !== undefined || one.residents + other.residents <= MAX_RESIDENTS) return why
  return `The lease has more than ${MAX_RESIDENTS} residents.`
}

/** The status of a unit that has a future lease. */
function rentedAhead(status: UnitStatus): UnitStatus {
  return status === 'NOTICE_UNRENTED' ? 'NOTICE_RENTED' : status === 'VACANT_UNRENTED' ? 'VACANT_RENTED' : status
}

/** The status of a unit by the rows of two residents: it is occupied until both leave. */
function statusOfBoth(one: UnitStatus, other: UnitStatus): UnitStatus {
  for (const status of ['EVICT', 'CURRENT', 'NOTICE_RENTED'] as const) {
    if (one === status || other === status) return status
  }
  return one
}

/** Rejects a row of the unit of an earlier line. */
function refuseTwice(cells: RowCells, { line, building: other }: UnitEntry, { building }: Where, why: string): void {
  const which = building || other
  if (which !== '' && why === '') {
    const label = `${which}-${cells.text('unit')}`
    cells.refuse(
      'unit',
      `The same property has this unit on line ${line}. If they are in different buildings, write the building into the unit of each row, such as ${quote(label)}.`,
    )
    return
  }
  const another = ' If this row names another resident of the same lease, write the same Lease From in both rows.'
  cells.refuse(
    'unit',
    `The same property has this unit on line ${line}. ${why === '' ? `Remove one, or correct the unit.${another}` : `${why} Correct one of the rows, or the unit.`}`,
  )
}
