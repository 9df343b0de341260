/** Plans the leases of a row: which stored lease each tenancy is, what changes about it, and which other leases of the unit it contradicts. Pure. */
import { formatCents } from '#server/base/money.ts'
import type { KnownLease, LeaseRecord } from '#server/domain/leases/records.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import { sumOf } from '../read/amounts.ts'
import { namesOf } from '../read/full-name.ts'
import { hasMoney, type RentRollRow, type TenancyRecord, tenanciesOf } from '../read/records.ts'
import { planCharges } from './charges.ts'
import { leaseAfter, type Role, startOf } from './lease-terms.ts'
import { endContradicted, isUpcoming, occupies, overlapOf, recordOf, refuseOverlap, termWords } from './other-leases.ts'
import { isSame } from './properties.ts'
import { planRenewal } from './renewal.ts'
import { namesOn, planResidents, sharesResident } from './residents.ts'
import type { PlanTerms, RowPlan, Stored } from './row-plan.ts'

/**
 * The end of the description of a deposit's entry that a rent roll states: the security deposit, or one of another kind, such as for a pet or a
 * key.
 */
export const WHEN_IMPORTED = ' held when imported'
const MAX_DESCRIPTION = 200

/** Plans the leases. Returns the unit's leases as they will be after the import. */
export function planLease(
  plan: RowPlan,
  unit: UnitRecord,
  leases: readonly KnownLease[],
  stored: Stored,
  terms: PlanTerms,
): LeaseRecord[] {
  const matched = matchLeases(plan.row, leases, terms.asOf)
  const first = matched.find(({ role }) => role !== 'former')
  const others = matched.filter(each => each !== first)
  const matches = matched.flatMap(({ match }) => match ?? [])
  const lease = first && leaseOf(first)
  const changed = [...endContradicted(plan, leases, matches, lease, terms), ...(lease ? [lease] : [])]
  if (first && lease) {
    planTenancy(plan, lease, first, stored, terms)
    if (first.role === 'current') planRenewal(plan, lease, first.match)
  }
  // The dates of the other tenancies may have moved as well, so they are compared below.
  const notInRow = leases.filter(each => others.every(({ match }) => match !== each))
  if (plan.problems.every(({ leftOut }) => leftOut === 'value')) refuseOverlap(plan, notInRow, changed)
  const after = () => [...leases.filter(({ id }) => changed.every(each => each.id !== id)), ...changed]
  for (const other of others) {
    if (!other.match && isSettledFormer(other)) continue
    const coming = leaseOf(other)
    const present = overlapOf(coming, after())
    if (present) {
      leaveOut(plan, other, coming, present, leases)
      if (other.match) refuseOverlap(plan, leases, changed)
      continue
    }
    planTenancy(plan, coming, other, stored, terms)
    if (other.match && (other.role === 'former' || coming.start_date > other.match.start_date)) saveFirst(plan, coming)
    changed.push(coming)
  }
  return after()

  function leaseOf({ tenancy, match, role }: Matched): LeaseRecord {
    return leaseAfter(plan, unit, { ...tenancy, role }, match, externalIdOf(plan, tenancy, match, stored), terms)
  }
}

/** Reports a lease that is not imported because it overlaps `present`, which is stored or another one of the row. */
function leaveOut(
  plan: RowPlan,
  other: Matched,
  lease: LeaseRecord,
  present: LeaseRecord,
  leases: readonly KnownLease[],
): void {
  const stored = leases.find(({ id }) => id === present.id)
  const ofRow = tenanciesOf(plan.row).find(
    each => each !== other.tenancy && [each.lease.from, each.lease.moveIn].includes(present.start_date),
  )
  const who = stored ? namesOn(stored) : ofRow ? namesOf(ofRow.residents) : 'other residents'
  plan.drop(
    'Move-in',
    `${leaseName(other)} from ${lease.start_date} would overlap the one of ${who} from ${termWords(present)}, so it is not imported. Correct the dates, such as the move-out date, or record the lease in Gatehouse.`,
    other.tenancy.lease.line,
  )
}

/** Whether a tenancy has ended and has neither a deposit nor a balance, so that only its end is planned, and only if its lease is stored. */
function isSettledFormer({ role, tenancy: { lease } }: Matched): boolean {
  return role === 'former' && !hasMoney(lease)
}

/** Orders the leases so that one that ends or is postponed is saved first, because another one may take the days that it frees. */
function saveFirst({ changes: { leases } }: RowPlan, { id }: LeaseRecord): void {
  const at = leases.findIndex(({ to }) => to.id === id)
  if (at > 0) leases.unshift(...leases.splice(at, 1))
}

type Matched = { tenancy: TenancyRecord; match: KnownLease | undefined; role: Role }

/** Finds the stored lease of each tenancy in the row. */
function matchLeases(row: RentRollRow, leases: readonly KnownLease[], asOf: string): Matched[] {
  const matched: Matched[] = []
  for (const tenancy of tenanciesOf(row)) {
    const open = leases.filter(lease => matched.every(({ match }) => match !== lease))
    const role = tenancy === row.tenancy ? 'current' : row.formerTenancies.includes(tenancy) ? 'former' : 'future'
    matched.push({ tenancy, match: matchLease(tenancy, role, open, asOf), role })
  }
  return matched
}

function leaseName({ tenancy: { residents } }: Matched): string {
  return `The lease of ${namesOf(residents)}`
}

