/** Leases, as the back office sees them: found, opened with all that was agreed, and drawn up. */
import Type from 'typebox'
import { NewLease } from '../back-office/leases.ts'
import { LEASE_STATUSES, Lease, TERM_TYPES } from '../v1/leases.ts'
import {
  cents,
  date,
  idInput,
  listOf,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const shared = { tag: 'Leases', idempotent: false } as const

/** What can happen to a lease; each has an endpoint of its own. */
export const LEASE_STEPS = [
  'EDIT',
  'SEND',
  'SIGN',
  'CANCEL',
  'RESCHEDULE',
  'MOVE_IN',
  'CHANGE_CHARGES',
  'RENEW',
  'GIVE_NOTICE',
  'WITHDRAW_NOTICE',
  'FILE_EVICTION',
  'WITHDRAW_EVICTION',
  'END',
  'RETURN_DEPOSIT',
  'WITHHOLD_DEPOSIT',
] as const

const day = (description: string, example: string) => date({ description, example })
const { lease_id, property_id, unit_id, unit_label, status, start_date, end_date, move_in_date, move_out_date } =
  Lease.properties
const { term_type, notice_given_on, eviction_filed_on, rent_cents, balance_cents } = Lease.properties
const resident_name = nullable(text(201, { description: 'Its primary resident.', example: 'Dana Whitfield' }))
const property_name = text(200, { description: 'The property’s name.', example: 'Maple Court' })

export const LeaseSummary = resource('LeaseSummary', 'A lease in short.', {
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
  starts_on: day('Its first day.', '2025-09-01'),
  end_date: nullable(day('Its last day; null where it has no end.', '2026-08-31')),
  term_type: oneOf(TERM_TYPES, { description: 'Whether it has an agreed end.', example: 'FIXED' }),
  agreed_on: nullable(day('The day a renewal was agreed; null of the first term.', '2026-06-15')),
})

export const LeaseDetail = resource('LeaseDetail', 'A lease with all that was agreed, and what can be done to it.', {
  ...Lease.properties,
  property_name,
  terms: listOf(LeaseTerm, 10_000, 'Its terms, past, present and agreed, the first foremost.'),
  deposit_asked_cents: nullable(
    cents({
      description: 'The deposit that was agreed with its draft, in cents; null where none was. An invoice charges it.',
      example: 142_500,
    }),
  ),
  past_due_cents: cents({ description: 'What was due before today and is not paid, in cents.', example: 0 }),
  credit_cents: cents({ description: 'What was paid and settles no invoice yet, in cents.', example: 0 }),
  allowed_steps: listOf(
    oneOf(LEASE_STEPS, { description: 'A step.', example: 'GIVE_NOTICE' }),
    LEASE_STEPS.length,
    'What can be done to it now. A step may still be refused for what is given with it.',
  ),
})

export const onlyOneLease = {
  path: parameters({ lease_id: idInput({ description: 'The lease.', example: LEASE_ID }) }),
}

export const listLeases = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/leases',
  summary: 'List leases',
  description: 'Lists leases in whatever status, the latest start first, then lease_id descending.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      status: Type.Optional(
        oneOf(LEASE_STATUSES, { description: 'Only leases that show this status today.', example: 'ACTIVE' }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Only leases of this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Only leases of this unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
      ),
      resident_id: Type.Optional(
        idInput({ description: 'Only leases this person is on.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
      ),
      search: Type.Optional(searchText('the name of someone on it, the unit’s label or the property’s name')),
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
  errors: [],
})

export const getLease = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/leases/{lease_id}',
  summary: 'Get a lease',
  description: 'Returns one lease with its terms, charges, residents and money, and what can be done to it now.',
  role: 'VIEWER',
  parameters: { ...onlyOneLease, query: noParameters },
  success: { status: 200, description: 'The lease.', schema: LeaseDetail },
  errors: ['not_found'],
})

export const createLease = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/leases',
  summary: 'Draw a lease up',
  description: 'Makes a draft: it keeps nothing from anybody until it is signed.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewLease,
  success: { status: 201, description: 'The lease.', schema: LeaseDetail },
  errors: ['conflict'],
})
