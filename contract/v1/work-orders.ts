/** Work orders: maintenance from the first report to the final cost. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  flag,
  id,
  idInput,
  instant,
  integer,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const WORK_ORDER_STATUSES = ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'] as const
export const WORK_ORDER_STATUS_FILTERS = withAll(WORK_ORDER_STATUSES)
export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY'] as const
/** The priorities a request may state, including other systems' words for NORMAL and EMERGENCY. */
export const PRIORITY_WORDS = [...PRIORITIES, 'MEDIUM', 'URGENT'] as const
export const WORK_ORDER_CATEGORIES = [
  'PLUMBING',
  'ELECTRICAL',
  'HVAC',
  'APPLIANCE',
  'PEST_CONTROL',
  'LOCKS',
  'STRUCTURAL',
  'CLEANING',
  'UNIT_TURN',
  'SAFETY',
  'OTHER',
] as const
export const WORK_ORDER_SOURCES = ['API', 'RESIDENT', 'STAFF', 'IMPORT'] as const
export const ENTRY_PERMISSIONS = ['YES', 'NO', 'CALL_FIRST'] as const

const WORK_ORDER_ID = 'wo_01kh3zr6q1b7m4s9x2d6f0v8kc'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'
const RESIDENT_ID = 'res_01kh3zr6p2c8m5v7d0t4s6a9ge'

const title = text(200, {
  description: 'A short summary of the problem, on one line.',
  example: 'Kitchen faucet leaks',
  minLength: 1,
})
const status = (description: string) => oneOf(WORK_ORDER_STATUSES, { description, example: 'SCHEDULED' })
const priority = (description: string) => oneOf(PRIORITY_WORDS, { description, example: 'HIGH' })
const category = (description: string) => oneOf(WORK_ORDER_CATEGORIES, { description, example: 'PLUMBING' })
const entryPermission = (description: string) => oneOf(ENTRY_PERMISSIONS, { description, example: 'CALL_FIRST' })

/** Fields that may be null, in replies and requests alike. */
const details = {
  description: nullable(
    text(5_000, {
      description: 'Full description of the problem.',
      example: 'Drips day and night; the cabinet below is wet.',
      minLength: 1,
    }),
  ),
  vendor_name: nullable(
    text(200, { description: 'Name of the vendor who does the work.', example: 'Reliable Plumbing LLC', minLength: 1 }),
  ),
  entry_notes: nullable(
    text(1_000, { description: 'Instructions for entering the home.', example: 'Key at the office.', minLength: 1 }),
  ),
  has_pets: nullable(flag({ description: 'Whether there are pets in the home.', example: true })),
  due_date: nullable(date({ description: 'The day the work should be finished by.', example: '2026-03-20' })),
  scheduled_start: nullable(
    instant({ description: 'When the work is scheduled to begin.', example: '2026-03-18T14:00:00.000Z' }),
  ),
  scheduled_end: nullable(
    instant({
      description: 'When the work is scheduled to end. Requires `scheduled_start` and must not be before it.',
      example: '2026-03-18T16:00:00.000Z',
    }),
  ),
  cost_cents: nullable(cents({ description: 'Cost of the work, in cents.', example: 18_500 })),
}

/** Imported work orders have one too: that of the system they came from. */
const external_id = nullable(
  text(200, {
    description: 'ID of the work order in another system. No two work orders have the same one.',
    example: 'AF-10023',
    minLength: 1,
  }),
)

const optionalDetails = {
  description: Type.Optional(details.description),
  vendor_name: Type.Optional(details.vendor_name),
  entry_notes: Type.Optional(details.entry_notes),
  has_pets: Type.Optional(details.has_pets),
  due_date: Type.Optional(details.due_date),
  scheduled_start: Type.Optional(details.scheduled_start),
  scheduled_end: Type.Optional(details.scheduled_end),
  cost_cents: Type.Optional(details.cost_cents),
  external_id: Type.Optional(external_id),
}

export const WorkOrder = resource('WorkOrder', 'A work order for a property or one of its units.', {
  work_order_id: id({ description: 'ID of the work order.', example: WORK_ORDER_ID }),
  number: integer(1, 2_147_483_647, {
    description: 'Number of the work order within the organization, counting from 1 without gaps.',
    example: 1042,
  }),
  title,
  status: status('Status of the work.'),
  priority: oneOf(PRIORITIES, { description: 'How urgent the work is.', example: 'HIGH' }),
  category: category('Category of the work.'),
  source: oneOf(WORK_ORDER_SOURCES, { description: 'Where the work order came from.', example: 'API' }),
  property_id: id({ description: 'ID of the property.', example: PROPERTY_ID }),
  unit_id: nullable(id({ description: 'ID of the unit. Null for work on the property as a whole.', example: UNIT_ID })),
  resident_id: nullable(id({ description: 'ID of the resident the work order concerns.', example: RESIDENT_ID })),
  entry_permission: entryPermission('Whether the home may be entered when the resident is absent.'),
  ...details,
  completed_at: mostlyNull(
    instant({
      description: 'When the work order became COMPLETED. Null in every other status.',
      example: '2026-03-18T15:40:00.000Z',
    }),
  ),
  ...recordFields,
  external_id,
})

