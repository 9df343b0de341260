/** Leases: listing them, opening one with its terms, charges and money, and creating one. */
import Type from 'typebox'
import { LEASE_STATUS_FILTERS, Lease, LeaseResident, RESIDENT_ROLES, TERM_TYPES } from '../v1/leases.ts'
import {
  cents,
  date,
  id,
  idInput,
  integer,
  listOf,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  sumOfCents,
  text,
} from '../values.ts'
import { chargeAmount, chargeEnd, chargeFields, termFields } from './lease-fields.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const LEAD_ID = 'lead_01kh3zr6q5c8n2v7x4m9b1f6ta'

/** Each step that changes a lease has an endpoint of its own. */
export const LEASE_STEPS = [
  'EDIT',
  'SEND',
  'SIGN',
  'CANCEL',
  'RESCHEDULE',
  'MOVE_IN',
  'CHANGE_CHARGES',
  'ADD_RESIDENT',
  'CHANGE_RESIDENT',
  'RENEW',
  'CANCEL_RENEWAL',
  'RECORD_NOTICE',
  'CANCEL_NOTICE',
  'RECORD_EVICTION',
  'CANCEL_EVICTION',
  'END',
  'RETURN_DEPOSIT',
  'VOID_DEPOSIT_RETURN',
  'WITHHOLD_DEPOSIT',
  'WAIVE_DEPOSIT',
] as const

const day = (description: string, example: string) => date({ description, example })
const { lease_id, property_id, unit_id, unit_label, status, start_date, end_date, move_in_date, move_out_date } =
  Lease.properties
const { term_type, notice_given_on, eviction_filed_on, rent_cents, balance_cents } = Lease.properties
const resident_name = nullable(text(201, { description: 'The primary resident.', example: 'Dana Whitfield' }))
const property_name = text(200, { description: 'The property’s name.', example: 'Maple Court' })

export const LeaseSummary = resource('LeaseSummary', 'The main facts of a lease.', {
  lease_id,
  status,
  resident_name,
  start_date,
  end_date,
  move_in_date,
  move_out_date,
  notice_given_on,
  eviction_filed_on,
  rent_cents,
  balance_cents,
})

const LeaseListItem = resource('LeaseListItem', 'A lease in a list.', {
  ...LeaseSummary.properties,
  property_id,
  property_name,
  unit_id,
  unit_label,
  term_type,
  external_id: Lease.properties.external_id,
  created_at: Lease.properties.created_at,
  updated_at: Lease.properties.updated_at,
})

const LeaseTerm = resource('LeaseTerm', 'A term of a lease.', {
  starts_on: day('The first day of the term.', '2025-09-01'),
  end_date: nullable(day('The last day of the term; null if it has no end.', '2026-08-31')),
  term_type: oneOf(TERM_TYPES, { description: 'Whether it has an agreed end.', example: 'FIXED' }),
  agreed_on: nullable(day('The day the renewal was agreed on; null for the first term.', '2026-06-15')),
})

const { is_primary: _, ...residentFields } = LeaseResident.properties

const FormerLeaseResident = resource('FormerLeaseResident', 'A resident who has left a lease before it ended.', {
  ...residentFields,
  role: oneOf(RESIDENT_ROLES, { description: 'The role of the resident on their last day.', example: 'CO_TENANT' }),
  to: day('The resident’s last day on the lease.', '2026-02-28'),
})

export const LeaseDetail = resource('LeaseDetail', 'A lease with its terms, its money and the steps it allows.', {
  ...Lease.properties,
  property_name,
  former_residents: listOf(FormerLeaseResident, 1_000, 'The residents who have left the lease, the last one first.'),
  terms: listOf(LeaseTerm, 10_000, 'All terms (past, current and upcoming), earliest first.'),
  security_deposit_cents: nullable(
    cents({
      description:
        'The security deposit that the lease requires, in cents; null if none. It is billed when the lease is signed.',
      example: 142_500,
    }),
  ),
  past_due_cents: sumOfCents({
    description: 'Amount that was due before today and is not paid, in cents.',
    example: 0,
  }),
  credit_cents: sumOfCents({
    description: 'Amount that was paid and is not applied to an invoice today, in cents.',
    example: 0,
  }),
  credit_used_later_cents: sumOfCents({
    description: 'The part of that credit that is applied to an invoice or refunded on a later day, in cents.',
    example: 0,
  }),
  open_charges_cents: sumOfCents({
    description: 'The open amount of its invoices, except those of deposits, in cents, also of those of later days.',
    example: 0,
  }),
  owed_charges_cents: sumOfCents({
    description:
      'The part of it that is owed by today, in cents: the most that can be withheld of the deposit today without deductions.',
    example: 0,
  }),
  deposit_returned_cents: sumOfCents({
    description: 'What was returned of security deposits, in cents, except returns that were voided.',
    example: 0,
  }),
  open_deposit_cents: sumOfCents({
    description: 'What is charged for security deposits and has not been paid, in cents.',
    example: 0,
  }),
  lead_id: nullable(id({ description: 'The lead for whom the lease was created; null if none.', example: LEAD_ID })),
  unit_in_service_to: nullable(
    date({
      description:
        'The last day on which its unit is in service; null if none is known. After it, the unit is on no rent roll.',
      example: '2026-08-31',
    }),
  ),
  allowed_steps: listOf(
    oneOf(LEASE_STEPS, { description: 'A step.', example: 'RECORD_NOTICE' }),
    LEASE_STEPS.length,
    'The steps that can be taken now. A step may still be refused because of its input.',
  ),
})

