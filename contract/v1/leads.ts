/** Leads: prospective residents. Subscribers of `lead.created` receive them. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  id,
  idInput,
  integer,
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

export const LEAD_STATUSES = ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'] as const
export const LEAD_STATUS_FILTERS = withAll(LEAD_STATUSES)

const LEAD_ID = 'lead_01kh3zr6q5c8n2v7x4m9b1f6ta'

export const Lead = resource('Lead', 'A prospective resident.', {
  lead_id: id({ description: 'ID of the lead.', example: LEAD_ID }),
  first_name: text(100, { description: 'First name of the person.', example: 'Dana' }),
  last_name: text(100, { description: 'Last name of the person.', example: 'Whitfield' }),
  email: nullable(text(254, { description: 'E-mail address of the person.', example: 'dana@example.com' })),
  phone: nullable(text(40, { description: 'Phone number of the person.', example: '+16145550134' })),
  source: text(100, { description: 'Where the lead came from, such as a website or a referral.', example: 'Website' }),
  status: oneOf(LEAD_STATUSES, { description: 'Status of the lead.', example: 'NEW' }),
  property_id: nullable(
    id({ description: 'ID of the property the lead is interested in.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  ),
  unit_id: nullable(
    id({ description: 'ID of the unit the lead is interested in.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  ),
  desired_move_in: nullable(date({ description: 'Desired move-in date.', example: '2026-05-01' })),
  bedrooms_wanted: nullable(integer(0, 50, { description: 'Number of bedrooms the lead is looking for.', example: 2 })),
  max_rent_cents: nullable(
    cents({ description: 'Highest monthly rent the lead is looking for, in cents.', example: 150_000 }),
  ),
  notes: nullable(text(5000, { description: 'Additional notes.', example: 'Has a cat.' })),
  ...recordFields,
})

export const listLeads = operation({
  method: 'GET',
  path: '/leads',
  tag: 'Portfolio',
  summary: 'List leads',
  description: 'Lists leads, newest first: by created_at, then lead_id, both descending.',
  scope: 'properties:read',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(LEAD_STATUS_FILTERS, {
          description: 'Returns only leads with this status. ALL returns every lead, which is the default.',
          example: 'NEW',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only leads for this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of leads.', schema: pageOf('LeadList', Lead) },
})

export const getLead = operation({
  method: 'GET',
  path: '/leads/{id}',
  tag: 'Portfolio',
  summary: 'Get a lead',
  description: 'Retrieves one lead, whatever its status.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the lead.', example: LEAD_ID }) }),
  },
  success: { status: 200, description: 'The lead.', schema: Lead },
  errors: ['not_found'],
})
