/** Everyone an organization knows by name, whether they live here, did, will, or are on no lease yet. */
import Type from 'typebox'
import { NewResident, ResidentChanges } from '../back-office/residents.ts'
import { KNOWN_STATUSES, ResidentDetail } from '../v1/residents.ts'
import { idInput, noParameters, oneOf, pageOf, pageParameters, parameters } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const shared = { tag: 'Residents', idempotent: false } as const

export const listPeople = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/people',
  summary: 'List all people',
  description:
    'Lists everyone, also who has left or is on no lease, each once with the lease that says most of them today. Ordered by last name, first name (both by code point), then resident_id.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      status: Type.Optional(
        oneOf([...KNOWN_STATUSES, 'NONE'], {
          description: 'Only people in this status; NONE for those on no signed lease.',
          example: 'CURRENT',
        }),
      ),
      search: Type.Optional(searchText('the name, the e-mail address or the phone number')),
      sort: sortBy(['last_name', 'status', 'property_name', 'email', 'phone', 'sms_opt_in']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of people.', schema: pageOf('PeopleList', ResidentDetail) },
  errors: [],
})

export const createResident = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/residents',
  summary: 'Create a resident',
  description: 'Takes a person down, on no lease yet.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewResident,
  success: { status: 201, description: 'The resident.', schema: ResidentDetail },
  errors: ['conflict'],
})

export const updateResident = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/residents/{id}',
  summary: 'Update a resident',
  description: 'Changes the fields that are given; null empties one.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }) }),
    query: noParameters,
  },
  body: ResidentChanges,
  success: { status: 200, description: 'The resident.', schema: ResidentDetail },
  errors: ['not_found', 'conflict'],
})
