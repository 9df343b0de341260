/** The columns of a rent roll: its fields, and the charges that have their own column. */
import { comparable } from './cells.ts'
import { chargeCodeOf } from './charge-columns.ts'
import type { ChargeCode } from './records.ts'
import {
  assignColumns,
  hasProperty,
  isQuestion,
  PLACE_HEADERS,
  type TableColumns,
  type TableKind,
  vocabularyOf,
} from './table-columns.ts'

export const RENT_ROLL = vocabularyOf({
  ...PLACE_HEADERS,
  building: ['Building', 'Building Name', 'Bldg', 'Community', 'Community Name', 'Complex', 'Complex Name'],
  address: ['Address', 'Street Address', 'Building Address', 'Street'],
  propertyCity: [...PLACE_HEADERS.propertyCity, 'City'],
  propertyState: [...PLACE_HEADERS.propertyState, 'State'],
  propertyZip: [...PLACE_HEADERS.propertyZip, 'Zip', 'Zip Code', 'Postal Code'],
  propertyType: ['Property Type'],
  yearBuilt: ['Year Built'],
  owner: ['Owner', 'Owners', 'Property Owner', 'Property Owners'],
  portfolio: ['Portfolio', 'Portfolio Name'],
  currentValue: ['Current Value', 'Property Value'],
  unitType: ['Unit Type', 'Floor Plan'],
  bedBath: ['BD/BA', 'Bed/Bath', 'Beds/Baths', 'BR/BA'],
  bedrooms: ['Bedrooms', 'Beds', 'Bed', 'BD', 'BR'],
  bathrooms: ['Bathrooms', 'Baths', 'Bath', 'BA'],
  sqft: ['Sqft', 'Sq Ft', 'Square Feet', 'Square Footage', 'Sq Feet', 'SF', 'Unit Sq Ft', 'Size', 'Area'],
  marketRent: ['Market Rent', 'Computed Market Rent', 'Advertised Rent', 'Asking Rent', 'Mkt Rent'],
  isListed: ['Listed', 'Is Listed', 'Posted To Website', 'Posted To Internet'],
  listingTitle: ['Listing Title', 'Marketing Title'],
  listingDescription: ['Listing Description', 'Marketing Description'],
  listingPhotos: ['Listing Photos', 'Photos', 'Photo URLs'],
  amenities: ['Amenities', 'Unit Amenities'],
  availableFrom: ['Available From', 'Available On'],
  status: ['Status', 'Unit Status', 'Occupancy Status'],
  leaseStatus: ['Lease Status', 'Tenant Status', 'Resident Status'],
  tenant: [
    ...['Tenant', 'Tenants', 'Tenant Name', 'Resident', 'Residents', 'Resident Name', 'Primary Tenant'],
    ...['Customer', 'Customer Name', 'Customer:Job', 'Customer Full Name'],
    ...['Lessee', 'Lessees', 'Lessee Name', 'Renter', 'Renter Name', 'Occupant', 'Occupant Name'],
  ],
  firstName: ['First Name', 'Resident First Name', 'Tenant First Name'],
  lastName: ['Last Name', 'Resident Last Name', 'Tenant Last Name'],
  email: ['Tenant Email', 'Tenant Emails', 'Email', 'Emails', 'Email Address', 'Resident Email'],
  phone: [
    ...['Tenant Phone', 'Tenant Phone Number', 'Tenant Phone Numbers', 'Phone', 'Phone Number', 'Phone Numbers'],
    ...['Resident Phone', 'Cell Phone', 'Mobile Phone', 'Cell', 'Mobile'],
  ],
  residentId: ['Resident ID', 'Tenant ID', 'Resident External ID'],
  additionalResidents: ['Additional Tenants', 'Additional Residents', 'Co-Tenants', 'Roommates'],
  leaseId: ['Lease ID', 'Occupancy ID', 'Lease External ID', 'Lease Number', 'Lease No'],
  leaseFrom: [
    ...['Lease From', 'Lease Start', 'Lease Start Date', 'Lease Begin', 'Lease Begins', 'Lease Begin Date'],
    ...['Lease Commencement', 'Start Date', 'Start', 'From'],
  ],
  leaseTo: [
    ...['Lease To', 'Lease End', 'Lease Ends', 'Lease End Date', 'Lease Expires', 'Lease Expiration'],
    ...['Lease Expiration Date', 'Lease Exp', 'Lease Exp Date', 'End Date', 'Expiration Date'],
    ...['Expiration', 'Expires', 'Expiry', 'Lease Expiry', 'Lease Up', 'End', 'To'],
  ],
  leaseTerm: ['Lease Term', 'Lease Dates', 'Lease Period', 'Term'],
  moveIn: ['Move-in', 'Move-in Date', 'Moved In', 'Moved In On', 'Move-in On'],
  moveOut: [
    ...['Move-out', 'Move-out Date', 'Moved Out', 'Moving Out On', 'Move-out On', 'Vacate Date'],
    ...['Scheduled', 'Expected', 'Planned', 'Anticipated'].flatMap(word => [
      `${word} Move-out`,
      `${word} Move-out Date`,
    ]),
  ],
  noticeOn: ['Notice Given', 'Notice Given On', 'Notice Date', 'Notice On'],
  rent: [
    ...['Rent', 'Monthly Rent', 'Current Rent', 'Lease Rent', 'Contract Rent', 'Actual Rent', 'Rent Amount'],
    ...['Base Rent', 'Rent/Month', 'Scheduled Rent', 'Charged Rent', 'Rent Charge', 'Rent Per Month'],
    ...[
      'Rent Amt',
      'Mo Rent',
      'Monthly Base Rent',
      'Base Monthly Rent',
      'Monthly Rent Amount',
      'Rent/Mo',
      'Monthly Contract Rent',
      'Current Monthly Rent',
      'In-Place Rent',
      'Actual',
    ],
  ],
  tenantRent: [
    'Tenant Rent',
    'Resident Rent',
    'Tenant Portion',
    'Resident Portion',
    'Tenant Share',
    'Tenant Paid Rent',
  ],
  subsidy: [
    ...['HAP', 'HAP Rent', 'HAP Amount', 'HAP Payment', 'HAP Portion', 'Housing Assistance'],
    ...['Housing Assistance Payment', 'Subsidy', 'Subsidy Rent', 'Subsidy Amount', 'Subsidy Portion'],
    ...['Section 8 Rent', 'Section 8 Portion', 'Voucher Amount'],
  ],
  rentCycle: [
    ...['Rent Cycle', 'Rent Frequency', 'Frequency', 'Payment Frequency', 'Billing Frequency', 'Billing Cycle'],
    ...['Rent Schedule', 'Rent Payment Frequency'],
  ],
  otherCharges: ['Other Charges', 'Other'],
  total: [
    'Total',
    'Total Charges',
    'Monthly Charges',
    'Total Recurring Charges',
    'Recurring Charges',
    'Total Monthly',
    'Monthly Total',
    'Total Monthly Charges',
    'Total Per Month',
  ],
  deposit: [
    ...['Deposit Held', 'Deposits Held', 'Security Deposit Held', 'Security Deposits Held', 'Sec Deposit Held'],
    ...['Sec Dep Held', 'Deposit On Hand', 'Deposits On Hand', 'Security Deposit On Hand', 'Dep On Hand'],
    ...[
      'Deposit',
      'Deposits',
      'Security Deposit',
      'Security Deposits',
      'Sec Deposit',
      'Sec Dep',
      'Security Dep',
      'Dep',
    ],
  ],
  totalDeposits: ['Total Deposits', 'Total Deposit', 'Total Deposits Held', 'Deposits Total'],
  pastDue: [
    ...['Past Due', 'Past Due Balance', 'Balance', 'Balance Due', 'Balance Owed', 'Outstanding Balance'],
    ...['Amount Due', 'Amount Owed', 'Open Balance', 'Current Balance', 'Tenant Balance', 'Account Balance'],
    ...['Total Balance', 'Outstanding', 'Amount Past Due', 'Total Due', 'Delinquent', 'Delinquency'],
    ...['Delinquent Balance', 'Unpaid Balance', 'Past Due Amount', 'Past Due Rent', 'Owes', 'Owed', 'Arrears'],
    ...['Amount Outstanding'],
  ],
  prepaid: [
    ...['Prepaid', 'Prepaid Balance', 'Prepayment', 'Prepayments', 'Prepaid Rent', 'Prepaid Amount'],
    ...['Credit Balance'],
  ],
})

