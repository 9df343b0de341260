/** All residents of an organization: current, past and future ones, and those who are on no lease yet. */
import Type from 'typebox'
import { KNOWN_STATUSES, ResidentDetail, SMS_OPT_INS } from '../v1/residents.ts'
import { idInput, oneOf, pageOf, pageParameters, parameters, recordFields } from '../values.ts'
import { contactFields } from './contact-fields.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const NewResident = parameters({
  ...contactFields,
  sms_opt_in: Type.Optional(
    oneOf(SMS_OPT_INS, {
      description: 'Whether the resident agreed to receive text messages. Defaults to NOT_SET.',
      example: 'OPTED_IN',
    }),
  ),
  external_id: Type.Optional(recordFields.external_id),
})

export const listAllResidents = organizationOperation({
  tag: 'Residents',
  method: 'GET',
  path: '/all-residents',
  summary: 'List all residents',
  description:
    'Lists every resident once, including those who moved out or are on no lease, with the lease that is most relevant today. Ordered by last name, first name (both by code point), then resident_id.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf([...KNOWN_STATUSES, 'NONE'], {
          description: 'Returns only residents in this status; NONE for those on no signed lease.',
          example: 'CURRENT',
        }),
      ),
      property_id: Type.Optional(
        idInput({
          description: 'Returns only residents whose most relevant lease is of this property.',
          example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c',
        }),
      ),
      search: Type.Optional(searchText('the name, the e-mail address or the phone number')),
      sort: sortBy(['last_name', 'status', 'property_name', 'email', 'phone', 'sms_opt_in']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of residents.', schema: pageOf('AllResidentList', ResidentDetail) },
})

export const createResident = organizationOperation({
  tag: 'Residents',
  method: 'POST',
  idempotent: true,
  path: '/residents',
  summary: 'Create a resident',
  description: 'Creates a resident who is not on a lease yet.',
  role: 'ADMIN',
  body: NewResident,
  success: { status: 201, description: 'The resident.', schema: ResidentDetail },
  errors: ['conflict'],
})

export const updateResident = organizationOperation({
  tag: 'Residents',
  method: 'PATCH',
  idempotent: true,
  path: '/residents/{id}',
  summary: 'Update a resident',
  description: 'Changes the fields that are given; null clears a field.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }) }),
  },
  body: Type.Partial(NewResident, { additionalProperties: false }),
  success: { status: 200, description: 'The resident.', schema: ResidentDetail },
  errors: ['not_found', 'conflict'],
})
