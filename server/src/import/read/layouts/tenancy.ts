/** Reads the cells of a row that describe a unit and its tenancy, in the words of the file. */
import { BED_BATH, DATE, MONEY, SQUARE_FEET, textOf } from '../cells.ts'
import { LEASE_END } from '../lease-days.ts'
import { type NameOrder, notesIn, parseResidents } from '../names.ts'
import type { ResidentRecord, UnitRecord } from '../records.ts'
import { MAX_RESIDENTS, notAName } from '../resident-cells.ts'
import { quote, type RowCells } from '../row-cells.ts'
import { readLabel } from '../unit-label.ts'
import { notOfVacancy } from '../vacancy.ts'
import type { LayoutField } from './fields.ts'

export type LayoutCells = RowCells<LayoutField>

/**
 * The residents who live, lived or will live in a unit, and what they pay. Amounts are integer cents, and undefined if the file has no column for
 * them.
 */
export type StatedTenancy = {
  line: number
  residents: ResidentRecord[]
  leaseId: string | undefined
  from: string | undefined
  to: string | undefined
  moveIn: string | undefined
  moveOut: string | undefined
  /** The rent that a column repeats in addition to the columns of the charges. */
  leaseRentCents?: number
  /** Monthly amounts by the file's own charge code; credits are negative. */
  charges: Map<string, number>
  depositCents: number | undefined
  otherDepositCents: number | undefined
  /** The deposit that was agreed; left out if the file has no column for it. */
  agreedDepositCents?: number
  /** The balance owed; negative if prepaid. */
  balanceCents: number | undefined
}

export type UnitFacts = Omit<UnitRecord, 'marketRentCents'> & { marketRentCents: number | undefined }

/** Reads the unit of a row. Returns undefined after a problem that rejects the row. */
export function readUnitFacts(cells: LayoutCells): UnitFacts | undefined {
  const label = readLabel(cells)
  if (label === undefined) return undefined
  const bedBath = cells.take('bedBath', BED_BATH, 'value')
  return {
    label,
    unitType: cells.take('unitType', textOf(100), 'value'),
    bedrooms: bedBath?.bedrooms,
    bathrooms: bedBath?.bathrooms,
    sqft: cells.take('sqft', SQUARE_FEET, 'value') || undefined,
    marketRentCents: notBelowZero(cells, 'marketRent'),
    availableFrom: undefined,
    listing: undefined,
    externalId: undefined,
  }
}

/** Reads the tenancy of a row. `name` is the resident as the file names them, without the marks of its layout; empty for a vacant unit. */
export function readTenancy(cells: LayoutCells, name: string, order?: NameOrder): StatedTenancy {
  const balance = cells.take('balance', MONEY, 'value')
  const prepaid = cells.take('prepaid', MONEY, 'value')
  const to = cells.take('leaseEnd', LEASE_END, 'value')
  return {
    line: cells.line,
    residents: readResidents(cells, name, order),
    leaseId: cells.take('leaseId', textOf(200), 'value'),
    from: cells.take('leaseStart', DATE, 'value'),
    to: to === 'MONTH_TO_MONTH' ? undefined : to,
    moveIn: cells.take('moveIn', DATE, 'value'),
    moveOut: cells.take('moveOut', DATE, 'value'),
    charges: new Map(),
    depositCents: cells.has('deposit') ? (notBelowZero(cells, 'deposit') ?? 0) : undefined,
    otherDepositCents: cells.has('otherDeposit') ? (notBelowZero(cells, 'otherDeposit') ?? 0) : undefined,
    ...(cells.has('agreedDeposit') && { agreedDepositCents: notBelowZero(cells, 'agreedDeposit') ?? 0 }),
    balanceCents: cells.has('balance') || cells.has('prepaid') ? (balance ?? 0) - Math.abs(prepaid ?? 0) : undefined,
  }
}

export function addCharge({ charges }: StatedTenancy, code: string, cents: number): void {
  charges.set(code, (charges.get(code) ?? 0) + cents)
}

export function sumOfCharges({ charges }: StatedTenancy): number {
  return charges.values().reduce((sum, cents) => sum + cents, 0)
}

function readResidents(cells: LayoutCells, name: string, order: NameOrder): ResidentRecord[] {
  if (name === '') {
    const note = notOfVacancy(cells.text('name'))
    if (note) cells.drop('name', note)
    return []
  }
  const people = name.length <= 5_000 ? parseResidents(name, order) : []
  const isReadable =
    people.length > 0 &&
    people.length <= MAX_RESIDENTS &&
    people.every(
      ({ first_name: firstName, last_name: lastName }) =>
        firstName.length <= 100 && lastName.length <= 100 && lastName !== '',
    )
  if (!isReadable) {
    const reason = `${quote(name)} is not a list of residents. It is imported as one name; correct it in Gatehouse later.`
    cells.drop('name', reason)
  }
  const known = isReadable
    ? people
    : [{ first_name: '', last_name: name.slice(0, 100).trim() || '?', email: undefined }]
  if (isReadable) for (const note of new Set(notesIn(name))) cells.drop('name', notAName(note))
  const externalId = cells.take('residentId', textOf(200), 'value')
  return known.map((person, index) => ({
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    phone: undefined,
    isPrimary: index === 0,
    externalId: index === 0 ? externalId : undefined,
  }))
}

function notBelowZero(
  cells: LayoutCells,
  field: 'marketRent' | 'deposit' | 'otherDeposit' | 'agreedDeposit',
): number | undefined {
  const cents = cells.take(field, MONEY, 'value')
  if (cents === undefined || cents >= 0) return cents
  cells.drop(
    field,
    `${quote(cells.text(field))} is below zero. It is not imported. Correct it, or enter it in Gatehouse later.`,
  )
  return undefined
}
