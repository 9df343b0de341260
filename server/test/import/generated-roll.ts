/**
 * Rent rolls with every status and edge case, generated systematically, together with what they state: the second of two contains every change of
 * status.
 */
import { addDays } from '#server/base/dates.ts'
import type { Stated } from './reproduction.ts'

type GeneratedRoll = { asOf: string; text: string; stated: Stated[] }

const STATUSES = [
  'Current',
  'Notice-Rented',
  'Notice-Unrented',
  'Evict',
  'Vacant-Rented',
  'Vacant-Unrented',
  'Offline',
] as const
type Status = (typeof STATUSES)[number]

const HEADERS = [
  'Property',
  'Unit',
  'Unit Type',
  'BD/BA',
  'Sqft',
  'Market Rent',
  'Status',
  'Tenant',
  'Lease From',
  'Lease To',
  'Move-in',
  'Move-out',
  'Notice Given',
  'Rent',
  'Pet Rent',
  'Parking',
  'Concession',
  'Deposit',
  'Past Due',
  'Prepaid',
] as const
type Cells = Partial<Record<(typeof HEADERS)[number], string>>
type Unit = { cells: Cells; stated: Stated }

const PROPERTIES = [
  ['Oak - North - 1400 Oak St Suite 200 St Louis, MO 63101', 'Oak - North'],
  ['14105 - 14137 Chadron Ave Hawthorne, CA 90250', '14105 - 14137 Chadron Ave'],
  ['Birch Flats - 77 Lake Shore Blvd Santa Monica, CA 90401', 'Birch Flats'],
] as const
const TENANTS = [
  ['Ann Elm', ['Ann Elm']],
  ["O'Brien, Siobhán", ["Siobhán O'Brien"]],
  ['John & Jane Smith', ['John Smith', 'Jane Smith']],
  ['Acme Holdings LLC', ['Acme Holdings LLC']],
  ['José de la Cruz; Li Wei', ['José de la Cruz', 'Li Wei']],
] as const
const LAYOUTS = [
  ['Studio/1', { bedrooms: 0, bathrooms: 1 }],
  ['2/1.50', { bedrooms: 2, bathrooms: 1.5 }],
  ['--/--', {}],
  ['3/2', { bedrooms: 3, bathrooms: 2 }],
] as const
const RENTS = [950_00, 1234_56, 0, 2_100_05]
const DEPOSITS = [500_00, 0, 1_500_00]
const BALANCES = [
  ['', '', 0],
  ['125.50', '', 125_50],
  ['(75.00)', '', -75_00],
  ['', '60', -60_00],
  ['1,000.00', '250.25', 749_75],
] as const

/** Generates units of every status, with each kind of dates, residents and amounts. */
export function firstRoll(asOf: string, units: number): GeneratedRoll {
  return rollOf(
    asOf,
    Array.from({ length: units }, (_, index) => unitOf(index, STATUSES[index % 7] as Status, asOf, index)),
  )
}

/** Generates a later rent roll of the same units: each status follows each other, alternately with the same residents and with different ones. */
export function laterRoll(asOf: string, units: number, first: GeneratedRoll): GeneratedRoll {
  return rollOf(
    asOf,
    Array.from({ length: units }, (_, index) => followed(index, first, asOf)),
  )
}

function followed(index: number, first: GeneratedRoll, asOf: string): Unit {
  const status = STATUSES[Math.floor(index / 7) % 7] as Status
  const before = first.stated[index] as Stated
  const turn = Math.floor(index / 49) % 2
  const unit = unitOf(index, status, asOf, index + turn)
  if (turn === 0 && before.residents.length > 0 && unit.stated.residents.length > 0 && status !== 'Vacant-Rented') {
    const { leaseFrom, leaseTo, moveIn } = before
    const start = [leaseFrom, moveIn].find(day => day !== undefined && day <= first.asOf)
    // Current residents keep their lease, and future residents have the lease that was to begin.
    Object.assign(unit.cells, { 'Lease From': leaseFrom ?? '', 'Lease To': leaseTo ?? '', 'Move-in': moveIn ?? '' })
    const hasLeft = status.startsWith('Notice') || status === 'Evict'
    const noticeOn = !hasLeft ? undefined : before.status === 'CURRENT' ? addDays(asOf, -5) : before.noticeOn
    unit.cells['Notice Given'] = noticeOn ?? ''
    unit.stated.noticeOn = noticeOn
    const isComing = before.status === 'VACANT_RENTED'
    Object.assign(unit.stated, { leaseFrom: isComing ? (leaseFrom ?? moveIn) : (start ?? first.asOf), leaseTo, moveIn })
    if (isComing && (leaseFrom ?? moveIn ?? '') > asOf)
      throw new Error('a future tenancy must have begun by the day of the later file')
  } else if (unit.stated.residents.length > 0 && status !== 'Vacant-Rented') {
    const leaseFrom = addDays(asOf, -1)
    Object.assign(unit.cells, { 'Lease From': leaseFrom, 'Lease To': '', 'Move-in': '' })
    Object.assign(unit.stated, { leaseFrom, leaseTo: undefined, moveIn: undefined })
  }
  return unit
}

