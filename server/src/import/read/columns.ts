/** Header names → fields: which column of the file holds what. */
import { comparable } from './cells.ts'
import type { ChargeCode } from './records.ts'

/**
 * Every field and the headers it goes by, compared without case and punctuation. When a file has several of one field's
 * headers, the one that stands first here is read and the others are reported as ignored.
 */
const HEADERS = {
  property: ['Property'],
  propertyName: ['Property Name'],
  propertyType: ['Property Type'],
  propertyAddress: ['Property Address'],
  propertyStreet: ['Property Street Address 1', 'Property Street Address', 'Property Street'],
  propertyStreet2: ['Property Street Address 2'],
  propertyCity: ['Property City'],
  propertyState: ['Property State'],
  propertyZip: ['Property Zip', 'Property Zip Code', 'Property Postal Code'],
  yearBuilt: ['Year Built'],
  owner: ['Owner', 'Owners', 'Property Owner', 'Property Owners'],
  portfolio: ['Portfolio', 'Portfolio Name'],
  currentValue: ['Current Value', 'Property Value'],
  propertyId: ['Property ID', 'Property External ID'],
  unit: ['Unit', 'Unit Name', 'Unit Number', 'Unit Label', 'Apartment', 'Apt'],
  unitId: ['Unit ID', 'Unit External ID'],
  unitType: ['Unit Type', 'Floor Plan'],
  bedBath: ['BD/BA', 'Bed/Bath', 'Beds/Baths', 'BR/BA'],
  bedrooms: ['Bedrooms', 'Beds', 'Bed', 'BD', 'BR'],
  bathrooms: ['Bathrooms', 'Baths', 'Bath', 'BA'],
  sqft: ['Sqft', 'Sq Ft', 'Square Feet', 'Square Footage', 'Sq Feet', 'SF'],
  marketRent: ['Market Rent', 'Computed Market Rent', 'Advertised Rent'],
  isListed: ['Listed', 'Is Listed', 'Posted To Website', 'Posted To Internet'],
  listingTitle: ['Listing Title', 'Marketing Title'],
  listingDescription: ['Listing Description', 'Marketing Description'],
  listingPhotos: ['Listing Photos', 'Photos', 'Photo URLs'],
  amenities: ['Amenities', 'Unit Amenities'],
  availableFrom: ['Available From', 'Available On'],
  status: ['Status', 'Unit Status', 'Occupancy Status'],
  tenant: ['Tenant', 'Tenants', 'Tenant Name', 'Resident', 'Residents', 'Resident Name', 'Primary Tenant'],
  firstName: ['First Name', 'Resident First Name', 'Tenant First Name'],
  lastName: ['Last Name', 'Resident Last Name', 'Tenant Last Name'],
  email: ['Tenant Email', 'Tenant Emails', 'Email', 'Emails', 'Resident Email'],
  phone: ['Tenant Phone', 'Tenant Phone Number', 'Tenant Phone Numbers', 'Phone', 'Phone Numbers', 'Resident Phone'],
  residentId: ['Resident ID', 'Tenant ID', 'Resident External ID'],
  additionalResidents: ['Additional Tenants', 'Additional Residents', 'Co-Tenants', 'Roommates'],
  leaseId: ['Lease ID', 'Occupancy ID', 'Lease External ID'],
  leaseFrom: ['Lease From', 'Lease Start', 'Lease Start Date'],
  leaseTo: ['Lease To', 'Lease End', 'Lease End Date', 'Lease Expires', 'Lease Expiration'],
  moveIn: ['Move-in', 'Move-in Date'],
  moveOut: ['Move-out', 'Move-out Date'],
  noticeOn: ['Notice Given', 'Notice Given On', 'Notice Date', 'Notice On'],
  rent: ['Rent', 'Monthly Rent', 'Current Rent', 'Lease Rent', 'Contract Rent'],
  otherCharges: ['Other Charges', 'Other'],
  total: ['Total', 'Total Charges', 'Monthly Charges'],
  deposit: ['Deposit Held', 'Deposits Held', 'Deposit', 'Deposits', 'Security Deposit'],
  pastDue: ['Past Due', 'Past Due Balance', 'Balance', 'Balance Due'],
  prepaid: ['Prepaid', 'Prepaid Balance', 'Prepayment'],
} as const satisfies Record<string, readonly string[]>

