/**
 * Finds the rows whose lease is stored with another unit, in which the file no longer has it: the labels of units have changed or were
 * exchanged, or the resident has moved. A second lease would double the resident, the deposit and the balance.
 */
import { addDays } from '#server/base/dates.ts'
import { signedLeasesOf, unitsLeasedFrom } from '#server/domain/leases/known-leases.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import { unitsInService } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperty } from './file-properties.ts'
import { startOf } from './plan/lease-terms.ts'
import type { PropertyPlan } from './plan/properties.ts'
import { sharesResident } from './plan/residents.ts'
import { type LeaseElsewhere, labelKey, type PropertyRow } from './plan/row-plan.ts'
import { type ResidentRecord, tenanciesOf } from './read/records.ts'
import { otherLabels } from './read/unit-label.ts'
import { type Found, inChunks } from './stored.ts'
import type { Survey } from './survey.ts'

/** The residents of a property in the file, by the label of their unit in lower case. */
type Residents = ReadonlyMap<string, readonly ResidentRecord[]>

/** Returns a function that finds such rows. The file is read again for its residents once, when a row needs them. */
export function leasesElsewhere(
  context: Context,
  survey: Pick<Survey, 'asOf' | 'items' | 'properties'>,
  planned: ReadonlyMap<FileProperty, PropertyPlan>,
) {
  let inFile: ReadonlyMap<PropertyRow['labels'], Residents> | undefined
  let ofLostUnits: Promise<Map<string, LeaseOfProperty[]>> | undefined
  return async (rows: readonly PropertyRow[], found: Found): Promise<Map<PropertyRow['row'], LeaseElsewhere>> => {
    const elsewhere = new Map<PropertyRow['row'], LeaseElsewhere>()
    const strangers = rows.filter(each => each.row.tenancy && !isStoredHere(each, found))
    if (strangers.length === 0) return elsewhere
    ofLostUnits ??= leasesOfLostUnits(context, survey.asOf, planned)
    const lost = await ofLostUnits
    for (const each of strangers) {
      const moved = lostLeaseOf(each, lost, found, survey.asOf)
      if (moved) elsewhere.set(each.row, { ...moved, isInFile: false })
    }
    const leases = await leasesBegunOn(context, survey.asOf, strangers)
    for (const each of strangers) {
      const { row, property, labels } = each
      if (property.isNew || elsewhere.has(row)) continue
      const residents = row.tenancy?.residents ?? []
      const begun = leases.get(keyOf(property.id, startOfRow(each, survey.asOf))) ?? []
      const moved = begun
        .filter(({ lease }) => sharesResident(lease, residents))
        .find(({ label, lease }) => {
          inFile ??= residentsInFile(survey)
          const stay = labelsOf(label).flatMap(one => inFile?.get(labels)?.get(one) ?? [])
          return !sharesResident(lease, stay)
        })
      if (!moved) continue
      elsewhere.set(row, { ...moved, isInFile: labelsOf(moved.label).some(label => labels.has(label)) })
    }
    return elsewhere
  }
}

type LeaseOfProperty = Pick<LeaseElsewhere, 'label' | 'property' | 'lease'>

/** Finds the lease that a row states for another unit than Gatehouse does: one of another property, or one that is new in the same property. */
function lostLeaseOf(
  { row, property, labels }: PropertyRow,
  lost: ReadonlyMap<string, LeaseOfProperty[]>,
  found: Found,
  asOf: string,
): LeaseOfProperty | undefined {
  const residents = row.tenancy?.residents ?? []
  const start = startOfRow({ row, property, labels }, asOf)
  const isOfOther = ({ lease }: LeaseOfProperty) =>
    lease.property_id !== property.id && lease.start_date === start && sharesResident(lease, residents)
  const other = (lost.get(`starts ${start}`) ?? []).find(isOfOther)
  const isNewUnit = (found.unitsByLabel.get(labelKey(property.id, row.unit.label)) ?? []).length === 0
  if (other || !isNewUnit) return other
  const { from, to, moveIn } = row.tenancy?.lease ?? {}
  // A unit that has been renamed may have a renewed lease, which begins on another day in the file.
  const days = [`starts ${start}`, `starts ${moveIn}`, `ends ${to}`, `ends ${from && addDays(from, -1)}`]
  const renamed = days
    .flatMap(day => lost.get(day) ?? [])
    .find(({ lease }) => lease.property_id === property.id && sharesResident(lease, residents))
  return renamed && { ...renamed, property: undefined }
}

/**
 * Returns the leases of units that the file omits although it has their property, by first day, by last day and by the day of moving in. Such a lease may be
 * in a row of another property, because the file has moved the unit there, or in a row of a unit that has been renamed.
 */
