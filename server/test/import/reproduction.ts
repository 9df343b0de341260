/** Whether the rent roll of a day equals a file, row by row and in its sums. */
import assert from 'node:assert/strict'
import type { RentRollRow } from '#server/import/read/records.ts'
import type { RentRoll } from './rent-roll-on.ts'

/** A row of a file; undefined means that the file does not state the value. */
export type Stated = {
  property: string
  unit: string
  status: string
  unitType?: string | undefined
  bedrooms?: number | undefined
  bathrooms?: number | undefined
  sqft?: number | undefined
  marketRentCents?: number | undefined
  /** Current residents, or future ones with VACANT_RENTED; the first is the primary resident. */
  residents: string[]
  leaseFrom?: string | undefined
  leaseTo?: string | undefined
  moveIn?: string | undefined
  moveOut?: string | undefined
  noticeOn?: string | undefined
  rentCents?: number | undefined
  /** The charges by code; `one figure` is a file's Other Charges, which names no code. */
  charges?: Record<string, number> | undefined
  depositCents?: number | undefined
  balanceCents?: number | undefined
}

type Money = 'with money' | 'without money'

/**
 * Asserts that a rent roll equals a file, apart from the documented differences: the lease of a current resident has begun, and a notice without
 * a date is given on the day of the file. `without money` omits deposits and balances, which only the first file of a lease imports.
 */
export function assertReproduces(
  stated: readonly Stated[],
  roll: RentRoll,
  asOf: string,
  money: Money = 'with money',
): void {
  const key = (property: string, unit: string) => `${property} / ${unit}`
  const inFile = new Map(stated.map(row => [key(row.property, row.unit), row]))
  assert.equal(inFile.size, stated.length, 'the file distinguishes its units')
  assert.deepEqual(roll.rows.map(row => key(row.property_name, row.unit_label)).sort(), [...inFile.keys()].sort())
  const coming = new Map(roll.future_residents.map(each => [key(each.property_name, each.unit_label), each]))
  const isComing = ({ status, residents }: Stated) => status === 'VACANT_RENTED' && residents.length > 0

  for (const row of roll.rows) {
    const name = key(row.property_name, row.unit_label)
    const file = inFile.get(name) as Stated
    const expected = {
      status: file.status,
      unit_type: file.unitType ?? row.unit_type,
      bedrooms: file.bedrooms ?? row.bedrooms,
      bathrooms: file.bathrooms ?? row.bathrooms,
      sqft: file.sqft ?? row.sqft,
      market_rent_cents: file.marketRentCents ?? row.market_rent_cents,
      ...(isComing(file) || file.residents.length === 0 ? nobody() : livingThere(file, row, asOf, money)),
    }
    assert.deepEqual(row, { ...row, ...expected }, name)
    assert.equal(row.total_charges_cents, row.rent_cents + row.other_charges_cents, name)
  }
  for (const file of stated.filter(isComing)) {
    const name = key(file.property, file.unit)
    assert.deepEqual(coming.get(name), { ...coming.get(name), ...whoComes(file, money) }, name)
  }
  assert.equal(coming.size, stated.filter(isComing).length)
}

function nobody() {
  return {
    resident_name: null,
    additional_residents: [],
    lease_from: null,
    rent_cents: 0,
    other_charges_cents: 0,
    charges: [],
    deposit_cents: 0,
    balance_cents: 0,
    past_due_cents: 0,
  }
}

