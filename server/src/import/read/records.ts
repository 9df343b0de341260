/** The typed records that the reader of a rent roll yields and the import plans from. Dates are `YYYY-MM-DD`, money is integer cents. */
import type { RECURRING_CHARGE_CODES } from '#contract/v1/leases.ts'
import type { PROPERTY_TYPES } from '#contract/v1/properties.ts'
import type { UNIT_STATUSES } from '#contract/v1/units.ts'
import type { ColumnValues, MappingReport } from './column-mapping.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import type { SheetChoice } from './sheet-choice.ts'

export type RentRollItem =
  | { kind: 'header'; header: RentRollHeader }
  | { kind: 'row'; row: RentRollRow }
  /** What a row adds to the unit of an earlier one. */
  | { kind: 'more'; more: MoreOfUnit }
  /** The unit of a rejected row of a property that the file does not name, which is asked about by all of its units. */
  | { kind: 'rejected'; unit: UnnamedUnit }
  | { kind: 'problem'; problem: RentRollProblem }
  | { kind: 'end'; end: RentRollEnd }

/** A unit of a property that the file does not name. */
export type UnnamedUnit = { unnamed: number; building: string | undefined; label: string }

/** What the header row and the rows above it state; always the first item. */
export type RentRollHeader = {
  title: string | undefined
  /** The layout of another system; undefined for AppFolio's report and our template. */
  layout: { name: string; title: string } | undefined
  /** The layout that the header row shows by itself, whichever one was chosen; undefined if it shows none. */
  recognizedAs: LayoutName | undefined
  /** The sheets of a workbook that are read, complete at the end, and those that are not; undefined for a text file. */
  sheet: SheetChoice | undefined
  /** The day the file was exported, from its `Exported On:` row. */
  exportedOn: string | undefined
  /** The day of the file: the caller's choice, else its `As of:` row, else the day it was exported. */
  asOf: string | undefined
  /** The file's own headers of columns that are not read, in file order. */
  ignoredColumns: string[]
  /** How the mapping of the columns was applied. */
  mapped: MappingReport
  /** The first values of the columns that are ignored or mapped. */
  samples?: ColumnValues
}

/** One unit as the file states it. `undefined` means that the file does not state the value, which is different from none or zero. */
export type RentRollRow = {
  /** 1-based physical line in the file on which the row begins. */
  line: number
  property: PropertyRecord
  unit: UnitRecord
  status: UnitStatus
  /** The current tenancy on the day of the file: present exactly when `status` is CURRENT, NOTICE_RENTED, NOTICE_UNRENTED or EVICT. */
  tenancy: TenancyRecord | undefined
  /** Future tenancies, the next one first: only those with a named resident and a date. */
  futureTenancies: TenancyRecord[]
  /** Former tenancies; each has a move-out date. One without a deposit and a balance only ends a lease that is stored. */
  formerTenancies: TenancyRecord[]
  /** The agreed renewal of the current lease: its term and charges; its start is after the day of the file. */
  renewal: LeaseRecord | undefined
}

/**
 * What the row adds to the unit on line `of`, and the status of the unit with it. `resident` and `nextResident` join the lease in force or the future
 * one, `current` is the lease in force of a unit whose future lease was read first, `renewal` is a later term of the same residents, `renewed` is
 * the lease in force whose renewal was read first, and `former` is a lease that has ended.
 */
export type MoreOfUnit = {
  of: number
  as: 'resident' | 'nextResident' | 'current' | 'next' | 'renewal' | 'renewed' | 'former'
  tenancy: TenancyRecord
  status: UnitStatus
}

/** Returns the current tenancy first, then future ones, then former ones. */
export function tenanciesOf({ tenancy, futureTenancies, formerTenancies }: RentRollRow): TenancyRecord[] {
  return [...(tenancy ? [tenancy] : []), ...futureTenancies, ...formerTenancies]
}

/** Whether a lease holds a deposit, owes something or is prepaid. */
export function hasMoney({ depositCents, pastDueCents, prepaidCents }: LeaseRecord): boolean {
  return Boolean(depositCents || pastDueCents || prepaidCents)
}

export type UnitStatus = (typeof UNIT_STATUSES)[number]

/** A status in the words of a message, such as `notice unrented`. */
export function statusName(status: UnitStatus): string {
  return status.toLowerCase().replaceAll('_', ' ')
}

export type PropertyRecord = {
  name: string
  type: PropertyType | undefined
  address_line: string | undefined
  city: string | undefined
  /** Two capital letters. */
  state: string | undefined
  postal_code: string | undefined
  /** The address of its units in a column of its own, which is that of a new property if the file states no other. */
  unitAddress?: Partial<Pick<PropertyRecord, 'address_line' | 'city' | 'state' | 'postal_code'>> | undefined
  yearBuilt: number | undefined
  ownerName: string | undefined
  portfolioName: string | undefined
  currentValueCents: number | undefined
  externalId: string | undefined
  /**
   * Set if the file does not name the property: the number of its block, from 1. The name is empty until the organization has said which property it
   * is.
   */
  unnamed?: number
  /** The building that distinguishes a property that the file does not name from the others. */
  building?: string
  /** What a property that the file does not name is called in questions and answers. */
  askedAs?: string
}

