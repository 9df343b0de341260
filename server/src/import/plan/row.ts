/** Plans one row of the file against the stored records: everything that changes, or why the row is rejected. Pure. */
import type { KnownLease } from '#server/domain/leases/records.ts'
import type { KnownUnit } from '#server/domain/units/records.ts'
import { hasMoney, type RentRollRow, type TenancyRecord } from '../read/records.ts'
import { quote } from '../read/row-cells.ts'
import { wordsForLine } from '../read/sheet-lines.ts'
import { bareLabel, otherLabels } from '../read/unit-label.ts'
import { planLease } from './lease.ts'
import { startOf } from './lease-terms.ts'
import { planPrelease } from './prelease.ts'
import type { PropertyPlan } from './properties.ts'
import { namesOn, sharesResident } from './residents.ts'
import { type LeaseElsewhere, labelKey, type PlanTerms, type RowPlan, type Stored, startPlan } from './row-plan.ts'
import { planUnit } from './unit.ts'

/** The lines of the units of the file so far, by their IDs, by their external IDs, and by property and label. */
type Seen = Readonly<Record<'lineOfUnit' | 'lineOfUnitId' | 'lineOfLabel', ReadonlyMap<string, number>>>

export function planRow(
  row: RentRollRow,
  property: PropertyPlan,
  stored: Stored,
  seen: Seen,
  terms: PlanTerms,
): RowPlan {
  const known = findUnit(row, property, stored) ?? findChanged(row, property, stored, seen)
  const isChanged = known !== undefined && isOtherLabel(row, known)
  const named = isChanged ? { ...row, unit: { ...row.unit, label: known.label } } : row
  const plan = startPlan(named, property.name, known?.id ?? terms.newId('unit'))
  if (isChanged) plan.report(changedLabelReport(row.unit.label, known.label))
  if (property.problem) plan.refuse('Property', property.problem)
  refuseMistakenUnit(plan, property, known, stored, seen)
  const elsewhere = stored.elsewhere.get(row)
  if (elsewhere) refuseSecondLease(plan, elsewhere)
  if (plan.problems.length > 0) return plan

  const before = stored.leasesOf.get(plan.unitId) ?? []
  const unit = planUnit(plan, property.id, known, earliestDayOf(row, before, terms.asOf), terms)
  const leases = planLease(plan, unit, before, stored, terms)
  planPrelease(plan, known?.preleases ?? [], leases, terms)
  return plan
}

/** The first day that the file mentions for the unit: the start of a lease, or the day of the file. A lease that has begun in Gatehouse keeps its start. */
function earliestDayOf({ tenancy, formerTenancies }: RentRollRow, leases: readonly KnownLease[], asOf: string): string {
  const current = tenancy ? [{ ...tenancy, role: 'current' as const }] : []
  const former = formerTenancies
    .filter(({ lease }) => hasMoney(lease))
    .map(each => ({ ...each, role: 'former' as const }))
  const hasBegun = ({ residents }: TenancyRecord) =>
    leases.some(lease => lease.start_date <= asOf && sharesResident(lease, residents))
  const added = [...current, ...former].filter(each => !hasBegun(each))
  return [asOf, ...added.map(each => startOf(each, asOf).startDate)].sort()[0]!
}

/** Matches by external ID, else by label, without regard to case unless two units differ only in case. */
function findUnit({ unit }: RentRollRow, property: PropertyPlan, stored: Stored): KnownUnit | undefined {
  const sameId = unit.externalId === undefined ? undefined : stored.unitsByExternalId.get(unit.externalId)
  if (sameId) return sameId
  const named = stored.unitsByLabel.get(labelKey(property.id, unit.label)) ?? []
  return named.find(({ label }) => label === unit.label) ?? named[0]
}

