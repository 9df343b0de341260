/** The plan of one row: the records to write, and the findings to report. */
import type { KnownLease, LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { Owner } from '#server/domain/owners/operations.ts'
import type { OpeningBalance } from '#server/domain/payments/opening-balances.ts'
import type { Portfolio } from '#server/domain/portfolios/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { KnownUnit, OfflineSpan, Prelease, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import type { RentRollProblem, RentRollRow } from '../read/records.ts'
import type { PropertyPlan } from './properties.ts'

/** The last day of a span without an end, which is after every other day. */
export const FOREVER = '9999-12-31'

export type Records = {
  owners: Owner
  portfolios: Portfolio
  properties: PropertyRecord
  units: UnitRecord
  rates: UnitRate
  offlineSpans: OfflineSpan
  preleases: Prelease
  residents: ResidentRecord
  leases: LeaseRecord
  leaseResidents: LeaseResident
  charges: LeaseCharge
  renewals: AgreedRenewal
  ledgerEntries: LedgerEntry
  openingBalances: OpeningBalance
}

/** Another term of a lease, with the rent and the other charges from its first day; a charge without an amount ends before that day. */
export type AgreedRenewal = {
  lease_id: string
  starts_on: string
  end_date: string | null
  rent_cents: number | undefined
  charges: readonly (Pick<LeaseCharge, 'code' | 'description'> & { amount_cents: number | null })[]
}

export type Noun = keyof Records
type Change<Item> = { to: Item; isNew: boolean }
/** The leases in the order of writing: one that ends comes before the one that follows it. */
export type Changes = { [N in Noun]: Change<Records[N]>[] }

export const NOUNS = [
  'owners',
  'portfolios',
  'properties',
  'units',
  'rates',
  'offlineSpans',
  'preleases',
  'residents',
  'leases',
  'leaseResidents',
  'charges',
  'renewals',
  'ledgerEntries',
  'openingBalances',
] as const satisfies readonly Noun[]

export function noChanges(): Changes {
  return Object.fromEntries(NOUNS.map(noun => [noun, []])) as unknown as Changes
}

/** The amounts of the row's unit and lease as planned; compared with the database after the write. */
export type Figures = {
  units: number
  marketRentCents: number
  rentCents: number
  depositCents: number
  balanceCents: number
}

/** The terms that are the same for every row. */
export type PlanTerms = {
  asOf: string
  /** IANA zone of the organization's days. */
  timeZone: string
  closeMissing: boolean
  statesLeaseEnds: boolean
  newId(kind: 'unit' | 'lease' | 'resident'): string
}

/** The stored records that some rows name. */
export type Stored = {
  unitsByExternalId: ReadonlyMap<string, KnownUnit>
  /** By `labelKey`. */
  unitsByLabel: ReadonlyMap<string, readonly KnownUnit[]>
  /** Units whose label a spreadsheet may have changed into one of the rows, by the label that is stored. */
  unitsByOtherLabel: ReadonlyMap<string, readonly KnownUnit[]>
  leasesOf: ReadonlyMap<string, readonly KnownLease[]>
  /** Leases by external ID. */
  leaseIds: ReadonlyMap<string, string>
  residentsByExternalId: ReadonlyMap<string, ResidentRecord>
  /** The rows whose lease is stored with another unit, in which the file no longer has it. */
  elsewhere: ReadonlyMap<RentRollRow, LeaseElsewhere>
}

/**
 * A stored lease that the file states for another unit. `label` is that of its unit in Gatehouse, `property` is the name of that unit's property if the
 * file states another one, and `isInFile` is whether the file has that unit at all.
 */
export type LeaseElsewhere = { label: string; property?: string | undefined; lease: KnownLease; isInFile: boolean }

/** A row of the file with its property, and the labels of all units that the file has there, in lower case. */
export type PropertyRow = { row: RentRollRow; property: PropertyPlan; labels: ReadonlySet<string> }

/** A lease as it will be stored, the stored one unless it is new, and whether its residents have moved out by the day of the file. */
export type Leased = { lease: LeaseRecord; match: KnownLease | undefined; isFormer: boolean }

export type RowPlan = {
  row: RentRollRow
  /** The place in messages, such as `Maple Court 101`. */
  place: string
  changes: Changes
  problems: RentRollProblem[]
  /** Remarks to review, although the row is valid. */
  reports: { line: number; message: string }[]
  /** The changes, in words. */
  words: string[]
  movedOut: number
  notListed: string[]
  unitId: string
  leaseIds: string[]
  figures: Figures
  /** Adds a remark. */
  report(message: string, line?: number): void
  /** Rejects the row. `line` is that of the lease that the problem is about, if it has one of its own. */
  refuse(column: string, reason: string, line?: number): void
  /** Reports a value that is not imported. */
  drop(column: string, reason: string, line?: number): void
}

export function startPlan(row: RentRollRow, propertyName: string, unitId: string): RowPlan {
  const problems: RentRollProblem[] = []
  const reports: RowPlan['reports'] = []
  const problemAs =
    (leftOut: RentRollProblem['leftOut']) =>
    (column: string, reason: string, line = row.line) => {
      problems.push({ line, column, reason, leftOut })
    }
  return {
    row,
    place: unitName(propertyName, row.unit.label),
    changes: noChanges(),
    problems,
    reports,
    words: [],
    movedOut: 0,
    notListed: [],
    unitId,
    leaseIds: [],
    figures: { units: 1, marketRentCents: 0, rentCents: 0, depositCents: 0, balanceCents: 0 },
    report: (message, line = row.line) => reports.push({ line, message }),
    refuse: problemAs('row'),
    drop: problemAs('value'),
  }
}

/** Names a unit in messages; a single-family home whose label is its address is named once. */
export function unitName(propertyName: string, label: string): string {
  return propertyName === label ? label : `${propertyName} ${label}`
}

export function labelKey(propertyId: string, label: string): string {
  return `${propertyId} ${label.toLowerCase()}`
}
