/**
 * Turns what a layout gathered into the records of a rent roll: each tenancy with its unit, each charge under its code, and each stated sum
 * compared.
 */
import { sumOf } from '../amounts.ts'
import type { Mapping } from '../mapping.ts'
import {
  type ChargeCode,
  type ChargeRecord,
  type LeaseRecord,
  type RentRollItem,
  type RentRollRow,
  type ResidentRecord,
  statusName,
  type TenancyRecord,
  type Totals,
  tenanciesOf,
  type UnitStatus,
} from '../records.ts'
import { Tally } from '../totals.ts'
import { chargeMeaning } from './charge-words.ts'
import { type Placed, placeOthers, placeUnits } from './place.ts'
import { compareStatements } from './reconcile.ts'
import type { Roll, UnitDraft } from './roll.ts'
import type { StatedTenancy } from './tenancy.ts'

/** The names of charges that have no code, which are those of their columns. */
const COLUMNS: readonly string[] = ['Scheduled Charges', 'Lease Rent']
/** How many charge codes the end of a rent roll explains. */
const MAX_CHARGE_WORDS = 1_000

const UNKNOWN: ResidentRecord = {
  first_name: '',
  last_name: 'Unknown',
  email: undefined,
  phone: undefined,
  isPrimary: true,
  externalId: undefined,
}

/** Yields the records of what was read. `hasOwnCodes` is whether charges have codes of the customer. */
export function* assemble(roll: Roll, hasOwnCodes: boolean): Generator<RentRollItem> {
  const tally = new Tally()
  const meanings: Meanings = { mapping: roll.mapping, codes: new Map() }
  const units = placeUnits(roll)
  const kept = placeOthers(roll, units)
  yield* problemsOf(roll)
  for (const place of units) {
    const row = rowOf(place, roll, meanings)
    yield* problemsOf(roll)
    tally.count(row.line, figuresOf(row))
    yield { kind: 'row', row }
  }
  for (const { block, label } of roll.rejectedLabels) {
    const { unnamed } = block.property?.record ?? {}
    if (unnamed !== undefined && label !== '') yield { kind: 'rejected', unit: { unnamed, building: undefined, label } }
  }
  for (const figures of roll.leftOutFigures) tally.leaveOut(figures)
  for (let left = roll.rowsLeftOut - roll.leftOutFigures.length; left > 0; left--) tally.leaveOut()
  const blocks = compareStatements(roll, kept)
  const charges = [...meanings.codes.keys()].slice(0, MAX_CHARGE_WORDS).map(word => {
    const isOwn = hasOwnCodes && !COLUMNS.includes(word)
    return { word, ...chargeMeaning(word, roll.mapping), isOwn }
  })
  const statusWords = [...roll.statusWords].map(([word, isKnown]) => ({ word, isKnown }))
  yield { kind: 'end', end: { ...tally.end(), blocks, charges, statusWords } }
}

/** The codes of charges that were met, by the file's own words. */
type Meanings = { mapping: Mapping; codes: Map<string, ChargeCode> }

/** Yields the problems since the last call. */
function* problemsOf(roll: Roll): Generator<RentRollItem> {
  for (const problem of roll.problems) yield { kind: 'problem', problem }
  roll.problems.length = 0
}

function rowOf(
  { unit, block: { property }, future, former, renewal }: Placed,
  roll: Roll,
  meanings: Meanings,
): RentRollRow {
  const tenancyOf = (tenancy: StatedTenancy): TenancyRecord => ({
    residents: tenancy.residents,
    lease: leaseOf(tenancy, meanings),
  })
  const futureTenancies = future.map(({ tenancy }) => tenancyOf(tenancy))
  const status = statusOf(unit, future.length > 0)
  const isOccupied = status === 'CURRENT' || status === 'EVICT' || status.startsWith('NOTICE')
  if (!isOccupied) reportUnused(roll, unit, status)
  if (isOccupied && unit.tenancy.residents.length === 0) {
    const reason =
      'The unit is occupied, but no resident is named. It is imported under the name “Unknown”; correct the name in Gatehouse later.'
    roll.drop(unit.line, 'Name', reason)
    unit.tenancy.residents = [{ ...UNKNOWN }]
  }
  return {
    line: unit.line,
    property: property!.record,
    unit: unit.facts,
    status,
    tenancy: isOccupied ? tenancyOf(unit.tenancy) : undefined,
    futureTenancies,
    formerTenancies: former.map(({ tenancy }) => tenancyOf(tenancy)),
    renewal: isOccupied && renewal ? leaseOf(renewal.tenancy, meanings) : undefined,
  }
}