/** A property that the file does not name. */
export function unnamedProperty(unnamed: number): PropertyRecord {
  return {
    name: '',
    type: undefined,
    address_line: undefined,
    city: undefined,
    state: undefined,
    postal_code: undefined,
    yearBuilt: undefined,
    ownerName: undefined,
    portfolioName: undefined,
    currentValueCents: undefined,
    externalId: undefined,
    unnamed,
  }
}

export type PropertyType = (typeof PROPERTY_TYPES)[number]

export type UnitRecord = {
  /** Unique within its property, ignoring case. A single-family home without a label takes its street address. */
  label: string
  unitType: string | undefined
  /** 0 is a studio. */
  bedrooms: number | undefined
  bathrooms: number | undefined
  sqft: number | undefined
  marketRentCents: number | undefined
  availableFrom: string | undefined
  listing: ListingRecord | undefined
  externalId: string | undefined
}

export type ListingRecord = {
  isListed: boolean | undefined
  title: string | undefined
  description: string | undefined
  /** http or https URLs. */
  photos: string[]
  amenities: string[]
}

export type TenancyRecord = {
  /** The residents, at least one; the first, and only the first, is the primary resident. */
  residents: ResidentRecord[]
  lease: LeaseRecord
}

export type ResidentRecord = {
  /** Empty for a company and for someone known by a single name, which is then the last name. */
  first_name: string
  last_name: string
  email: string | undefined
  phone: string | undefined
  isPrimary: boolean
  externalId: string | undefined
  /** The day on which this resident moved in, if the file states it for more than the lease. */
  moveIn?: string | undefined
  /** The day on which this resident moves out, if others stay longer. */
  moveOut?: string | undefined
}

/** An amount is `undefined` when the file has no column for it, and 0 when the column is there and the cell is empty. */
export type LeaseRecord = {
  /** The line that states the lease, if it may be another than the line of the unit. */
  line?: number
  externalId: string | undefined
  from: string | undefined
  /** Absent for a month-to-month lease. */
  to: string | undefined
  moveIn: string | undefined
  moveOut: string | undefined
  noticeOn: string | undefined
  rentCents: number | undefined
  /** All recurring charges except rent; below zero only with code CONCESSION. */
  otherCharges: ChargeRecord[] | undefined
  depositCents: number | undefined
  /** The parts of the deposit that the file calls other deposits than the security deposit, such as for a pet; left out if there is none. */
  otherDeposits?: DepositRecord[]
  /** The security deposit that was agreed; left out if the file does not state it. */
  agreedDepositCents?: number
  pastDueCents: number | undefined
  prepaidCents: number | undefined
}

export type ChargeCode = (typeof RECURRING_CHARGE_CODES)[number]

export type ChargeRecord = {
  code: Exclude<ChargeCode, 'RENT'>
  /** The header of its column. */
  description: string
  amount_cents: number
}

/** A deposit of a kind: what the file calls it, and what is held. */
export type DepositRecord = { description: string; amount_cents: number }

export type RentRollProblem = {
  line: number
  /** The file's own header text. */
  column: string
  /** What is wrong and what to do, quoting at most 80 characters of the file. */
  reason: string
  /** Whether the whole row is rejected (no row item follows) or only this value is not imported. */
  leftOut: 'row' | 'value'
}

/** Sums and checks; always the last item. Sums cover the rows that were yielded, so a rejected row shows as a difference. */
export type RentRollEnd = {
  rowsRead: number
  rowsLeftOut: number
  /** Sums of the rows that are rejected, as far as they can be read. */
  leftOut: Totals
  sums: Totals
  /** The totals that the file states for itself as a whole; a missing figure is not stated. */
  stated: Partial<Totals>
  /** The stated totals of each section that ends in a totals row: at most the first 10,000. */
  sections: SectionTotals[]
  /** At most the first 1,000. */
  differences: Difference[]
  /** The sums that the file itself states, each compared. */
  blocks: BlockCheck[]
  /** The file's own charge codes, each with the code it is imported as. */
  charges: ChargeWord[]
  /** The file's own words for units that are not for rent, such as `MODEL`, and those whose meaning is unknown. */
  statusWords: { word: string; isKnown: boolean }[]
}

/** A comparison; `line` is null if it covers many lines. A figure whose name ends in `cents` is money. `why` explains a difference. */
export type BlockCheck = {
  block: string
  line: number | null
  figure: string
  stated: number
  read: number
  why: string | null
}

/** A charge code of the file. `isKnown` means that the mapping or the dictionary has it; otherwise the charge is OTHER under its own name. */
export type ChargeWord = {
  word: string
  code: ChargeCode
  isKnown: boolean
  isMapped: boolean
  /** Whether the word is the customer's own rather than a column of the layout. */
  isOwn: boolean
}

export type Totals = {
  units: number
  marketRentCents: number
  rentCents: number
  otherChargesCents: number
  /** Rent and other charges. */
  totalCents: number
  depositCents: number
  /** Past due less prepaid. */
  pastDueCents: number
}

/** `section` is the heading row's text; undefined for a subtotal of rows under no heading. */
export type SectionTotals = { section: string | undefined; line: number; stated: Partial<Totals> }

export type Difference = {
  /** `file` and `section`: a totals row. `rows`: the rows' own Total cells against their charges, from the first row that disagrees. */
  about: 'file' | 'section' | 'rows'
  section: string | undefined
  line: number
  figure: keyof Totals
  stated: number
  read: number
}
