/** Properties, as the back office takes them in and keeps them up to date; the list and the detail are version 1’s. */
import { NewProperty, PropertyChanges } from '../back-office/properties.ts'
import { PropertyDetail, PropertyListItem } from '../v1/properties.ts'
import { idInput, noParameters, parameters, resource } from '../values.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Properties', idempotent: false } as const

const PropertyRecord = resource('PropertyRecord', 'A property, without its units.', {
  ...PropertyListItem.properties,
  year_built: PropertyDetail.properties.year_built,
})

export const createProperty = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/properties',
  summary: 'Create a property',
  description: 'Takes a property in. A name, or external_id, that another property has is 409.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewProperty,
  success: { status: 201, description: 'The property.', schema: PropertyRecord },
  errors: ['conflict'],
})

export const updateProperty = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/properties/{id}',
  summary: 'Update a property',
  description: 'Changes the fields that are given; null empties one.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }) }),
    query: noParameters,
  },
  body: PropertyChanges,
  success: { status: 200, description: 'The property.', schema: PropertyRecord },
  errors: ['not_found', 'conflict'],
})