async function leasesOfLostUnits(
  context: Context,
  day: string,
  planned: ReadonlyMap<FileProperty, PropertyPlan>,
): Promise<Map<string, LeaseOfProperty[]>> {
  const stored = new Map(
    [...planned].flatMap(([{ labels }, plan]) => (plan.isNew ? [] : [[plan.id, { labels, plan }]])),
  )
  const lost: LeaseOfProperty[] = []
  for (const some of inChunks([...stored.keys()])) {
    const units = await unitsInService(context, day, some)
    const gone = units.filter(
      ({ property_id: id, label }) => !labelsOf(label).some(each => stored.get(id)?.labels.has(each)),
    )
    for (const chunk of inChunks(gone)) {
      const labelOf = new Map(chunk.map(({ id, label }) => [id, label]))
      for (const lease of await signedLeasesOf(context, day, [...labelOf.keys()])) {
        const isOver = lease.move_out_date !== null && lease.move_out_date < day
        const property = stored.get(lease.property_id)?.plan.name
        if (!isOver) lost.push({ label: labelOf.get(lease.unit_id) ?? '', property, lease })
      }
    }
  }
  const byDay = new Map<string, LeaseOfProperty[]>()
  for (const each of lost) {
    const { start_date: start, end_date: end, move_in_date: moveIn } = each.lease
    const days = new Set([`starts ${start}`, ...(moveIn ? [`starts ${moveIn}`] : []), ...(end ? [`ends ${end}`] : [])])
    for (const day of days) {
      const leases = byDay.get(day) ?? []
      leases.push(each)
      byDay.set(day, leases)
    }
  }
  return byDay
}

/** Whether a resident of the row is on a lease of a stored unit that may be the row's. */
function isStoredHere({ row: { unit, tenancy }, property }: PropertyRow, found: Found): boolean {
  const named = [
    ...(found.unitsByLabel.get(labelKey(property.id, unit.label)) ?? []),
    ...otherLabels(unit.label).flatMap(label => found.unitsByOtherLabel.get(labelKey(property.id, label)) ?? []),
  ]
  const sameId = unit.externalId === undefined ? undefined : found.unitsByExternalId.get(unit.externalId)
  return [...named, ...(sameId ? [sameId] : [])]
    .flatMap(({ id }) => found.leasesOf.get(id) ?? [])
    .some(lease => sharesResident(lease, tenancy?.residents ?? []))
}

/** The leases in the properties of the rows that begin on the first day of a row's lease and are not over, by property and that day. */
async function leasesBegunOn(context: Context, day: string, rows: readonly PropertyRow[]) {
  const propertyIds = [...new Set(rows.map(({ property }) => property.id))]
  const starts = [...new Set(rows.map(each => startOfRow(each, day)))]
  const begun: { label: string; lease: KnownLease }[] = []
  for (const units of inChunks(await unitsLeasedFrom(context, day, { propertyIds, starts }))) {
    const labelOf = new Map(units.map(({ id, label }) => [id, label]))
    for (const lease of await signedLeasesOf(context, day, [...labelOf.keys()])) {
      const isOver = lease.move_out_date !== null && lease.move_out_date < day
      if (!isOver) begun.push({ label: labelOf.get(lease.unit_id) ?? '', lease })
    }
  }
  return Map.groupBy(begun, ({ lease }) => keyOf(lease.property_id, lease.start_date))
}

function startOfRow({ row: { tenancy } }: PropertyRow, asOf: string): string {
  return tenancy ? startOf({ ...tenancy, role: 'current' }, asOf).startDate : asOf
}

function keyOf(propertyId: string, day: string): string {
  return `${propertyId} ${day}`
}

/** The label of a stored unit as the file may have it, in lower case. */
function labelsOf(label: string): string[] {
  return [label, ...otherLabels(label)].map(each => each.toLowerCase())
}

function residentsInFile({ items, properties }: Pick<Survey, 'items' | 'properties'>) {
  const inFile = new Map<PropertyRow['labels'], Map<string, readonly ResidentRecord[]>>()
  for (const item of items()) {
    const labels = item.kind === 'row' ? properties.of(item.row.property)?.labels : undefined
    if (item.kind !== 'row' || !labels) continue
    const units = inFile.get(labels) ?? new Map<string, readonly ResidentRecord[]>()
    inFile.set(labels, units)
    units.set(
      item.row.unit.label.toLowerCase(),
      tenanciesOf(item.row).flatMap(({ residents }) => residents),
    )
  }
  return inFile
}