const onlyOne = { path: parameters({ id: idInput({ description: 'ID of the work order.', example: WORK_ORDER_ID }) }) }

export const listWorkOrders = operation({
  method: 'GET',
  path: '/work-orders',
  tag: 'Maintenance',
  summary: 'List work orders',
  description: 'Lists work orders, newest first: by created_at, then work_order_id, both descending.',
  scope: 'maintenance:read',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(WORK_ORDER_STATUS_FILTERS, {
          description: 'Returns only work orders in this status. ALL returns every work order, which is the default.',
          example: 'SCHEDULED',
        }),
      ),
      priority: Type.Optional(
        priority('Returns only work orders with this priority. MEDIUM means NORMAL, and URGENT means EMERGENCY.'),
      ),
      category: Type.Optional(category('Returns only work orders in this category.')),
      property_id: Type.Optional(
        idInput({ description: 'Returns only work orders for this property and its units.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(idInput({ description: 'Returns only work orders for this unit.', example: UNIT_ID })),
      external_id: Type.Optional(
        idInput({
          description: 'Returns only the work order with exactly this ID in another system: capitals and spaces count.',
          example: 'AF-10023',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of work orders.', schema: pageOf('WorkOrderList', WorkOrder) },
})

export const getWorkOrder = operation({
  method: 'GET',
  path: '/work-orders/{id}',
  tag: 'Maintenance',
  summary: 'Get a work order',
  description: 'Retrieves one work order.',
  scope: 'maintenance:read',
  parameters: onlyOne,
  success: { status: 200, description: 'The work order.', schema: WorkOrder },
  errors: ['not_found'],
})

export const createWorkOrder = operation({
  method: 'POST',
  path: '/work-orders',
  tag: 'Maintenance',
  summary: 'Create a work order',
  description:
    'Creates a work order and emits `ticket.created`. Give a title or a description, and a property or a unit. A unit must belong to the ' +
    'property. A resident must be on a lease of the unit or, if no unit is given, of the property; a canceled lease does not count. An external_id that another work order has is refused with 409.',
  scope: 'maintenance:write',
  body: parameters(
    {
      title: Type.Optional(
        text(200, {
          description:
            'A short summary of the problem, on one line. Defaults to the first 80 characters of the description.',
          example: 'Kitchen faucet leaks',
          minLength: 1,
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'ID of the property. Defaults to the property of the unit.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(nullable(idInput({ description: 'ID of the unit.', example: UNIT_ID }))),
      resident_id: Type.Optional(nullable(idInput({ description: 'ID of the resident.', example: RESIDENT_ID }))),
      status: Type.Optional(status('Status of the work. Defaults to NEW.')),
      priority: Type.Optional(
        priority('How urgent the work is. MEDIUM means NORMAL, and URGENT means EMERGENCY. Defaults to NORMAL.'),
      ),
      category: Type.Optional(category('Category of the work. Defaults to OTHER.')),
      source: Type.Optional(
        oneOf(WORK_ORDER_SOURCES, { description: 'Where the work order came from. Defaults to API.', example: 'API' }),
      ),
      entry_permission: Type.Optional(
        entryPermission('Whether the home may be entered when the resident is absent. Defaults to CALL_FIRST.'),
      ),
      ...optionalDetails,
    },
    [
      ['title', 'description'],
      ['property_id', 'unit_id'],
    ],
  ),
  success: { status: 201, description: 'The work order.', schema: WorkOrder },
  errors: ['conflict'],
  idempotent: true,
})

export const updateWorkOrder = operation({
  method: 'PATCH',
  path: '/work-orders/{id}',
  tag: 'Maintenance',
  summary: 'Update a work order',
  description:
    'Changes the given fields; null clears a field. The property, unit, resident, number and source cannot be changed. An open work order ' +
    'moves freely between SCHEDULED, IN_PROGRESS and ON_HOLD, and can be completed or canceled. A SCHEDULED work order can also go back to ' +
    'NEW. A COMPLETED work order can only go back to IN_PROGRESS, and a CANCELLED work order to NEW. Any other change of status returns 409, and so does an external_id that another work order has.',
  scope: 'maintenance:write',
  parameters: onlyOne,
  body: parameters({
    title: Type.Optional(title),
    status: Type.Optional(status('The new status.')),
    priority: Type.Optional(priority('How urgent the work is. MEDIUM means NORMAL, and URGENT means EMERGENCY.')),
    category: Type.Optional(category('Category of the work.')),
    entry_permission: Type.Optional(entryPermission('Whether the home may be entered when the resident is absent.')),
    ...optionalDetails,
  }),
  success: { status: 200, description: 'The updated work order.', schema: WorkOrder },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})
