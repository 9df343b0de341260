/** Compares the work orders of a file with those that are stored: each is new, changed or unchanged, or has a problem. */
import { newId } from '#server/base/ids.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { holdVendorsOf, saveWorkOrders, workOrdersToChange } from '#server/domain/work-orders/operations.ts'
import type { KnownWorkOrder, WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import type { Context } from '#server/platform/context.ts'
import { isSame } from '../plan/properties.ts'
import { repeatedReason } from '../rows/identity.ts'
import type { RowsFile, RowsKind } from '../rows/import-rows.ts'
import { leaseFor } from '../rows/lease-for.ts'
import { countRow, refuseRow, type Sum } from '../rows/outcome.ts'
import type { FoundPlace, PlaceProblem } from '../rows/places.ts'
import { findPlacesAndLeases, type PlacesAndLeases } from '../rows/places-and-leases.ts'
import type { WorkOrderField } from './columns.ts'
import { recordAfter } from './record-after.ts'
import { type WorkOrderRow, workOrdersReader } from './row.ts'

export const workOrdersImport: RowsKind<WorkOrderField, WorkOrderRow> = {
  name: 'work_orders',
  reader: workOrdersReader,
  async begin(context, file, eachRow) {
    await holdVendors(context, eachRow())
    const seen: Seen = { lineOf: new Map(), propertyOf: new Map() }
    return { plan: rows => planBatch(context, file, rows, seen) }
  },
}

/** Prevents vendors from getting or losing the names that the work orders of the file get or have. Other vendors can be created in the meantime. */
async function holdVendors(context: Context, rows: Iterable<WorkOrderRow>): Promise<void> {
  const names = new Set<string>()
  const externalIds: string[] = []
  for (const { vendor, number } of rows) {
    if (vendor !== undefined) names.add(vendor.toLowerCase())
    externalIds.push(number)
  }
  await holdVendorsOf(context, { names, externalIds })
}

/** The lines of this file by property and number, and the property of each external ID. */
type Seen = { lineOf: Map<string, number>; propertyOf: Map<string, string> }

/** The stored records of the places that some rows name. */
type Surroundings = PlacesAndLeases & { known: ReadonlyMap<string, KnownWorkOrder> }

async function planBatch(context: Context, file: RowsFile<WorkOrderField>, rows: readonly WorkOrderRow[], seen: Seen) {
  const { outcome } = file
  const surroundings = await surroundingsOf(context, file, rows)
  const changed: WorkOrderRecord[] = []
  const cameIn: string[] = []
  for (const row of rows) {
    const place = accept(file, row, surroundings.placeOf(row.place), seen)
    if (!place) continue
    const { record, match, name } = planRow(context, file, row, place, surroundings, seen)
    cameIn.push(record.external_id!)
    seen.propertyOf.set(record.external_id!, place.propertyId)
    const { created_at: createdAt, ...stored } = record
    const isUnchanged = match !== undefined && isSame(stored, match)
    countRow(
      outcome,
      match ? (isUnchanged ? 'unchanged' : 'updated') : 'created',
      row.cents ?? 0,
      record.cost_cents ?? 0,
    )
    if (isUnchanged) continue
    changed.push(record)
    outcome.changes.add(`${name}: ${match ? '' : 'new '}work order ${row.number}, ${wordsOf(match, record)}`)
  }
  return async (): Promise<Sum> => {
    if (changed.length > 0) await saveWorkOrders(context, changed)
    const stored = cameIn.length > 0 ? await workOrdersToChange(context, cameIn) : []
    return {
      records: stored.length,
      cents: stored.reduce((sum, { cost_cents: costCents }) => sum + (costCents ?? 0), 0),
    }
  }
}

/** Returns the place of a row. Rejects a row whose property is not stored, and one whose work order is on an earlier line. */
function accept(
  { outcome, headerOf }: RowsFile<WorkOrderField>,
  { line, number }: WorkOrderRow,
  place: FoundPlace | PlaceProblem,
  { lineOf }: Seen,
): PlaceOfProperty | undefined {
  const refuse = (field: WorkOrderField, reason: string) => refuseRow(outcome, line, headerOf(field), reason)
  const { propertyId } = place
  if (propertyId === undefined) {
    if ('reason' in place) refuse(place.field, place.reason)
    return undefined
  }
  const key = `${propertyId} ${number}`
  const earlier = lineOf.get(key)
  if (earlier !== undefined) {
    refuse('number', repeatedReason('work order', line, earlier, 'number'))
    return undefined
  }
  lineOf.set(key, line)
  return { ...place, propertyId }
}

/** A place of a property that is stored, whether or not its unit is. */
type PlaceOfProperty = (FoundPlace | PlaceProblem) & { propertyId: string }

function planRow(
  context: Context,
  { outcome, headerOf }: RowsFile<WorkOrderField>,
  row: WorkOrderRow,
  place: PlaceOfProperty,
  { leasesOf, known }: Surroundings,
  { propertyOf }: Seen,
) {
  const { line, number } = row
  const { propertyId } = place
  const drop = (field: WorkOrderField, reason: string) =>
    outcome.problems.add({ line, column: headerOf(field), reason, leftOut: 'value' })
  const name = 'name' in place ? place.name : row.place.property.name
  const report = (message: string) => outcome.reported.add({ line, unit: name, message })
  // In that case the work order is imported for the property as a whole.
  if ('reason' in place) drop(place.field, place.reason)

  const ofProperty = [number, numberIn(propertyId, number)].map(id => known.get(id))
  const match = ofProperty.find(order => order?.property_id === propertyId)
  const holder = known.get(number)?.property_id ?? propertyOf.get(number)
  const isTaken = holder !== undefined && holder !== propertyId
  const unitId = 'name' in place ? (place.unitId ?? null) : null
  const day = row.createdAt?.day ?? context.today
  const lease = row.resident === undefined ? undefined : leaseFor(leasesOf.get(unitId ?? '') ?? [], day, row.resident)
  if (row.resident !== undefined && !lease?.residentId) {
    report(
      `${row.resident} is not on any lease of ${unitId ? 'the unit' : 'the units in the file'}, so the work order is imported without the resident.`,
    )
  }
  const settled = {
    id: match?.id ?? newId('workOrder', context.now),
    property_id: propertyId,
    unit_id: unitId ?? match?.unit_id ?? null,
    resident_id: lease?.residentId ?? match?.resident_id ?? null,
    external_id: match?.external_id ?? (isTaken ? numberIn(propertyId, number) : number),
  }
  return { record: recordAfter({ row, match, clock: context, drop, report }, settled), match, name }
}

/** The external ID of a work order whose number another property has already used. */
function numberIn(propertyId: string, number: string): string {
  return `${number} ${propertyId}`
}

async function surroundingsOf(
  context: Context,
  { places }: RowsFile<WorkOrderField>,
  rows: readonly WorkOrderRow[],
): Promise<Surroundings> {
  const found = await findPlacesAndLeases(context, places, rows, ({ resident }) => resident !== undefined)
  const externalIds = new Set<string>()
  for (const { place, number } of rows) {
    const { propertyId } = found.placeOf(place)
    externalIds.add(number)
    if (propertyId !== undefined) externalIds.add(numberIn(propertyId, number))
  }
  const known = await workOrdersToChange(context, [...externalIds])
  return { ...found, known: new Map(known.map(order => [order.external_id, order])) }
}

function wordsOf(before: KnownWorkOrder | undefined, after: WorkOrderRecord): string {
  if (!before) return after.status.toLowerCase().replaceAll('_', ' ')
  const fields = keysOf(before)
  return fields
    .filter(field => (before[field] ?? null) !== (after[field] ?? null))
    .map(field => `${field}: ${before[field] ?? 'none'} → ${after[field] ?? 'none'}`)
    .join(', ')
}
