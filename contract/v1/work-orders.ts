/** Work orders: maintenance from the first report to the bill. Source: specification §4; the fields are our choice. */
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
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
} from '../values.ts'

export const WORK_ORDER_STATUSES = ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'] as const
export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'EMERGENCY'] as const
/** What callers may write: other systems' words for NORMAL and EMERGENCY are understood. */
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
  description: 'What is wrong, in a few words.',
  example: 'Kitchen tap leaks',
  minLength: 1,
})
const status = (description: string) => oneOf(WORK_ORDER_STATUSES, { description, example: 'NEW' })
const priority = (description: string) => oneOf(PRIORITY_WORDS, { description, example: 'HIGH' })
const category = (description: string) => oneOf(WORK_ORDER_CATEGORIES, { description, example: 'PLUMBING' })
const entryPermission = (description: string) => oneOf(ENTRY_PERMISSIONS, { description, example: 'CALL_FIRST' })

/** Fields that may be unknown, in replies and requests alike. */
const details = {
  description: nullable(
    text(5_000, {
      description: 'The whole story.',
      example: 'Drips day and night; the cabinet below is wet.',
      minLength: 1,
    }),
  ),
  vendor_name: nullable(
    text(200, { description: 'Who does the work.', example: 'Reliable Plumbing LLC', minLength: 1 }),
  ),
  entry_notes: nullable(
    text(1_000, { description: 'What to know before entering.', example: 'Key at the office.', minLength: 1 }),
  ),
  has_pets: nullable(flag({ description: 'Whether there are pets in the home.', example: true })),
  due_date: nullable(date({ description: 'The day it should be done by.', example: '2026-03-20' })),
  scheduled_start: nullable(instant({ description: 'When work is to begin.', example: '2026-03-18T14:00:00.000Z' })),
  scheduled_end: nullable(
    instant({ description: 'When it is to end; not before it begins.', example: '2026-03-18T16:00:00.000Z' }),
  ),
  cost_cents: nullable(cents({ description: 'What it cost, in cents.', example: 18_500 })),
}

const optionalDetails = {
  description: Type.Optional(details.description),
  vendor_name: Type.Optional(details.vendor_name),
  entry_notes: Type.Optional(details.entry_notes),
  has_pets: Type.Optional(details.has_pets),
  due_date: Type.Optional(details.due_date),
  scheduled_start: Type.Optional(details.scheduled_start),
  scheduled_end: Type.Optional(details.scheduled_end),
  cost_cents: Type.Optional(details.cost_cents),
}

export const WorkOrder = resource('WorkOrder', 'A piece of maintenance work on a property or one of its units.', {
  work_order_id: id({ description: 'The work order.', example: WORK_ORDER_ID }),
  number: integer(1, 2_147_483_647, {
    description: 'Its number within the organization, from 1, without gaps.',
    example: 1042,
  }),
  title,
  status: status('Where the work stands.'),
  priority: oneOf(PRIORITIES, { description: 'How urgent it is.', example: 'HIGH' }),
  category: category('The kind of work.'),
  source: oneOf(WORK_ORDER_SOURCES, { description: 'Where it came from.', example: 'API' }),
  property_id: id({ description: 'The property.', example: PROPERTY_ID }),
  unit_id: nullable(id({ description: 'The unit; null for the property as a whole.', example: UNIT_ID })),
  resident_id: nullable(id({ description: 'The resident it concerns.', example: RESIDENT_ID })),
  entry_permission: entryPermission('Whether the home may be entered without the resident.'),
  ...details,
  completed_at: nullable(
    instant({
      description: 'When it became COMPLETED; null in every other status.',
      example: '2026-03-18T15:40:00.000Z',
    }),
  ),
  ...recordFields,
})

const onlyOne = { path: parameters({ id: idInput({ description: 'The work order.', example: WORK_ORDER_ID }) }) }

