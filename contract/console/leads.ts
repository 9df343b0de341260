/** Leads, as the back office takes them down and moves them along. */
import { LeadAdvance, LeadChanges, LeadQuery, NewLead } from '../back-office/leads.ts'
import { LEAD_STATUSES, Lead } from '../v1/leads.ts'
import { idInput, listOf, noParameters, nullable, oneOf, pageOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Leads', idempotent: false } as const

export const LeadDetail = resource('LeadDetail', 'A lead, with what may become of it.', {
  ...Lead.properties,
  property_name: nullable(text(200, { description: 'The name of the property of interest.', example: 'Maple Court' })),
  unit_label: nullable(text(100, { description: 'The label of the unit of interest.', example: '204' })),
  next_statuses: listOf(
    oneOf(LEAD_STATUSES, { description: 'A status.', example: 'TOURED' }),
    LEAD_STATUSES.length,
    'What it can become now.',
  ),
})

const onlyOne = {
  path: parameters({ lead_id: idInput({ description: 'The lead.', example: 'lead_01kh3zr6q5c8n2v7x4m9b1f6ta' }) }),
}
const answered = { status: 200, description: 'The lead.', schema: LeadDetail } as const

export const listLeads = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/leads',
  summary: 'List leads',
  description: 'Lists leads, the newest first: by created_at, then lead_id, both descending.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: LeadQuery,
  },
  success: { status: 200, description: 'A page of leads.', schema: pageOf('LeadList', LeadDetail) },
  errors: [],
})

export const getLead = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/leads/{lead_id}',
  summary: 'Get a lead',
  description: 'Returns one lead.',
  role: 'VIEWER',
  parameters: { ...onlyOne, query: noParameters },
  success: answered,
  errors: ['not_found'],
})

export const createLead = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/leads',
  summary: 'Create a lead',
  description: 'Takes somebody down who may come to rent, and emits `lead.created`.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewLead,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const updateLead = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/leads/{lead_id}',
  summary: 'Update a lead',
  description: 'Changes the fields that are given; null empties one.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  body: LeadChanges,
  success: answered,
  errors: ['not_found', 'conflict'],
})

export const advanceLead = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/leads/{lead_id}/advance',
  summary: 'Move a lead along',
  description: 'Gives it another status, one of its next_statuses.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  body: LeadAdvance,
  success: answered,
  errors: ['not_found', 'conflict'],
})
