/** Creating and updating properties; the list and the detail are those of version 1. */
import Type from 'typebox'
import { PROPERTY_TYPES, PropertyDetail, PropertyListItem } from '../v1/properties.ts'
import { cents, flag, idInput, integer, nullable, oneOf, parameters, recordFields, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const PropertyRecord = resource('PropertyRecord', 'A property, without its units.', {
  ...PropertyListItem.properties,
  year_built: PropertyDetail.properties.year_built,
})

const NewProperty = parameters({
  name: text(200, {
    description: 'The property’s name; no two properties have the same name.',
    example: 'Maple Court',
    minLength: 1,
  }),
  type: oneOf(PROPERTY_TYPES, { description: 'The kind of property.', example: 'MULTI_FAMILY' }),
  address_line: text(200, { description: 'Street address.', example: '120 Maple Ave', minLength: 1 }),
  city: text(100, { description: 'City.', example: 'Columbus', minLength: 1 }),
  state: text(2, { description: 'State, two letters.', example: 'OH', minLength: 2 }),
  postal_code: text(10, { description: 'ZIP code.', example: '43215', minLength: 1 }),
  year_built: Type.Optional(nullable(integer(1600, 2200, { description: 'The year it was built.', example: 1987 }))),
  current_value: Type.Optional(cents({ description: 'Current value in cents; 0 when unknown.', example: 820_000_000 })),
  owner_id: Type.Optional(nullable(idInput({ description: 'The owner.', example: 'own_01kh3zr6nvb4k8q2r7c9e1d5wm' }))),
  portfolio_id: Type.Optional(
    nullable(idInput({ description: 'The portfolio it belongs to.', example: 'port_01kh3zr6nwd2h6j4x8p0s3f7ta' })),
  ),
  is_active: Type.Optional(
    flag({ description: 'Whether the property is under management. Defaults to true.', example: true }),
  ),
  external_id: Type.Optional(recordFields.external_id),
})

export const createProperty = organizationOperation({
  tag: 'Properties',
  method: 'POST',
  idempotent: true,
  path: '/properties',
  summary: 'Create a property',
  description: 'Creates a property. A name or external_id that another property already has is refused with 409.',
  role: 'ADMIN',
  body: NewProperty,
  success: { status: 201, description: 'The property.', schema: PropertyRecord },
  errors: ['conflict'],
})

export const updateProperty = organizationOperation({
  tag: 'Properties',
  method: 'PATCH',
  idempotent: true,
  path: '/properties/{id}',
  summary: 'Update a property',
  description: 'Changes the fields that are given; null clears a field.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }) }),
  },
  body: Type.Partial(NewProperty, { additionalProperties: false }),
  success: { status: 200, description: 'The property.', schema: PropertyRecord },
  errors: ['not_found', 'conflict'],
})