export type Field = keyof typeof RENT_ROLL.headers

type ChargeColumn = { index: number; code: Exclude<ChargeCode, 'RENT'>; header: string }

/** A column for one kind of deposit, such as Pet Deposit. */
type DepositColumn = { index: number; header: string }

export type Columns = TableColumns<Field> & { charges: ChargeColumn[]; deposits: DepositColumn[] }

export const rentRollKind: TableKind<Columns> = {
  needs: 'A rent roll needs the columns Property, Unit, and Status or Tenant.',
  map: mapColumns,
  // Property is checked later, row by row, because a table may name it in heading rows instead.
  missing(columns) {
    const { indexOf } = columns
    const hasTenant = indexOf.has('status') || indexOf.has('tenant') || indexOf.has('lastName')
    const hasUnit = indexOf.has('unit') || isListOfHomes(columns)
    return [...(hasUnit ? [] : ['Unit']), ...(hasTenant ? [] : ['Status or Tenant'])]
  },
}

/** Whether a table without a column of units has a home in each row, such as a list of single-family homes with their tenants and rent. */
export function isListOfHomes({ indexOf }: TableColumns<Field>): boolean {
  const hasTenant = indexOf.has('tenant') || indexOf.has('lastName')
  return (
    !indexOf.has('unit') &&
    PLACES.some(field => indexOf.has(field)) &&
    hasTenant &&
    (indexOf.has('rent') || indexOf.has('tenantRent'))
  )
}

