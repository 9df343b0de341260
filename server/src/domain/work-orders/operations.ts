/** Work orders: listing and reading them, creating and updating one, and storing many. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { newId } from '#server/base/ids.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { fieldError, requireOne, unknownReference } from '#server/base/refusal.ts'
import { list, type Page } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { emit, hasSubscribers } from '#server/platform/events.ts'
import { externalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { takeNumbers, takeWorkOrderNumbers } from '../numbers.ts'
import { checkPropertyAndUnit } from '../property-and-unit.ts'
import { numbersIn, termsOf } from '../search-words/terms.ts'
import {
  listNumbers,
  listVendorNamesByExternalId,
  lockWorkOrdersByExternalId,
  upsertWorkOrders,
} from './bulk-queries.ts'
import {
  findPlace,
  findWorkOrder,
  insertUnitWorkOrder,
  insertWorkOrder,
  listWorkOrdersById,
  lockWorkOrder,
  type NewWorkOrder,
  replaceWorkOrder,
  type WorkOrderRow,
  workOrderList,
  workOrderSearchList,
  workOrderValues,
} from './queries.ts'
import type { KnownWorkOrder, WorkOrderRecord } from './records.ts'
import { checkSchedule, checkTransition, priorityFrom, titleFrom } from './rules.ts'
import { holdVendorName, holdVendorNames } from './vendor-names.ts'

type ListInput = MemberInputOf<ConsoleContract['listWorkOrders']>

/** Lists work orders, newest first unless another order is requested, for API callers and the console. */
export const listWorkOrders = (
  { db, today }: Context,
  { limit, offset, sort, status, priority, search, ...filters }: ListInput,
): Promise<OutputOf<V1['listWorkOrders']>> => {
  const asked = {
    ...filters,
    ...statusFilter(status, today),
    priority: priority && priorityFrom(priority),
  }
  const page = { limit, offset, sort }
  if (search === undefined) return list(db, workOrderList, [], asked, page)
  return list(db, workOrderSearchList, [termsOf(search), numbersIn(search).workOrder], asked, page)
}

function statusFilter(status: ListInput['status'], today: string) {
  if (status === 'OPEN') return { open: true }
  if (status === 'OVERDUE') return { overdue: today }
  return status === 'COMPLETED' ? { completed: true } : { status }
}

/** Lists the work orders of a vendor, newest first. */
export const workOrdersOfVendor = (
  { db }: Context,
  vendorId: string,
  page: Page,
): Promise<OutputOf<V1['listWorkOrders']>> => list(db, workOrderList, [], { vendor_id: vendorId }, page)

export const getWorkOrder: V1Operations['getWorkOrder'] = async ({ db }, { id }) => {
  return requireOne(await db.query(findWorkOrder, [db.organizationId, id]), 'work order')
}

export const createWorkOrder: V1Operations['createWorkOrder'] = async (context, input) => {
  const { db, now } = context
  checkSchedule(input, input)
  const workOrder: NewWorkOrder = {
    work_order_id: newId('workOrder', now),
    // The contract requires a title or a description.
    title: input.title ?? titleFrom(input.description!),
    description: input.description ?? null,
    status: input.status ?? 'NEW',
    priority: priorityFrom(input.priority ?? 'NORMAL'),
    category: input.category ?? 'OTHER',
    source: input.source ?? 'API',
    property_id: input.property_id ?? null,
    unit_id: input.unit_id ?? null,
    resident_id: input.resident_id ?? null,
    vendor_name: input.vendor_name ?? null,
    entry_permission: input.entry_permission ?? 'CALL_FIRST',
    entry_notes: input.entry_notes ?? null,
    has_pets: input.has_pets ?? null,
    due_date: input.due_date ?? null,
    scheduled_start: input.scheduled_start ?? null,
    scheduled_end: input.scheduled_end ?? null,
    cost_cents: input.cost_cents ?? null,
    external_id: input.external_id ?? null,
  }
  if (workOrder.vendor_name !== null) await holdVendorName(context, workOrder.vendor_name)
  const isOfUnitAlone = workOrder.unit_id !== null && workOrder.resident_id === null
  const insertion = isOfUnitAlone ? insertUnitWorkOrder : insertWorkOrder
  const insert = () => storing(db.query(insertion, workOrderValues(db.organizationId, workOrder)), workOrder)
  const [[inserted], isFollowed] = await Promise.all([insert(), hasSubscribers(context, 'ticket.created')])
  // A place that fits now was stored in between.
  const created = inserted ?? onlyRow<WorkOrderRow>(await refuseMisplaced(context, workOrder).then(insert))
  await emit(context, 'ticket.created', { work_order: created }, { isFollowed })
  if (workOrder.status === 'COMPLETED') await emit(context, 'ticket.completed', { work_order: created })
  return created
}