/** Matches by external ID; else finds the lease of a resident in the file: the current one, a future one, or the last to have ended. */
function matchLease(
  tenancy: TenancyRecord,
  role: Role,
  leases: readonly KnownLease[],
  asOf: string,
): KnownLease | undefined {
  const { externalId } = tenancy.lease
  const sameId = leases.find(lease => externalId !== undefined && lease.external_id === externalId)
  if (sameId) return sameId
  const shared = leases.filter(lease => sharesResident(lease, tenancy.residents))
  const upcoming = shared.find(lease => isUpcoming(lease, leases, asOf))
  if (role === 'future') return upcoming
  // A former resident may still be stored as a current one.
  const lastDay = tenancy.lease.moveOut ?? asOf
  if (role === 'former')
    return shared.findLast(lease => lease.start_date <= lastDay && !isUpcoming(lease, leases, asOf))
  const ended = shared.findLast(lease => lease.move_out_date !== null && lease.move_out_date < asOf)
  const { startDate } = startOf({ ...tenancy, role }, asOf)
  return (
    shared.find(lease => occupies(lease, leases, asOf)) ??
    upcoming ??
    // A resident who moved out and returned has a new lease; one whose move-out was postponed has the old one.
    (ended?.move_out_date && startDate <= ended.move_out_date ? ended : undefined)
  )
}

/** Plans the lease of a tenancy with its residents and charges, and its ledger only if the lease is new, because entries are never rewritten. */
function planTenancy(
  plan: RowPlan,
  lease: LeaseRecord,
  { tenancy: { residents, lease: stated }, match, role }: Matched,
  stored: Stored,
  terms: PlanTerms,
): void {
  plan.leaseIds.push(lease.id)
  if (!match || !isSame(lease, recordOf(match))) plan.changes.leases.push({ to: lease, isNew: !match })
  if (match) plan.words.push(...leaseWords(match, lease))
  else plan.words.push(`new lease from ${lease.start_date}`)
  const isFormer = role === 'former'
  const residentId = planResidents(plan, { lease, match, isFormer }, residents, stored, terms)
  planCharges(plan, { lease, match, isFormer }, stated, terms.asOf)

  const deposit = stated.depositCents
  const balance = stated.pastDueCents === undefined ? undefined : stated.pastDueCents - (stated.prepaidCents ?? 0)
  plan.figures.depositCents += match?.deposit_cents ?? deposit ?? 0
  plan.figures.balanceCents += match?.balance_cents ?? balance ?? 0
  if (match) {
    const whose = role === 'current' ? '' : ` for ${namesOf(residents)}`
    reportDifference(plan, stated, `deposit held${whose}`, match.deposit_cents, deposit)
    reportDifference(plan, stated, `balance${whose}`, match.balance_cents, balance)
    return
  }
  holdDeposits(plan, lease.id, stated, terms.asOf)
  const { id: lease_id, property_id, unit_id } = lease
  // A balance of 0 is stated as well: a history that is imported later must end in it.
  if (balance !== undefined) {
    const place = { lease_id, property_id, unit_id, resident_id: residentId }
    const opening = { ...place, amount_cents: balance, as_of: terms.asOf }
    plan.changes.openingBalances.push({ to: opening, isNew: true })
  }
}

/** Plans the deposits that a new lease holds, each kind on its own. */
function holdDeposits(plan: RowPlan, leaseId: string, stated: TenancyRecord['lease'], asOf: string): void {
  const others = stated.otherDeposits ?? []
  const security = (stated.depositCents ?? 0) - sumOf(others)
  for (const { description: kind, amount_cents } of [{ description: 'Deposit', amount_cents: security }, ...others]) {
    if (amount_cents === 0) continue
    const description =
      `${sentenceOf(kind).slice(0, MAX_DESCRIPTION - WHEN_IMPORTED.length)}${WHEN_IMPORTED}`.toWellFormed()
    const entry = { lease_id: leaseId, account: 'DEPOSIT', code: 'DEPOSIT', amount_cents, description } as const
    plan.changes.ledgerEntries.push({ to: { ...entry, effective_on: asOf }, isNew: true })
  }
}

/** Converts `Pet Deposit` to `Pet deposit`. */
function sentenceOf(header: string): string {
  return header.slice(0, 1).toUpperCase() + header.slice(1).replace(/\bDeposit/g, 'deposit')
}

/** Reports an amount of a stored lease that the file states differently. */
function reportDifference(
  plan: RowPlan,
  { line }: TenancyRecord['lease'],
  name: string,
  here: number,
  inFile: number | undefined,
): void {
  if (inFile === undefined || inFile === here) return
  const reason = `The ${name} is ${formatCents(here)} in Gatehouse and ${formatCents(inFile)} in the file. An import does not change ledger entries.`
  plan.report(reason, line)
}

/** The external ID to store with the lease; an ID belongs to one lease only. */
function externalIdOf(
  plan: RowPlan,
  { lease: { externalId, line } }: TenancyRecord,
  match: KnownLease | undefined,
  { leaseIds }: Stored,
): string | null {
  if (externalId === undefined) return match?.external_id ?? null
  // Another tenancy of the same row may have added it.
  const added = plan.changes.leases.find(({ to }) => to.external_id === externalId)?.to.id
  const holder = leaseIds.get(externalId) ?? added
  if (holder === undefined || holder === match?.id) return externalId
  plan.drop('Lease ID', `Another lease already has the ID ${externalId}. Correct one of the two.`, line)
  return match?.external_id ?? null
}

function leaseWords(before: LeaseRecord, after: LeaseRecord): string[] {
  const named = [
    ['lease from', 'start_date'],
    ['lease to', 'end_date'],
    ['move-in', 'move_in_date'],
    ['move-out', 'move_out_date'],
    ['notice given', 'notice_given_on'],
    ['eviction filed', 'eviction_filed_on'],
    ['lease id', 'external_id'],
    ['security deposit', 'security_deposit_cents'],
  ] as const
  return named
    .filter(([, field]) => before[field] !== after[field])
    .map(([name, field]) => `${name} ${before[field] ?? 'none'} → ${after[field] ?? 'none'}`)
}
