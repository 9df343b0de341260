/** Leads: prospective residents, from their first inquiry until they lease or are lost. */
import Type from 'typebox'
import { LEAD_STATUS_FILTERS, LEAD_STATUSES, Lead } from '../v1/leads.ts'
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
  text,
  updatedSince,
} from '../values.ts'
import { contactFields } from './contact-fields.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const status = (description: string) => oneOf(LEAD_STATUSES, { description, example: 'TOURED' })

const LeadDetail = resource('LeadDetail', 'A lead, with the statuses it can move to.', {
  ...Lead.properties,
  property_name: nullable(text(200, { description: 'The name of the property of interest.', example: 'Maple Court' })),
  unit_label: nullable(text(100, { description: 'The label of the unit of interest.', example: '204' })),
  lease_id: nullable(
    id({
      description:
        'The lease that was created for the lead: the last one that is not canceled, or else the last one. Null if there is none.',
      example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd',
    }),
  ),
  next_statuses: listOf(status('A status.'), LEAD_STATUSES.length, 'The statuses it can move to now.'),
})

/** If a unit is given without a property, the lead gets the property of the unit. */
const NewLead = parameters({
  ...contactFields,
  source: text(100, { description: 'How the lead found the property.', example: 'Website', minLength: 1 }),
  property_id: Type.Optional(nullable(idInput({ description: 'The property of interest.', example: PROPERTY_ID }))),
  unit_id: Type.Optional(
    nullable(idInput({ description: 'The unit of interest.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' })),
  ),
  desired_move_in: Type.Optional(nullable(date({ description: 'Desired move-in date.', example: '2026-05-01' }))),
  bedrooms_wanted: Type.Optional(nullable(integer(0, 50, { description: 'Number of bedrooms wanted.', example: 2 }))),
  max_rent_cents: Type.Optional(
    nullable(cents({ description: 'Maximum rent per month, in cents.', example: 150_000 })),
  ),
  notes: Type.Optional(nullable(text(5000, { description: 'Notes.', example: 'Has a cat.', minLength: 1 }))),
  external_id: Type.Optional(recordFields.external_id),
})

const onlyOne = {
  path: parameters({ lead_id: idInput({ description: 'The lead.', example: 'lead_01kh3zr6q5c8n2v7x4m9b1f6ta' }) }),
}
const answered = { status: 200, description: 'The lead.', schema: LeadDetail } as const

export const listLeads = organizationOperation({
  tag: 'Leads',
  method: 'GET',
  path: '/leads',
  summary: 'List leads',
  description: 'Lists leads, newest first: by created_at, then lead_id, both descending.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(LEAD_STATUS_FILTERS, { description: 'Returns only leads in this status.', example: 'TOURED' }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only leads for this property.', example: PROPERTY_ID }),
      ),
      search: Type.Optional(searchText('the name, the e-mail address or the phone number')),
      updated_since: updatedSince,
      sort: sortBy([
        'last_name',
        'status',
        'property_name',
        'desired_move_in',
        'max_rent_cents',
        'source',
        'created_at',
      ]),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of leads.', schema: pageOf('LeadList', LeadDetail) },
})

export const getLead = organizationOperation({
  tag: 'Leads',
  method: 'GET',
  path: '/leads/{lead_id}',
  summary: 'Get a lead',
  description: 'Returns one lead.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: answered,
  errors: ['not_found'],
})

export const createLead = organizationOperation({
  tag: 'Leads',
  method: 'POST',
  idempotent: true,
  path: '/leads',
  summary: 'Create a lead',
  description: 'Creates a lead and emits `lead.created`.',
  role: 'ADMIN',
  body: NewLead,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const updateLead = organizationOperation({
  tag: 'Leads',
  method: 'PATCH',
  idempotent: true,
  path: '/leads/{lead_id}',
  summary: 'Update a lead',
  description: 'Changes the fields that are given; null clears a field.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: Type.Partial(NewLead, { additionalProperties: false }),
  success: answered,
  errors: ['not_found', 'conflict'],
})

export const advanceLead = organizationOperation({
  tag: 'Leads',
  method: 'POST',
  idempotent: true,
  path: '/leads/{lead_id}/advance',
  summary: 'Change the status of a lead',
  description: 'Changes the status to one of next_statuses.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: parameters({ status: status('The new status.') }),
  success: answered,
  errors: ['not_found', 'conflict'],
})