export const updateWorkOrder: V1Operations['updateWorkOrder'] = async (context, { id, ...changes }) => {
  const { db } = context
  if (typeof changes.vendor_name === 'string') await holdVendorName(context, changes.vendor_name)
  const found = requireOne(await db.query(lockWorkOrder, [db.organizationId, id]), 'work order')
  const changed = { ...found, ...changes, priority: priorityFrom(changes.priority ?? found.priority) }
  checkTransition(found.status, changed.status)
  checkSchedule(changed, changes)
  const updated = onlyRow(
    await storing(db.query(replaceWorkOrder, [db.organizationId, id, JSON.stringify(changed)]), changed),
  )
  if (changed.status === 'COMPLETED' && found.status !== 'COMPLETED') {
    await emit(context, 'ticket.completed', { work_order: updated })
  }
  await logChange(context, found, updated)
  return updated
}

/** Awaits the rows that were stored. Refuses an external ID that another work order has. */
function storing(rows: Promise<WorkOrderRow[]>, { external_id }: Pick<WorkOrderRow, 'external_id'>) {
  return refusingTaken(rows, { work_orders_by_external_id: externalIdTaken('work order', external_id) })
}

/**
 * Logs a change, because the timeline shows who changed a work order, even if a key was used: the names of the fields, and of their values only the
 * status.
 */
async function logChange(context: Context, before: WorkOrderRow, after: WorkOrderRow): Promise<void> {
  const fields = keysOf(after).filter(field => after[field] !== before[field])
  if (fields.length === 0) return
  await logAdministration(context, 'work_order.update', after.work_order_id, {
    after: {
      fields: fields.filter(field => field !== 'updated_at'),
      ...(after.status !== before.status && { status: after.status }),
    },
  })
}

/**
 * Creates the work orders whose IDs are new, numbered in their order, and updates the others, any number at once. Emits no event and allows any
 * change of status, because imported work orders have their history elsewhere.
 */
export async function saveWorkOrders(context: Context, workOrders: readonly WorkOrderRecord[]): Promise<void> {
  const { db, now } = context
  const known = await db.query(listNumbers, [db.organizationId, workOrders.map(({ id }) => id)])
  const numbers = new Map(known.map(({ id, number }) => [id, number]))
  let next = await takeNumbers(context, takeWorkOrderNumbers, workOrders.length - numbers.size)
  const createdAt = new Date(now).toISOString()
  const rows = workOrders.map(workOrder => ({
    created_at: createdAt,
    ...workOrder,
    number: numbers.get(workOrder.id) ?? next++,
  }))
  await db.query(upsertWorkOrders, [db.organizationId, JSON.stringify(rows)])
}

/** Prevents vendors from getting or losing the names, and those of the stored work orders with the external IDs, until this transaction ends. */
export async function holdVendorsOf(
  context: Context,
  { names, externalIds }: { names: ReadonlySet<string>; externalIds: readonly string[] },
): Promise<void> {
  const { db } = context
  const stored = await db.query(listVendorNamesByExternalId, [db.organizationId, externalIds])
  await holdVendorNames(context, [...names, ...stored.map(({ name }) => name)])
}

/** The work orders that have one of the external IDs. They are locked, so that an import can replace them as a whole. */
export function workOrdersToChange({ db }: Context, externalIds: readonly string[]): Promise<KnownWorkOrder[]> {
  return db.query(lockWorkOrdersByExternalId, [db.organizationId, externalIds])
}

type Place = Pick<NewWorkOrder, 'property_id' | 'unit_id' | 'resident_id'>

/** Refuses a place whose IDs do not exist or do not belong together. */
async function refuseMisplaced({ db }: Context, place: Place): Promise<void> {
  const { property_id: propertyId, unit_id: unitId, resident_id: residentId } = place
  const known = onlyRow(await db.query(findPlace, [db.organizationId, propertyId, unitId, residentId]))
  checkPropertyAndUnit(place, known)
  if (residentId !== null && known.resident_id === null) throw unknownReference('resident_id', 'a resident')
  if (residentId !== null && !known.is_on_lease) {
    throw fieldError('resident_id', `is not on a lease of that ${unitId === null ? 'property' : 'unit'}`)
  }
}

/** The work orders with these IDs, as the list shows them; IDs without a work order are left out. */
export const workOrdersById = ({ db }: Context, ids: readonly string[]): Promise<WorkOrderRow[]> =>
  db.query(listWorkOrdersById, [db.organizationId, ids])
