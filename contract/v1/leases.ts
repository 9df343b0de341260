/** A lease with its residents, charges and balances. */
import {
  cents,
  date,
  flag,
  id,
  instant,
  integer,
  listOf,
  MAX_CENTS,
  nullable,
  oneOf,
  recordFields,
  resource,
  text,
} from '../values.ts'

export const LEASE_STATUSES = ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED'] as const
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

const RecurringCharge = resource('RecurringCharge', 'What the lease charges every month.', {
  code: oneOf(RECURRING_CHARGE_CODES, {
    description: 'What the charge is for. A CONCESSION is negative.',
    example: 'RENT',
  }),
  description: text(200, { description: 'The charge in words.', example: 'Rent' }),
  amount_cents: cents({ description: 'Cents a month.', example: 142_500, minimum: -MAX_CENTS }),
  from: date({ description: 'The first day it is in force.', example: '2025-09-01' }),
  to: nullable(date({ description: 'The last day it is in force; null while it has no end.', example: '2026-08-31' })),
})

const LeaseResident = resource('LeaseResident', 'A person on a lease.', {
  resident_id: id({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
  name: text(201, { description: 'First and last name.', example: 'Dana Whitfield' }),
  role: oneOf(RESIDENT_ROLES, { description: 'What the person is to the lease.', example: 'PRIMARY' }),
  is_primary: flag({ description: 'Whether this is the lease’s main contact; exactly one is.', example: true }),
})

export const Lease = resource('Lease', 'A lease of one unit, as of today.', {
  lease_id: id({ description: 'The lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  property_id: id({ description: 'The property of the unit.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  unit_id: id({ description: 'The unit let.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
  status: oneOf(LEASE_STATUSES, {
    description:
      'The status today: a signed lease is FUTURE before start_date, ENDED after move_out_date, else ACTIVE. It stays FUTURE after start_date while an earlier lease still occupies the unit.',
    example: 'ACTIVE',
  }),
  term_type: oneOf(TERM_TYPES, { description: 'Whether the term in force today has an agreed end.', example: 'FIXED' }),
  start_date: date({ description: 'The first day of the lease.', example: '2025-09-01' }),
  end_date: nullable(
    date({
      description:
        'The last day of the term in force today. It never ends the occupancy: a holdover resident stays, and a renewal gives a later day once it begins.',
      example: '2026-08-31',
    }),
  ),
  move_in_date: nullable(date({ description: 'The day the residents moved in, or will.', example: '2025-09-01' })),
  move_out_date: nullable(
    date({
      description: 'The last day of the occupancy: scheduled while in the future, actual afterwards.',
      example: '2026-08-31',
    }),
  ),
  notice_given_on: nullable(
    date({ description: 'The day notice was given; null when none stands.', example: '2026-06-15' }),
  ),
  eviction_filed_on: nullable(
    date({ description: 'The day an eviction was filed; null when none stands.', example: '2026-06-20' }),
  ),
  signed_at: nullable(
    instant({ description: 'When the last signature was made.', example: '2025-08-12T18:03:00.000Z' }),
  ),
  rent_cents: cents({
    description: 'Rent a month in force today, in cents; of a lease yet to begin, that of its first day.',
    example: 142_500,
  }),
  recurring_charges: listOf(RecurringCharge, 1000, 'Every recurring charge, past and agreed, oldest first.'),
  deposit_held_cents: cents({
    description: 'Deposit held for the lease, in cents.',
    example: 142_500,
    minimum: -MAX_CENTS,
  }),
  balance_cents: cents({
    description: 'What the lease owes, in cents; negative when prepaid.',
    example: 0,
    minimum: -MAX_CENTS,
  }),
  rent_due_day: integer(1, 31, {
    description: 'The day of the month rent is due; the last day in shorter months.',
    example: 1,
  }),
  residents: listOf(LeaseResident, 1000, 'The people on the lease, the primary resident first.'),
  ...recordFields,
})
