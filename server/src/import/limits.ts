/** Checks the limits of the database that the reader does not check, and reports what exceeds them as problems of the row. */
import { MAX_CENTS } from '#contract/values.ts'
import { cleanCell } from './read/cells.ts'
import type { ChargeRecord, ListingRecord, RentRollProblem, RentRollRow, TenancyRecord } from './read/records.ts'
import { quote } from './read/row-cells.ts'

/** Returns the row as it can be stored, with the problems found; undefined if a problem rejects the whole row. */
export function withinLimits(row: RentRollRow): { row: RentRollRow | undefined; problems: RentRollProblem[] } {
  const check = new RowCheck(row.line)
  const { property, unit } = row
  check.text('Property Name', property.name, 200)
  check.text('Property Street Address 1', property.address_line, 200)
  check.text('Property City', property.city, 100)
  check.text('Unit', unit.label, 100)
  const checked: RentRollRow = {
    ...row,
    property: {
      ...property,
      ownerName: check.keep('Owner', property.ownerName, upTo(200), 'is longer than 200 characters'),
      currentValueCents: check.keep('Current Value', property.currentValueCents, c => c >= 0, 'cents is below zero'),
    },
    unit: {
      ...unit,
      bedrooms: check.keep('Bedrooms', unit.bedrooms, count => count <= 50, 'exceeds the limit of 50 bedrooms'),
      bathrooms: check.keep('Bathrooms', unit.bathrooms, count => count <= 50, 'exceeds the limit of 50 bathrooms'),
      listing: unit.listing && checkListing(check, unit.listing),
    },
    tenancy: row.tenancy && checkTenancy(check, row.tenancy),
    futureTenancies: row.futureTenancies.map(tenancy => checkTenancy(check, tenancy)),
    formerTenancies: row.formerTenancies.map(tenancy => checkTenancy(check, tenancy)),
  }
  const { problems } = check
  const isRejected = problems.some(problem => problem.leftOut === 'row')
  return { row: isRejected ? undefined : checked, problems }
}

/** Gathers the problems of one row. */
class RowCheck {
  readonly problems: RentRollProblem[] = []
  readonly #line: number

  constructor(line: number) {
    this.#line = line
  }

  report(column: string, reason: string, leftOut: RentRollProblem['leftOut']): void {
    this.problems.push({ line: this.#line, column, reason, leftOut })
  }

  /** Rejects the row if a value is longer than `most` characters. */
  text(column: string, value: string | undefined, most: number): void {
    if (value === undefined || value.length <= most) return
    this.report(column, `${quote(value)} is longer than ${most} characters. Shorten it.`, 'row')
  }

  /** Returns the value if it is within the limit; otherwise undefined, with a problem. */
  keep<T>(column: string, value: T | undefined, fits: (value: T) => boolean, rule: string): T | undefined {
    if (value === undefined || fits(value)) return value
    this.report(column, `${quote(String(value))} ${rule}.`, 'value')
    return undefined
  }
}

const upTo = (most: number) => (text: string) => text.length <= most

function checkListing(check: RowCheck, listing: ListingRecord): ListingRecord {
  const { description, amenities } = listing
  return {
    ...listing,
    description: check.keep('Listing Description', description, upTo(5_000), 'is longer than 5,000 characters'),
    amenities: amenities.filter(word => check.keep('Amenities', word, upTo(100), 'is longer than 100 characters')),
  }
}

function checkTenancy(check: RowCheck, tenancy: TenancyRecord): TenancyRecord {
  for (const { first_name: firstName, last_name: lastName } of tenancy.residents) {
    check.text('Tenant', firstName, 100)
    check.text('Tenant', lastName, 100)
    if (!firstName && !lastName) check.report('Tenant', 'A tenant has no name. Add the name.', 'row')
  }
  const { lease } = tenancy
  const charges = lease.otherCharges && distinct(lease.otherCharges)
  const balanceCents = (lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0)
  const amounts = [balanceCents, ...(charges ?? []).map(charge => charge.amount_cents)]
  if (amounts.some(cents => Math.abs(cents) > MAX_CENTS)) {
    check.report('Rent', 'The amounts of this row add up to more than $100,000,000,000. Correct them.', 'row')
  }
  return { ...tenancy, lease: { ...lease, otherCharges: charges } }
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