function livingThere(file: Stated, row: RentRoll['rows'][number], asOf: string, money: Money) {
  const [primary, ...others] = file.residents
  const hasBegun = (day: string | undefined) => day !== undefined && day <= asOf
  const isNotice = file.status.startsWith('NOTICE')
  const codes = Object.entries(file.charges ?? {}).filter(([, cents]) => cents !== 0)
  const isOneFigure = codes.some(([code]) => code === 'one figure')
  return {
    resident_name: primary,
    additional_residents: others.toSorted(
      (one, other) => row.additional_residents.indexOf(one) - row.additional_residents.indexOf(other),
    ),
    lease_from: [file.leaseFrom, file.moveIn].find(hasBegun) ?? asOf,
    lease_to: file.leaseTo ?? null,
    move_in: file.moveIn ?? row.move_in,
    move_out: file.moveOut ?? row.move_out,
    notice_date: file.noticeOn ?? (isNotice ? row.notice_date : null),
    rent_cents: file.rentCents ?? row.rent_cents,
    other_charges_cents: file.charges ? codes.reduce((sum, [, cents]) => sum + cents, 0) : row.other_charges_cents,
    ...(file.charges && !isOneFigure && { charges: chargesOf(file, codes) }),
    ...(money === 'with money' && file.depositCents !== undefined && { deposit_cents: file.depositCents }),
    ...(money === 'with money' &&
      file.balanceCents !== undefined && {
        balance_cents: file.balanceCents,
        past_due_cents: Math.max(0, file.balanceCents),
      }),
  }
}

function chargesOf({ rentCents }: Stated, codes: [string, number][]) {
  return [...codes, ['RENT', rentCents ?? 0] as const]
    .filter(([, cents]) => cents !== 0)
    .map(([code, amount_cents]) => ({ code, amount_cents }))
    .sort((one, other) => (one.code < other.code ? -1 : 1))
}

function whoComes(file: Stated, money: Money) {
  return {
    resident_name: file.residents[0],
    lease_from: file.leaseFrom ?? file.moveIn,
    lease_to: file.leaseTo ?? null,
    move_in: file.moveIn ?? null,
    ...(file.rentCents !== undefined && { rent_cents: file.rentCents }),
    ...(money === 'with money' && file.depositCents !== undefined && { deposit_cents: file.depositCents }),
    ...(money === 'with money' && file.balanceCents !== undefined && { balance_cents: file.balanceCents }),
  }
}

/** The sums of a roll as a file's totals row states them: future residents are counted together with current ones. */
export function sumsOf({ rows, future_residents }: RentRoll) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const leases = [...rows, ...future_residents]
  return {
    units: rows.length,
    marketRentCents: sum(rows.map(row => row.market_rent_cents)),
    rentCents: sum(leases.map(row => row.rent_cents)),
    otherChargesCents: sum(rows.map(row => row.other_charges_cents)),
    depositCents: sum(leases.map(row => row.deposit_cents)),
    pastDueCents: sum(leases.map(row => row.balance_cents)),
  }
}

/** A row as the reader returns it. A value that cannot be stored is reported as a problem, so it is missing here. */
export function statedBy({ property, unit, status, tenancy, futureTenancies }: RentRollRow): Stated {
  const people = tenancy ?? futureTenancies[0]
  const lease = people?.lease
  const others = lease?.otherCharges
  const isOneFigure = others?.every(({ code }) => code === 'OTHER')
  const charges: Record<string, number> = {}
  for (const { code, amount_cents: amountCents } of others ?? []) {
    const name = isOneFigure ? 'one figure' : code
    charges[name] = (charges[name] ?? 0) + amountCents
  }
  return {
    property: property.name,
    unit: unit.label,
    status,
    unitType: unit.unitType,
    bedrooms: unit.bedrooms,
    bathrooms: unit.bathrooms,
    sqft: unit.sqft,
    marketRentCents: unit.marketRentCents,
    residents: (people?.residents ?? []).map(({ first_name: firstName, last_name: lastName }) =>
      `${firstName} ${lastName}`.trim(),
    ),
    leaseFrom: lease?.from,
    leaseTo: lease?.to,
    moveIn: lease?.moveIn,
    moveOut: lease?.moveOut,
    noticeOn: lease?.noticeOn,
    rentCents: lease?.rentCents,
    charges: others && charges,
    depositCents: lease?.depositCents,
    balanceCents: lease?.pastDueCents === undefined ? undefined : lease.pastDueCents - (lease.prepaidCents ?? 0),
  }
}