/** The amounts that a row adds to the sums. */
function figuresOf(row: RentRollRow): Omit<Totals, 'units' | 'totalCents'> {
  const leases = tenanciesOf(row).map(({ lease }) => lease)
  const sum = (of: (lease: LeaseRecord) => number | undefined) =>
    leases.reduce((total, lease) => total + (of(lease) ?? 0), 0)
  return {
    marketRentCents: row.unit.marketRentCents ?? 0,
    rentCents: sum(({ rentCents }) => rentCents),
    otherChargesCents: sum(({ otherCharges }) => sumOf(otherCharges ?? [])),
    depositCents: sum(({ depositCents }) => depositCents),
    pastDueCents: sum(({ pastDueCents, prepaidCents }) => (pastDueCents ?? 0) - (prepaidCents ?? 0)),
  }
}

/** Reports amounts of a vacant unit, because it has no resident who could owe them. */
function reportUnused(roll: Roll, { line, tenancy }: UnitDraft, status: UnitStatus): void {
  const { charges, depositCents, otherDepositCents, balanceCents } = tenancy
  const amounts = [...charges.values(), depositCents, otherDepositCents, balanceCents]
  if (amounts.every(cents => !cents)) return
  roll.drop(
    line,
    'Balance',
    `The unit is ${statusName(status)} and no resident is named, but it has charges, a deposit or a balance. These amounts are not imported. Name the resident, or remove the amounts.`,
  )
}

function leaseOf(tenancy: StatedTenancy, meanings: Meanings): LeaseRecord {
  const { leaseId, from, to, moveIn, moveOut, depositCents, otherDepositCents, balanceCents } = tenancy
  let rentCents = 0
  const otherCharges: ChargeRecord[] = []
  for (const [word, cents] of tenancy.charges) {
    const code = meaningOf(word, meanings)
    if (code === 'RENT') rentCents += cents
    else if (cents !== 0) otherCharges.push(chargeOf(code, word, cents))
  }
  if (rentCents < 0) otherCharges.push(chargeOf('CONCESSION', 'Rent below zero', rentCents))
  const held = [depositCents, otherDepositCents].filter(cents => cents !== undefined)
  return {
    line: tenancy.line,
    externalId: leaseId,
    from,
    to,
    moveIn,
    moveOut,
    noticeOn: undefined,
    rentCents: Math.max(0, rentCents),
    otherCharges,
    depositCents: held.length > 0 ? held.reduce((sum, cents) => sum + cents, 0) : undefined,
    ...(otherDepositCents && { otherDeposits: [{ description: 'Other deposit', amount_cents: otherDepositCents }] }),
    ...(tenancy.agreedDepositCents && { agreedDepositCents: tenancy.agreedDepositCents }),
    pastDueCents: balanceCents === undefined ? undefined : Math.max(0, balanceCents),
    prepaidCents: balanceCents === undefined ? undefined : Math.max(0, -balanceCents),
  }
}

function meaningOf(word: string, { mapping, codes }: Meanings): ChargeCode {
  const code = codes.get(word) ?? chargeMeaning(word, mapping).code
  codes.set(word, code)
  return code
}

/** Imports a charge below zero as a concession, and a concession above zero as OTHER. */
function chargeOf(code: Exclude<ChargeCode, 'RENT'>, description: string, amountCents: number): ChargeRecord {
  if (amountCents < 0) return { code: 'CONCESSION', description, amount_cents: amountCents }
  return { code: code === 'CONCESSION' ? 'OTHER' : code, description, amount_cents: amountCents }
}

/** Derives the status of a unit. If a file states only whether a unit is occupied, a move-out date means that notice was given. */
function statusOf({ state, isEviction, tenancy }: UnitDraft, isRentedAhead: boolean): UnitStatus {
  const stated = state === 'OCCUPIED' ? (tenancy.moveOut ? 'NOTICE_UNRENTED' : 'CURRENT') : state
  if (isEviction && (stated === 'CURRENT' || stated.startsWith('NOTICE'))) return 'EVICT'
  if (stated === 'VACANT') return isRentedAhead ? 'VACANT_RENTED' : 'VACANT_UNRENTED'
  if (isRentedAhead && stated === 'VACANT_UNRENTED') return 'VACANT_RENTED'
  if (isRentedAhead && stated === 'NOTICE_UNRENTED') return 'NOTICE_RENTED'
  return stated
}