const draftFields = {
  start_date: date({ description: 'The first day of the lease.', example: '2025-09-01' }),
  ...termFields,
  move_in_date: Type.Optional(nullable(date({ description: 'The planned move-in date.', example: '2025-09-01' }))),
  rent_due_day: Type.Optional(
    integer(1, 31, { description: 'The day of the month on which rent is due. Defaults to 1.', example: 1 }),
  ),
  residents: listOf(
    parameters({
      resident_id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
      role: oneOf(RESIDENT_ROLES, { description: 'The role of the resident on the lease.', example: 'PRIMARY' }),
    }),
    100,
    'The residents on the lease, exactly one of them PRIMARY.',
  ),
  charges: Type.Optional(
    listOf(
      parameters({
        ...chargeFields,
        amount_cents: chargeAmount,
        from: Type.Optional(
          date({
            description: 'The first day it is in force. Defaults to the start date of the lease.',
            example: '2025-09-01',
          }),
        ),
        to: chargeEnd,
      }),
      100,
      'Recurring charges.',
    ),
  ),
  security_deposit_cents: Type.Optional(
    nullable(
      cents({
        description: 'The security deposit, in cents, billed when the lease is signed. Defaults to none.',
        example: 142_500,
        minimum: 1,
      }),
    ),
  ),
  external_id: Type.Optional(recordFields.external_id),
}

const NewLease = parameters({
  unit_id: idInput({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  property_id: Type.Optional(
    idInput({ description: 'The property of the unit.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  ),
  lead_id: Type.Optional(
    idInput({
      description:
        'The lead for whom the lease is created. Its status becomes APPLIED, and LEASED when the lease is signed, unless it cannot follow the present one.',
      example: LEAD_ID,
    }),
  ),
  ...draftFields,
})

/** A whole draft except its unit; a field that is left out has the default of a new lease. */
export const LeaseDraft = parameters(draftFields)

export const onlyOneLease = {
  path: parameters({ lease_id: idInput({ description: 'The lease.', example: LEASE_ID }) }),
}

export const listLeases = organizationOperation({
  tag: 'Leases',
  method: 'GET',
  path: '/leases',
  summary: 'List leases',
  description: 'Lists leases in every status, latest start date first, then lease_id descending.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(LEASE_STATUS_FILTERS, { description: 'Returns only leases with this status today.', example: 'ACTIVE' }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only leases of this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Returns only leases of this unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
      ),
      resident_id: Type.Optional(
        idInput({ description: 'Returns only leases this resident is on.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
      ),
      ends_by: Type.Optional(
        date({
          description: 'Returns only active leases whose stay or term ends from today until this day.',
          example: '2026-05-14',
        }),
      ),
      moves_out_by: Type.Optional(
        date({
          description: 'Returns only active leases whose residents move out from today until this day.',
          example: '2026-03-29',
        }),
      ),
      starts_by: Type.Optional(
        date({ description: 'Returns only FUTURE leases that start by this day.', example: '2026-03-29' }),
      ),
      search: Type.Optional(searchText('the name of a resident, the unit’s label or the property’s name')),
      sort: sortBy([
        'resident_name',
        'property_name',
        'status',
        'start_date',
        'end_date',
        'move_out_date',
        'rent_cents',
        'balance_cents',
      ]),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of leases.', schema: pageOf('LeaseList', LeaseListItem) },
})

export const getLease = organizationOperation({
  tag: 'Leases',
  method: 'GET',
  path: '/leases/{lease_id}',
  summary: 'Get a lease',
  description: 'Returns one lease with its terms, charges, residents and money, and the steps that can be taken now.',
  role: 'VIEWER',
  parameters: onlyOneLease,
  success: { status: 200, description: 'The lease.', schema: LeaseDetail },
  errors: ['not_found'],
})

export const createLease = organizationOperation({
  tag: 'Leases',
  method: 'POST',
  idempotent: true,
  path: '/leases',
  summary: 'Create a lease',
  description: 'Creates a draft. The unit can still be leased to others until a lease is signed.',
  role: 'ADMIN',
  body: NewLease,
  success: { status: 201, description: 'The lease.', schema: LeaseDetail },
  errors: ['conflict'],
})