export const listWorkOrders = operation({
  method: 'GET',
  path: '/work-orders',
  tag: 'Maintenance',
  summary: 'List work orders',
  description: 'Lists work orders, the newest first: by created_at, then work_order_id, both descending.',
  scope: 'maintenance:read',
  parameters: {
    path: noParameters,
    query: parameters({
      status: Type.Optional(status('Only work orders in this status.')),
      priority: Type.Optional(priority('Only work orders this urgent; MEDIUM is NORMAL, URGENT is EMERGENCY.')),
      category: Type.Optional(category('Only work of this kind.')),
      property_id: Type.Optional(
        idInput({ description: 'Only work orders of this property and its units.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(idInput({ description: 'Only work orders of this unit.', example: UNIT_ID })),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of work orders.', schema: pageOf('WorkOrderList', WorkOrder) },
  errors: [],
  idempotent: false,
})

export const getWorkOrder = operation({
  method: 'GET',
  path: '/work-orders/{id}',
  tag: 'Maintenance',
  summary: 'Get a work order',
  description: 'Returns one work order.',
  scope: 'maintenance:read',
  parameters: { ...onlyOne, query: noParameters },
  success: { status: 200, description: 'The work order.', schema: WorkOrder },
  errors: ['not_found'],
  idempotent: false,
})

export const createWorkOrder = operation({
  method: 'POST',
  path: '/work-orders',
  tag: 'Maintenance',
  summary: 'Create a work order',
  description:
    'Creates a work order and emits `ticket.created`. It needs a title or a description, and a property or a unit. A unit must belong to ' +
    'the property, and a resident must be on a lease (current, past or to come) of the unit, or without a unit of the property.',
  scope: 'maintenance:write',
  parameters: { path: noParameters, query: noParameters },
  body: parameters(
    {
      title: Type.Optional(
        text(200, {
          description: 'What is wrong, in a few words; left out, it is the first 80 characters of the description.',
          example: 'Kitchen tap leaks',
          minLength: 1,
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'The property; left out, it is that of the unit.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(nullable(idInput({ description: 'The unit.', example: UNIT_ID }))),
      resident_id: Type.Optional(nullable(idInput({ description: 'The resident.', example: RESIDENT_ID }))),
      status: Type.Optional(status('Where the work stands; NEW.')),
      priority: Type.Optional(priority('How urgent it is; NORMAL. MEDIUM is NORMAL, URGENT is EMERGENCY.')),
      category: Type.Optional(category('The kind of work; OTHER.')),
      source: Type.Optional(oneOf(WORK_ORDER_SOURCES, { description: 'Where it came from; API.', example: 'API' })),
      entry_permission: Type.Optional(
        entryPermission('Whether the home may be entered without the resident; CALL_FIRST.'),
      ),
      ...optionalDetails,
    },
    [
      ['title', 'description'],
      ['property_id', 'unit_id'],
    ],
  ),
  success: { status: 201, description: 'The work order.', schema: WorkOrder },
  errors: [],
  idempotent: true,
})

export const updateWorkOrder = operation({
  method: 'PATCH',
  path: '/work-orders/{id}',
  tag: 'Maintenance',
  summary: 'Update a work order',
  description:
    'Changes the fields that are given; null empties one. Place, resident, number and source stay as they are. An open work order moves ' +
    'freely between SCHEDULED, IN_PROGRESS and ON_HOLD, and can be completed or cancelled; a COMPLETED one can only go back to IN_PROGRESS, ' +
    'a CANCELLED one to NEW. Other changes of status are 409.',
  scope: 'maintenance:write',
  parameters: { ...onlyOne, query: noParameters },
  body: parameters({
    title: Type.Optional(title),
    status: Type.Optional(status('The new status.')),
    priority: Type.Optional(priority('How urgent it is; MEDIUM is NORMAL, URGENT is EMERGENCY.')),
    category: Type.Optional(category('The kind of work.')),
    entry_permission: Type.Optional(entryPermission('Whether the home may be entered without the resident.')),
    ...optionalDetails,
  }),
  success: { status: 200, description: 'The work order as it is now.', schema: WorkOrder },
  errors: ['not_found', 'conflict'],
  idempotent: true,
})
