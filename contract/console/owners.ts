/** Owners of properties. */
import Type from 'typebox'
import { Owner } from '../v1/owners.ts'
import { idInput, pageOf, pageParameters, parameters, recordFields, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const OWNER_ID = 'own_01kh3zr6nvb4k8q2r7c9e1d5wm'

const NewOwner = parameters({
  name: text(200, {
    description: 'The owner’s name; no two owners have the same name.',
    example: 'Whitfield Holdings LLC',
    minLength: 1,
  }),
  external_id: Type.Optional(recordFields.external_id),
})

const onlyOne = {
  path: parameters({ owner_id: idInput({ description: 'The owner.', example: OWNER_ID }) }),
}

export const listOwners = organizationOperation({
  tag: 'Properties',
  method: 'GET',
  path: '/owners',
  summary: 'List owners',
  description: 'Lists owners by name (by code point), then owner_id.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      search: Type.Optional(searchText('the name')),
      sort: sortBy(['name', 'property_count', 'external_id']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of owners.', schema: pageOf('OwnerList', Owner) },
})

export const getOwner = organizationOperation({
  tag: 'Properties',
  method: 'GET',
  path: '/owners/{owner_id}',
  summary: 'Get an owner',
  description: 'Returns one owner.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: { status: 200, description: 'The owner.', schema: Owner },
  errors: ['not_found'],
})

export const createOwner = organizationOperation({
  tag: 'Properties',
  method: 'POST',
  idempotent: true,
  path: '/owners',
  summary: 'Create an owner',
  description: 'Creates an owner. A name or external_id that another owner already has is refused with 409.',
  role: 'ADMIN',
  body: NewOwner,
  success: { status: 201, description: 'The owner.', schema: Owner },
  errors: ['conflict'],
})

export const updateOwner = organizationOperation({
  tag: 'Properties',
  method: 'PATCH',
  idempotent: true,
  path: '/owners/{owner_id}',
  summary: 'Update an owner',
  description: 'Changes the fields that are given.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: Type.Partial(NewOwner, { additionalProperties: false }),
  success: { status: 200, description: 'The owner.', schema: Owner },
  errors: ['not_found', 'conflict'],
})
