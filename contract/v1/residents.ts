/** Residents: the list of those on leases that are active today (specification §4), and any single resident, including former and future ones. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  date,
  id,
  idInput,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  signedSumOfCents,
  text,
  updatedSince,
} from '../values.ts'
import { RESIDENT_ROLES } from './leases.ts'

export const RESIDENT_STATUSES = ['CURRENT', 'NOTICE', 'EVICT'] as const
/** The statuses of a resident who is looked up by ID and need not live here today. */
export const KNOWN_STATUSES = [...RESIDENT_STATUSES, 'FUTURE', 'PAST'] as const
export const SMS_OPT_INS = ['NOT_SET', 'OPTED_IN', 'OPTED_OUT'] as const

export const Resident = resource('Resident', 'A resident on a lease that is active today.', {
  resident_id: id({ description: 'ID of the resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
  first_name: text(100, { description: 'First name of the person.', example: 'Dana' }),
  last_name: text(100, { description: 'Last name of the person.', example: 'Whitfield' }),
  email: nullable(text(254, { description: 'E-mail address of the person.', example: 'dana@example.com' })),
  phone: nullable(text(40, { description: 'Phone number of the person.', example: '+16145550134' })),
  role: oneOf(RESIDENT_ROLES, { description: 'The resident’s role on the lease.', example: 'PRIMARY' }),
  status: oneOf(RESIDENT_STATUSES, {
    description:
      'Status of the resident: EVICT once an eviction is filed, NOTICE once notice to vacate is given, CURRENT otherwise.',
    example: 'CURRENT',
  }),
  property_id: id({ description: 'ID of the property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  property_name: text(200, { description: 'Name of the property.', example: 'Maple Court' }),
  unit_id: id({ description: 'ID of the unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  unit_label: text(100, { description: 'Label of the unit.', example: '204' }),
  lease_id: id({ description: 'ID of the lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  move_in_date: nullable(
    date({
      description: 'Move-in date, or the first day on the lease of a resident who joined it later.',
      example: '2025-09-01',
    }),
  ),
  move_out_date: mostlyNull(
    date({
      description:
        'Scheduled move-out date: the last day of the occupancy, or the resident’s own last day if that is earlier.',
      example: '2026-08-31',
    }),
  ),
  lease_balance_cents: nullable(
    signedSumOfCents({
      description: 'Balance of the lease, in cents. Negative when prepaid; null for a key without accounting:read.',
      example: 0,
    }),
  ),
  sms_opt_in: oneOf(SMS_OPT_INS, {
    description: 'Whether the resident has agreed to receive text messages.',
    example: 'OPTED_IN',
  }),
  ...recordFields,
})

const { role, property_id, property_name, unit_id, unit_label, lease_id } = Resident.properties

export const ResidentDetail = resource('ResidentDetail', 'A resident, with the lease that is most relevant today.', {
  ...Resident.properties,
  role: nullable(role),
  status: nullable(
    oneOf(KNOWN_STATUSES, {
      description:
        'Status of the resident: CURRENT, NOTICE or EVICT on a lease that is active today, FUTURE on a lease that has not begun or that they join later, PAST on a lease that has ended or that they have left. Null without a signed lease.',
      example: 'CURRENT',
    }),
  ),
  property_id: nullable(property_id),
  property_name: nullable(property_name),
  unit_id: nullable(unit_id),
  unit_label: nullable(unit_label),
  lease_id: nullable(lease_id),
  move_out_date: mostlyNull(
    date({ description: 'Move-out date: scheduled while in the future, actual afterward.', example: '2026-08-31' }),
  ),
})

export const listResidents = operation({
  method: 'GET',
  path: '/residents',
  tag: 'Portfolio',
  summary: 'List current residents',
  description:
    'Lists the residents of leases that are active today, ordered by last name, first name (both by code point), then resident_id and ' +
    'lease_id. Give property_id, unit_id or both; with both, only residents who match both are returned. An unknown ID returns an empty list.',
  scope: 'properties:read',
  parameters: {
    query: parameters({
      property_id: Type.Optional(
        idInput({
          description: 'Returns only residents of this property.',
          example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c',
        }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Returns only residents of this unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of residents.', schema: pageOf('ResidentList', Resident) },
})

export const getResident = operation({
  method: 'GET',
  path: '/residents/{id}',
  tag: 'Portfolio',
  summary: 'Get a resident',
  description:
    'Retrieves one resident with the fields that the list shows. Unlike the list, it also returns past and future residents, so that the ' +
    'resident_id of an older payment or work order can be looked up. If the resident is on several signed leases, the reply shows the active ' +
    'lease that began last; without an active lease, the next lease to begin, or else the last one that began. If the resident is on no ' +
    'signed lease, the status and all lease fields are null. `GET /leases` with `resident_id` lists every lease of the resident.',
  scope: 'properties:read',
  parameters: {
    path: parameters({
      id: idInput({ description: 'ID of the resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
    }),
  },
  success: { status: 200, description: 'The resident.', schema: ResidentDetail },
  errors: ['not_found'],
})