export type Field = keyof typeof HEADERS

export type ChargeColumn = { index: number; code: Exclude<ChargeCode, 'RENT'>; header: string }

export type Columns = {
  /** The file's headers, trimmed, by position. */
  headers: string[]
  indexOf: ReadonlyMap<Field, number>
  charges: ChargeColumn[]
  ignored: string[]
}

/** The field names a person would look for, for a message. */
export function headerOf(columns: Columns, field: Field): string {
  return columns.headers[columns.indexOf.get(field) ?? -1] ?? HEADERS[field][0]
}

/** Whether the rows name their property themselves; otherwise heading rows must. */
export function hasProperty({ indexOf }: Columns): boolean {
  return (['property', 'propertyName', 'propertyAddress', 'propertyStreet'] as const).some(field => indexOf.has(field))
}

/** Assigns every header to a field, a charge, or the ignored ones. */
export function mapColumns(cells: readonly string[]): Columns {
  const headers = cells.map(cell => cell.replace(/\s+/g, ' ').trim())
  const indexOf = new Map<Field, number>()
  const rankOf = new Map<Field, number>()
  const charges: ChargeColumn[] = []
  headers.forEach((header, index) => {
    const known = KNOWN.get(comparable(header))
    if (known) {
      if (known.rank < (rankOf.get(known.field) ?? Number.POSITIVE_INFINITY)) {
        indexOf.set(known.field, index)
        rankOf.set(known.field, known.rank)
      }
      return
    }
    const code = chargeCodeOf(header)
    if (code) charges.push({ index, code, header })
  })
  const read = new Set([...indexOf.values(), ...charges.map(charge => charge.index)])
  return { headers, indexOf, charges, ignored: headers.filter((header, index) => header && !read.has(index)) }
}

/** How many of the cells are headers we know; a header row is where this is high. */
export function countKnownHeaders(cells: readonly string[]): number {
  return cells.filter(cell => cell.length <= 100 && KNOWN.has(comparable(cell))).length
}

/** Words that name a charge. A header is a charge when it has words of one code, and otherwise only FILLER and numbers. */
const CHARGE_WORDS: Record<Exclude<ChargeCode, 'RENT'>, readonly string[]> = {
  PARKING: ['parking', 'garage', 'carport'],
  PET: ['pet'],
  UTILITY: ['utility', 'utilities', 'water', 'sewer', 'trash', 'electric', 'electricity', 'gas', 'rubs'],
  STORAGE: ['storage'],
  LATE_FEE: ['late'],
  CONCESSION: ['concession', 'concessions', 'discount'],
  OTHER: ['cable', 'internet', 'laundry', 'insurance', 'furniture', 'amenity', 'technology', 'pest'],
}
const FILLER = ['rent', 'fee', 'fees', 'charge', 'charges', 'monthly', 'income', 'reimbursement', 'and', 'control']

/** The charge code of a column beyond Rent, such as `Pet Rent` or `4110 - Parking Fee`. */
export function chargeCodeOf(header: string): Exclude<ChargeCode, 'RENT'> | undefined {
  const words = header.toLowerCase().match(/[a-z]+/g) ?? []
  const codes = new Set(words.filter(word => !FILLER.includes(word)).map(word => CODE_OF_WORD.get(word)))
  return codes.size === 1 ? [...codes][0] : undefined
}

const KNOWN = new Map(
  Object.entries(HEADERS).flatMap(([field, names]) =>
    names.map((name, rank) => [comparable(name), { field: field as Field, rank }] as const),
  ),
)

const CODE_OF_WORD = new Map(
  Object.entries(CHARGE_WORDS).flatMap(([code, words]) =>
    words.map(word => [word, code as Exclude<ChargeCode, 'RENT'>] as const),
  ),
)
