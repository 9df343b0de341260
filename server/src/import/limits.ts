/** Checks the limits of the database that the reader does not check, and reports what exceeds them as problems of the row. */
import { MAX_CENTS } from '#server/base/money.ts'
import { cleanCell } from './read/cells.ts'
import type { ChargeRecord, RentRollProblem, RentRollRow, TenancyRecord } from './read/records.ts'
import { quote } from './read/row-cells.ts'

/** Returns the row as it can be stored, with the problems found; undefined if a problem rejects the whole row. */
export function withinLimits(row: RentRollRow): { row: RentRollRow | undefined; problems: RentRollProblem[] } {
  const problems: RentRollProblem[] = []
  const tell = (column: string, reason: string, leftOut: RentRollProblem['leftOut']) =>
    problems.push({ line: row.line, column, reason, leftOut })

  const text = (column: string, value: string | undefined, most: number) => {
    if (value !== undefined && value.length > most) {
      tell(column, `${quote(value)} is longer than ${most} characters. Shorten it.`, 'row')
    }
  }
  /** Returns the value if it is within the limit; otherwise undefined, with a problem. */
  const keep = <T>(column: string, value: T | undefined, fits: (value: T) => boolean, rule: string): T | undefined => {
    if (value === undefined || fits(value)) return value
    tell(column, `${quote(String(value))} ${rule}.`, 'value')
    return undefined
  }
  const checkTenancy = (tenancy: TenancyRecord): TenancyRecord => {
    for (const { first_name: firstName, last_name: lastName } of tenancy.residents) {
      text('Tenant', firstName, 100)
      text('Tenant', lastName, 100)
      if (!firstName && !lastName) tell('Tenant', 'A tenant has no name. Add the name.', 'row')
    }
    const { lease } = tenancy
    const charges = lease.otherCharges && distinct(lease.otherCharges)
    const amounts = [
      (lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0),
      ...(charges ?? []).map(charge => charge.amount_cents),
    ]
    if (amounts.some(cents => Math.abs(cents) > MAX_CENTS)) {
      tell('Rent', 'The amounts of this row add up to more than $100,000,000,000. Correct them.', 'row')
    }
    return { ...tenancy, lease: { ...lease, otherCharges: charges } }
  }

  text('Property Name', row.property.name, 200)
  text('Property Street Address 1', row.property.address_line, 200)
  text('Property City', row.property.city, 100)
  text('Unit', row.unit.label, 100)
  const upTo50 = (count: number) => count <= 50
  const { property, unit } = row
  const checked: RentRollRow = {
    ...row,
    property: {
      ...property,
      ownerName: keep('Owner', property.ownerName, name => name.length <= 200, 'is longer than 200 characters'),
      currentValueCents: keep('Current Value', property.currentValueCents, cents => cents >= 0, 'cents is below zero'),
    },
    unit: {
      ...unit,
      bedrooms: keep('Bedrooms', unit.bedrooms, upTo50, 'exceeds the limit of 50 bedrooms'),
      bathrooms: keep('Bathrooms', unit.bathrooms, upTo50, 'exceeds the limit of 50 bathrooms'),
      listing: unit.listing && {
        ...unit.listing,
        description: keep(
          'Listing Description',
          unit.listing.description,
          description => description.length <= 5000,
          'is longer than 5,000 characters',
        ),
        amenities: unit.listing.amenities.filter(amenity =>
          keep('Amenities', amenity, word => word.length <= 100, 'is longer than 100 characters'),
        ),
      },
    },
    tenancy: row.tenancy && checkTenancy(row.tenancy),
    futureTenancies: row.futureTenancies.map(checkTenancy),
    formerTenancies: row.formerTenancies.map(checkTenancy),
  }
  const isLeftOut = problems.some(problem => problem.leftOut === 'row')
  return { row: isLeftOut ? undefined : checked, problems }
}

/** Merges charges with the same code and description, because two columns may share a header. */
function distinct(charges: readonly ChargeRecord[]): ChargeRecord[] {
  const byKey = new Map<string, ChargeRecord>()
  for (const charge of charges) {
    const description = cleanCell(charge.description).slice(0, 200).toWellFormed() || charge.code
    const key = `${charge.code} ${description}`
    const amountCents = (byKey.get(key)?.amount_cents ?? 0) + charge.amount_cents
    byKey.set(key, { ...charge, description, amount_cents: amountCents })
  }
  return [...byKey.values()]
}
