/** What one row of the file comes to: the records to write, and what is to be told of it. */
import type { KnownLease, LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { Owner } from '#server/domain/owners/operations.ts'
import type { OpeningBalance } from '#server/domain/payments/opening-balances.ts'
import type { Portfolio } from '#server/domain/portfolios/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { KnownUnit, OfflineSpan, Prelease, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import type { RentRollProblem, RentRollRow } from '../read/records.ts'

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
  ledgerEntries: LedgerEntry
  openingBalances: OpeningBalance
}

export type Noun = keyof Records
export type Change<Item> = { to: Item; isNew: boolean }
/** In the order in which they must be written: a lease that ends comes before the one that follows it. */
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
  'ledgerEntries',
  'openingBalances',
] as const satisfies readonly Noun[]

export function noChanges(): Changes {
  return Object.fromEntries(NOUNS.map(noun => [noun, []])) as unknown as Changes
}

/** What the database will hold of the row's unit and lease; compared with what it does hold once written. */
export type Figures = {
  units: number
  marketRentCents: number
  rentCents: number
  depositCents: number
  balanceCents: number
}

/** What every row is planned by. */
export type PlanTerms = {
  asOf: string
  /** IANA zone of the organization's days. */
  timeZone: string
  closeMissing: boolean
  statesLeaseEnds: boolean
  newId(kind: 'unit' | 'lease' | 'resident'): string
}

/** What the database holds of the things that some rows name. */
export type Stored = {
  unitsByExternalId: ReadonlyMap<string, KnownUnit>
  /** By `labelKey`. */
  unitsByLabel: ReadonlyMap<string, readonly KnownUnit[]>
  leasesOf: ReadonlyMap<string, readonly KnownLease[]>
  /** The lease that bears an external id. */
  leaseIds: ReadonlyMap<string, string>
  residentsByExternalId: ReadonlyMap<string, ResidentRecord>
}

export type RowPlan = {
  row: RentRollRow
  /** `Maple Court 101`, for messages. */
  place: string
  changes: Changes
  problems: RentRollProblem[]
  /** What people should look at, though nothing is wrong with the row. */
  reports: string[]
  /** The changes, in words. */
  words: string[]
  movedOut: number
  notListed: string[]
  unitId: string
  leaseIds: string[]
  figures: Figures
  /** Leaves the row out. */
  refuse(column: string, reason: string): void
  /** Leaves one value out. */
  drop(column: string, reason: string): void
}

export function startPlan(row: RentRollRow, propertyName: string, unitId: string): RowPlan {
  const problems: RentRollProblem[] = []
  const tell = (leftOut: RentRollProblem['leftOut']) => (column: string, reason: string) => {
    problems.push({ line: row.line, column, reason, leftOut })
  }
  return {
    row,
    place: placeOf(propertyName, row.unit.label),
    changes: noChanges(),
    problems,
    reports: [],
    words: [],
    movedOut: 0,
    notListed: [],
    unitId,
    leaseIds: [],
    figures: { units: 1, marketRentCents: 0, rentCents: 0, depositCents: 0, balanceCents: 0 },
    refuse: tell('row'),
    drop: tell('value'),
  }
}

/** A home whose label is its address is named once. */
export function placeOf(propertyName: string, label: string): string {
  return propertyName === label ? label : `${propertyName} ${label}`
}

export function labelKey(propertyId: string, label: string): string {
  return `${propertyId} ${label.toLowerCase()}`
}