/** The columns of which one identifies a home. */
export const PLACES = ['property', 'propertyName', 'propertyAddress', 'propertyStreet', 'building', 'address'] as const

/** Assigns every header to a field, a charge, or the ignored ones. */
export function mapColumns(cells: readonly string[]): Columns {
  const columns = withoutStandIns(wholeBalance(assignColumns(RENT_ROLL, cells)))
  const charges = columns.headers.flatMap((header, index) => {
    const code = RENT_ROLL.known.has(comparable(header)) ? undefined : chargeCodeOf(header)
    return code ? [{ index, code, header }] : []
  })
  const isKind = (header: string) => isDepositKind(header) && !(columns.indexOf.has('deposit') && isOfAnyKind(header))
  const deposits = columns.headers.flatMap((header, index) =>
    !RENT_ROLL.known.has(comparable(header)) && isKind(header) ? [{ index, header }] : [],
  )
  const read = new Set([...columns.indexOf.values(), ...[...charges, ...deposits].map(({ index }) => index)])
  return {
    ...columns,
    charges,
    deposits,
    ignored: columns.headers.filter((header, index) => header && !read.has(index)),
  }
}

/**
 * Leaves out the columns that stand in for others, if the file has those: the building or address for the property, and the term of a lease for its
 * two days.
 */
function withoutStandIns(columns: TableColumns<Field>): TableColumns<Field> {
  const indexOf = new Map(columns.indexOf)
  if (hasProperty(columns)) for (const field of ['building', 'address'] as const) indexOf.delete(field)
  if (indexOf.has('leaseFrom') && indexOf.has('leaseTo')) indexOf.delete('leaseTerm')
  return { ...columns, indexOf }
}

/** The header of a rent that is not read: its name may be unknown, or it is not per month. */
export function unreadRent({ ignored }: Columns): string | undefined {
  return ignored.find(header => /\brent(?:al)?\b/i.test(header) && !isQuestion(header) && !NOT_RENT.test(header))
}

const NOT_RENT =
  /\b(?:date|due|day|on|last|next|increase|insurance|control\w*|status|type|code|id|ready|deposit|market|sq|sf|psf|ft)\b|[#%/]/i

const OVERDUE = /^(?:amount)?pastdue(?:balance|amount|rent)?$|^delinquen(?:t|cy)(?:balance)?$/

/** Whether a column is one of what is past due, and not of the whole balance. */
export function isOverdue(header: string): boolean {
  return OVERDUE.test(comparable(header))
}

/**
 * Reads the whole balance rather than the part of it that is overdue, if a file has a column for each.
 */
function wholeBalance(columns: TableColumns<Field>): TableColumns<Field> {
  const { headers, indexOf } = columns
  if (!isOverdue(headers[indexOf.get('pastDue') ?? -1] ?? '')) return columns
  const at = headers.findIndex(
    header => !isQuestion(header) && RENT_ROLL.known.get(comparable(header))?.field === 'pastDue' && !isOverdue(header),
  )
  return at === -1 ? columns : { ...columns, indexOf: new Map(indexOf).set('pastDue', at) }
}

/** Whether a header names a kind of deposit, such as `Pet Deposit` or `Deposit - Key`, and not a fact about deposits, such as `Deposit Date`. */
function isDepositKind(header: string): boolean {
  return /\bdeposits?\b/i.test(header) && !DEPOSIT_FACTS.test(header) && !isQuestion(header)
}

/** Whether a header is another word for the security deposit, so that next to its column it is not a deposit of another kind. */
function isOfAnyKind(header: string): boolean {
  return (header.match(/[a-z]+/gi) ?? []).every(word => OF_ANY_KIND.test(word))
}

const OF_ANY_KIND = /^(?:security|sec|deposits?|held|on|hand|amount|amt|current|currently|tenant|resident|lease)$/i

const DEPOSIT_FACTS =
  /\b(?:total|date|day|on|due|required|requested|asked|owed|paid|unpaid|refund\w*|return\w*|interest|type|kind|waive\w*|insurance|alternative|surety|billed|market|balance|status|id|number|bank|account|method|notes?|comments?|count|per|hidden)\b|#|%/i