/** Finds the only unit that has another label of the row's, unless the file has had a row of its own for it. */
function findChanged(
  { unit: { label, externalId } }: RentRollRow,
  property: PropertyPlan,
  stored: Stored,
  { lineOfUnit }: Seen,
): KnownUnit | undefined {
  const isOpen = ({ id, external_id }: KnownUnit) =>
    !lineOfUnit.has(id) && (externalId === undefined || external_id === null)
  const named = otherLabels(label).flatMap(other => stored.unitsByOtherLabel.get(labelKey(property.id, other)) ?? [])
  const [only, another] = named.filter(isOpen)
  return another ? undefined : only
}

function changedLabelReport(label: string, known: string): string {
  const isWord = bareLabel(label).toLowerCase() === bareLabel(known).toLowerCase()
  const is = isWord ? `${quote(known)} in Gatehouse` : `as spreadsheets write ${quote(known)}`
  return `The file calls the unit ${quote(label)}, ${isWord ? 'which is ' : ''}${is}. It is taken to be that unit; if it is a different one, add it in Gatehouse first.`
}

/** Whether the row calls the unit by another label. */
function isOtherLabel({ unit }: RentRollRow, known: KnownUnit): boolean {
  return unit.externalId === undefined && known.label.toLowerCase() !== unit.label.toLowerCase()
}

/** Rejects a unit whose lease is stored with another unit, because it would double the residents and their balance. */
function refuseSecondLease(plan: RowPlan, { label, property, lease, isInFile }: LeaseElsewhere): void {
  const of = property === undefined ? '' : ` of ${property}`
  const where = `In Gatehouse, the lease of ${namesOn(lease)} from ${lease.start_date} belongs to the unit ${quote(label)}${of}`
  if (property !== undefined) {
    const advice = 'If it is the same lease, end it there first, and settle its deposit and balance'
    plan.refuse('Property', `${where}, which the file does not have. ${advice}. If it is not, correct Lease From.`)
    return
  }
  const renamed = isInFile
    ? `${where}, but in the file it does not. If the labels of the two units were exchanged, exchange them in Gatehouse first.`
    : `${where}, which the file does not have. If that unit has a new name, rename it in Gatehouse first.`
  const advice = isInFile ? 'write the day of the move as Lease From' : 'end that lease in Gatehouse first'
  plan.refuse('Unit', `${renamed} If the resident has moved to this unit, ${advice}.`)
}

function refuseMistakenUnit(
  plan: RowPlan,
  property: PropertyPlan,
  known: KnownUnit | undefined,
  stored: Stored,
  { lineOfUnit, lineOfUnitId, lineOfLabel }: Seen,
): void {
  const { externalId, label } = plan.row.unit
  const line = externalId === undefined ? undefined : lineOfUnitId.get(externalId)
  // Several blocks may belong to one property without the reader knowing it.
  const earlierLine = line ?? (known ? lineOfUnit.get(known.id) : lineOfLabel.get(labelKey(property.id, label)))
  if (earlierLine !== undefined) {
    plan.refuse(
      line === undefined ? 'Unit' : 'Unit ID',
      `The same unit is on ${wordsForLine(earlierLine, plan.row.line)}. Remove one, or correct it.`,
    )
    return
  }
  if (!known) return
  if (known.property_id !== property.id) {
    plan.refuse(
      'Unit ID',
      `The unit ${externalId} belongs to another property in Gatehouse. Correct the ID or the property.`,
    )
  } else if (externalId !== undefined && known.external_id !== null && known.external_id !== externalId) {
    plan.refuse(
      'Unit ID',
      `The unit ${label} has the ID ${known.external_id} in Gatehouse. Correct the ID, or leave it empty.`,
    )
  } else {
    const another = stored.unitsByLabel.get(labelKey(property.id, label))?.find(unit => unit.id !== known.id)
    if (another && known.label.toLowerCase() !== label.toLowerCase()) {
      plan.refuse('Unit', `Another unit of the property is called ${another.label} in Gatehouse. Correct the label.`)
    }
  }
}
