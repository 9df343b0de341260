/** What the back office writes of a property. */
import Type from 'typebox'
import { PROPERTY_TYPES } from '../v1/properties.ts'
import { cents, flag, idInput, integer, nullable, oneOf, parameters, recordFields, text } from '../values.ts'

export const NewProperty = parameters({
  name: text(200, { description: 'The property’s name; no two have the same.', example: 'Maple Court', minLength: 1 }),
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
  is_active: Type.Optional(flag({ description: 'Whether the property is under management; true.', example: true })),
  external_id: Type.Optional(recordFields.external_id),
})

export const PropertyChanges = Type.Partial(NewProperty, { additionalProperties: false })
