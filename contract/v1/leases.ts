/** Leases: the list, and one lease with its residents, charges and balances. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  date,
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  signedCents,
  signedSumOfCents,
  sumOfCents,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const LEASE_STATUSES = ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED'] as const
export const LEASE_STATUS_FILTERS = withAll(LEASE_STATUSES)
export const RESIDENT_ROLES = ['PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR'] as const
export const TERM_TYPES = ['FIXED', 'MONTH_TO_MONTH'] as const
export const RECURRING_CHARGE_CODES = [
  'RENT',
  'PARKING',
  'PET',
  'UTILITY',
  'STORAGE',
  'LATE_FEE',
  'CONCESSION',
  'OTHER',
] as const

const RecurringCharge = resource('RecurringCharge', 'A charge that is billed every month.', {
  code: oneOf(RECURRING_CHARGE_CODES, {
    description: 'Type of the charge. A CONCESSION is negative.',
    example: 'RENT',
  }),
  description: text(200, { description: 'Description of the charge.', example: 'Rent' }),
  amount_cents: signedCents({ description: 'Monthly amount, in cents.', example: 142_500 }),
  from: date({ description: 'First day the charge is in force.', example: '2025-09-01' }),
  to: nullable(
    date({ description: 'Last day the charge is in force. Null while it has no end.', example: '2026-08-31' }),
  ),
})

export const LeaseResident = resource('LeaseResident', 'A resident on a lease.', {
  resident_id: id({ description: 'ID of the resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
  name: text(201, { description: 'First and last name of the resident.', example: 'Dana Whitfield' }),
  role: oneOf(RESIDENT_ROLES, { description: 'The resident’s role on the lease.', example: 'PRIMARY' }),
  is_primary: flag({
    description: 'Whether this is the primary resident. Every lease has exactly one.',
    example: true,
  }),
  from: mostlyNull(
    date({
      description: 'The resident’s first day on the lease. Null if that is the first day of the lease.',
      example: '2026-02-01',
    }),
  ),
  to: mostlyNull(
    date({
      description: 'The resident’s last day on the lease. Null if they stay until the lease ends.',
      example: '2026-06-30',
    }),
  ),
})

export const Lease = resource('Lease', 'A lease of one unit, as of today.', {
  lease_id: id({ description: 'ID of the lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  property_id: id({ description: 'ID of the unit’s property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  unit_id: id({ description: 'ID of the leased unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  unit_label: text(100, { description: 'Label of the unit.', example: '204' }),
  status: oneOf(LEASE_STATUSES, {
    description:
      'Status of the lease today. A signed lease is FUTURE before start_date, ENDED after move_out_date, and ACTIVE otherwise. It stays FUTURE after start_date while an earlier lease still occupies the unit.',
    example: 'ACTIVE',
  }),
  term_type: oneOf(TERM_TYPES, { description: 'Whether the current term has an agreed end.', example: 'FIXED' }),
  start_date: date({ description: 'First day of the lease.', example: '2025-09-01' }),
  end_date: nullable(
    date({
      description:
        'Last day of the current term. The end of the term does not end the occupancy: a holdover resident stays, and a renewal sets a later day once it begins.',
      example: '2026-08-31',
    }),
  ),
  move_in_date: nullable(date({ description: 'Actual or planned move-in date.', example: '2025-09-01' })),
  move_out_date: mostlyNull(
    date({
      description: 'Last day of the occupancy: scheduled while in the future, actual afterward.',
      example: '2026-08-31',
    }),
  ),
  notice_given_on: mostlyNull(
    date({
      description: 'The day notice to vacate was given. Null if there is no notice or it was canceled.',
      example: '2026-06-15',
    }),
  ),
  eviction_filed_on: mostlyNull(
    date({
      description: 'The day an eviction was filed. Null if there is none or it was canceled.',
      example: '2026-06-20',
    }),
  ),
  signed_at: nullable(
    instant({ description: 'When the lease was signed by its last party.', example: '2025-08-12T18:03:00.000Z' }),
  ),
  rent_cents: sumOfCents({
    description: 'Current monthly rent, in cents. For a lease that has not begun, the monthly rent on its first day.',
    example: 142_500,
  }),
  recurring_charges: listOf(
    RecurringCharge,
    1000,
    'Every recurring charge of the lease (past, current and upcoming), oldest first.',
  ),
  deposit_held_cents: signedSumOfCents({
    description: 'Security deposit held for the lease, in cents.',
    example: 142_500,
  }),
  balance_cents: signedSumOfCents({
    description: 'Balance of the lease, in cents. Negative when prepaid.',
    example: 0,
  }),
  rent_due_day: integer(1, 31, {
    description: 'Day of the month on which rent is due. In shorter months, rent is due on the last day.',
    example: 1,
  }),
  residents: listOf(
    LeaseResident,
    1000,
    'The residents who have not left the lease, the primary resident first. Those of a lease that has ended are the residents of its last day.',
  ),
  ...recordFields,
})

/** A lease as every reader may see it; its balance is only for keys with accounting:read. */
export const LeaseRecord = resource('LeaseRecord', 'A lease of one unit, as of today.', {
  ...Lease.properties,
  deposit_held_cents: nullable({
    ...Lease.properties.deposit_held_cents,
    description: 'Security deposit held for the lease, in cents. Null for a key without accounting:read.',
  }),
  balance_cents: nullable({
    ...Lease.properties.balance_cents,
    description: 'Balance of the lease, in cents. Negative when prepaid; null for a key without accounting:read.',
  }),
})

export const listLeases = operation({
  method: 'GET',
  path: '/leases',
  tag: 'Portfolio',
  summary: 'List leases',
  description: 'Lists leases in any status, latest start_date first, then lease_id descending.',
  scope: 'properties:read',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(LEASE_STATUS_FILTERS, {
          description: 'Returns only leases with this status today. ALL returns every lease, which is the default.',
          example: 'ACTIVE',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only leases of this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Returns only leases of this unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
      ),
      resident_id: Type.Optional(
        idInput({
          description: 'Returns only leases that this resident is on, in any role.',
          example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of leases.', schema: pageOf('LeaseList', LeaseRecord) },
})

export const getLease = operation({
  method: 'GET',
  path: '/leases/{id}',
  tag: 'Portfolio',
  summary: 'Get a lease',
  description: 'Retrieves one lease with its residents, charges and balances as of today.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }) }),
  },
  success: { status: 200, description: 'The lease.', schema: LeaseRecord },
  errors: ['not_found'],
})
