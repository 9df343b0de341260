/** Residents: the list of those on leases active today (specification §4), and one person whenever they lived here. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  id,
  idInput,
  MAX_CENTS,
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
import { RESIDENT_ROLES } from './leases.ts'

export const RESIDENT_STATUSES = ['CURRENT', 'NOTICE', 'EVICT'] as const
/** Of a person who is asked for by id, who need not live here today. */
export const KNOWN_STATUSES = [...RESIDENT_STATUSES, 'FUTURE', 'PAST'] as const
export const SMS_OPT_INS = ['NOT_SET', 'OPTED_IN', 'OPTED_OUT'] as const

export const Resident = resource('Resident', 'A person on a lease that is active today.', {
  resident_id: id({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
  first_name: text(100, { description: 'First name.', example: 'Dana' }),
  last_name: text(100, { description: 'Last name.', example: 'Whitfield' }),
  email: nullable(text(254, { description: 'E-mail address.', example: 'dana@example.com' })),
  phone: nullable(text(40, { description: 'Phone number.', example: '+16145550134' })),
  role: oneOf(RESIDENT_ROLES, { description: 'What the person is to the lease.', example: 'PRIMARY' }),
  status: oneOf(RESIDENT_STATUSES, {
    description: 'EVICT once an eviction is filed, NOTICE once notice is given.',
    example: 'CURRENT',
  }),
  property_id: id({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  unit_id: id({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
  lease_id: id({ description: 'The lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  move_in_date: nullable(date({ description: 'The day the residents moved in.', example: '2025-09-01' })),
  move_out_date: nullable(date({ description: 'The scheduled last day.', example: '2026-08-31' })),
  lease_balance_cents: cents({
    description: 'What the lease owes, in cents; negative when prepaid.',
    example: 0,
    minimum: -MAX_CENTS,
  }),
  sms_opt_in: oneOf(SMS_OPT_INS, { description: 'Whether the person agreed to text messages.', example: 'OPTED_IN' }),
  ...recordFields,
})

const { role, property_id, property_name, unit_id, unit_label, lease_id, lease_balance_cents } = Resident.properties

export const ResidentDetail = resource('ResidentDetail', 'A person, with the lease that says most of them today.', {
  ...Resident.properties,
  role: nullable(role),
  status: nullable(
    oneOf(KNOWN_STATUSES, {
      description:
        'CURRENT, NOTICE or EVICT on a lease that is active today, FUTURE on one that has yet to begin, PAST on one that has ended; null without one.',
      example: 'CURRENT',
    }),
  ),
  property_id: nullable(property_id),
  property_name: nullable(property_name),
  unit_id: nullable(unit_id),
  unit_label: nullable(unit_label),
  lease_id: nullable(lease_id),
  move_out_date: nullable(
    date({ description: 'The last day: scheduled while in the future, actual afterwards.', example: '2026-08-31' }),
  ),
  lease_balance_cents: nullable(lease_balance_cents),
})

export const listResidents = operation({
  method: 'GET',
  path: '/residents',
  tag: 'Portfolio',
  summary: 'List current residents',
  description:
    'Lists the residents of leases active today. At least one of property_id and unit_id is required; both together must both hold. ' +
    'Ordered by last name, first name (both by code point), then resident_id and lease_id. An unknown id gives an empty list.',
  scope: 'properties:read',
  parameters: {
    path: noParameters,
    query: parameters({
      property_id: Type.Optional(
        idInput({ description: 'Only residents of this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Only residents of this unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of residents.', schema: pageOf('ResidentList', Resident) },
  errors: [],
  idempotent: false,
})

export const getResident = operation({
  method: 'GET',
  path: '/residents/{id}',
  tag: 'Portfolio',
  summary: 'Get a resident',
  description:
    'Returns one person of the organization, as the list shows them while they are on a lease that is active today. Unlike the list it also ' +
    'knows who has left or has yet to come, so that the resident_id of an older payment or work order can be followed. Of several signed ' +
    'leases it shows the active one that began last; without an active one the next to begin, else the last to have begun. Who is on no ' +
    'signed lease has null for status and everything a lease would say.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The resident.', schema: ResidentDetail },
  errors: ['not_found'],
  idempotent: false,
})