/** Makes a unit. `tenants` chooses its residents; everything else follows from the unit's number. */
function unitOf(index: number, status: Status, asOf: string, tenants: number): Unit {
  const round = Math.floor(index / 7)
  const [property, propertyName] = PROPERTIES[index % PROPERTIES.length] as (typeof PROPERTIES)[number]
  const [layout, rooms] = LAYOUTS[round % 4] as (typeof LAYOUTS)[number]
  const marketRentCents = round % 5 === 4 ? undefined : 1_000_00 + index * 100
  const sqft = round % 3 === 0 ? undefined : 500 + index
  const unit: Unit = {
    cells: {
      Property: property,
      Unit: `#${index}`,
      'Unit Type': round % 2 === 0 ? '' : 'A1',
      'BD/BA': layout,
      Sqft: sqft === undefined ? '0' : sqft.toLocaleString('en-US'),
      'Market Rent': marketRentCents === undefined ? '--' : dollars(marketRentCents),
      Status: round % 2 === 0 ? status : status.toUpperCase().replace('-', ' '),
    },
    stated: {
      property: propertyName,
      unit: `#${index}`,
      status: status.toUpperCase().replace('-', '_'),
      unitType: round % 2 === 0 ? undefined : 'A1',
      ...rooms,
      sqft,
      marketRentCents,
      residents: [],
    },
  }
  const isVacant = status === 'Vacant-Unrented' || status === 'Offline'
  const isUnnamed = status === 'Vacant-Rented' && round % 3 === 2
  if (!isVacant && !isUnnamed) furnish(unit, status, asOf, round, tenants)
  return unit
}

/** Adds residents, dates and amounts to the row. */
function furnish({ cells, stated }: Unit, status: Status, asOf: string, round: number, tenants: number): void {
  const [tenant, residents] = TENANTS[tenants % TENANTS.length] as (typeof TENANTS)[number]
  const dates = status === 'Vacant-Rented' ? comingDates(asOf, round) : presentDates(status, asOf, round)
  const rentCents = RENTS[round % RENTS.length] as number
  const depositCents = DEPOSITS[round % DEPOSITS.length] as number
  const [pastDue, prepaid, balanceCents] = BALANCES[round % BALANCES.length] as (typeof BALANCES)[number]
  const charges = { PET: round % 2 ? 25_00 : 0, PARKING: round % 3 ? 50_00 : 0, CONCESSION: round % 4 ? 0 : -20_00 }
  const isComing = status === 'Vacant-Rented'
  Object.assign(stated, dates, {
    residents: [...residents],
    rentCents,
    depositCents,
    balanceCents,
    charges: isComing ? {} : charges,
  })
  Object.assign(cells, {
    Tenant: tenant,
    'Lease From': dates.leaseFrom ?? '',
    'Lease To': dates.leaseTo ?? '',
    'Move-in': dates.moveIn ?? '',
    'Move-out': dates.moveOut ?? '',
    'Notice Given': dates.noticeOn ?? '',
    Rent: dollars(rentCents),
    'Pet Rent': isComing ? '' : dollars(charges.PET),
    Parking: isComing || charges.PARKING === 0 ? '' : dollars(charges.PARKING),
    // A concession lowers what is due, whatever its sign.
    Concession: isComing ? '' : dollars(round % 8 ? charges.CONCESSION : -charges.CONCESSION),
    Deposit: dollars(depositCents),
    'Past Due': pastDue,
    Prepaid: prepaid,
  })
}

type Dates = Pick<Stated, 'leaseFrom' | 'leaseTo' | 'moveIn' | 'moveOut' | 'noticeOn'>

function presentDates(status: Status, asOf: string, round: number): Dates {
  const day = (days: number) => addDays(asOf, days)
  const terms: Dates[] = [
    { leaseFrom: day(-200), leaseTo: day(165), moveIn: day(-565) },
    { leaseFrom: day(-90) },
    { leaseFrom: day(-400), leaseTo: day(-35), moveIn: day(-400) },
    { moveIn: day(-70) },
    {},
    { leaseFrom: day(30), leaseTo: day(395), moveIn: day(-335) },
    { leaseFrom: day(-364), leaseTo: day(0), moveIn: day(-364) },
  ]
  const leaving = status.startsWith('Notice') || status === 'Evict'
  return {
    ...terms[round % terms.length],
    ...(leaving && round % 3 > 0 && { moveOut: day(round % 3 === 1 ? 0 : 45) }),
    ...(leaving && round % 2 > 0 && { noticeOn: day(round % 4 === 1 ? 0 : -20) }),
  }
}

function comingDates(asOf: string, round: number): Dates {
  const leaseFrom = addDays(asOf, 10)
  return round % 3 === 0 ? { leaseFrom, leaseTo: addDays(asOf, 374), moveIn: leaseFrom } : { moveIn: addDays(asOf, 1) }
}

function rollOf(asOf: string, units: readonly Unit[]): GeneratedRoll {
  const stated = units.map(unit => unit.stated)
  const total = (figure: 'marketRentCents' | 'rentCents' | 'depositCents' | 'balanceCents') =>
    dollars(stated.reduce((sum, unit) => sum + (unit[figure] ?? 0), 0))
  const totals: Cells = {
    Property: `${units.length} Units`,
    'Market Rent': total('marketRentCents'),
    Rent: total('rentCents'),
    Deposit: total('depositCents'),
    'Past Due': total('balanceCents'),
  }
  const line = (cells: Cells) => HEADERS.map(header => `"${cells[header] ?? ''}"`).join(',')
  const rows = [...units.map(unit => unit.cells), totals].map(line)
  return { asOf, stated, text: `As of: ${asOf}\n${HEADERS.join(',')}\n${rows.join('\n')}\n` }
}

/** Formats an amount as exports do: `1,234.50`, `(20.00)`. */
function dollars(cents: number): string {
  const text = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  return cents < 0 ? `(${text})` : text
}
