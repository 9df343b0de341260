/** Properties: the list, and one property with its units and active leases. Source: specification §2 and §4. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  flag,
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
import { LeaseRecord } from './leases.ts'
import { Unit } from './units.ts'

export const PROPERTY_TYPES = ['SINGLE_FAMILY', 'MULTI_FAMILY', 'CONDO', 'TOWNHOUSE', 'COMMERCIAL', 'OTHER'] as const

const propertyFields = {
  property_id: id({ description: 'ID of the property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  name: text(200, { description: 'Name of the property.', example: 'Maple Court' }),
  type: oneOf(PROPERTY_TYPES, { description: 'Type of property.', example: 'MULTI_FAMILY' }),
  address_line: text(200, { description: 'Street address of the property.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City of the property.', example: 'Columbus' }),
  state: text(2, { description: 'Two-letter state code.', example: 'OH', minLength: 2 }),
  postal_code: text(10, { description: 'ZIP code of the property.', example: '43215' }),
  owner_name: nullable(text(200, { description: 'Name of the owner.', example: 'Whitfield Holdings LLC' })),
  owner_id: nullable(id({ description: 'ID of the owner.', example: 'own_01kh3zr6nvb4k8q2r7c9e1d5wm' })),
  portfolio_id: nullable(
    id({ description: 'ID of the portfolio the property belongs to.', example: 'port_01kh3zr6nwd2h6j4x8p0s3f7ta' }),
  ),
  unit_count: integer(0, 1_000_000, { description: 'Number of units in service today.', example: 48 }),
  current_value: cents({ description: 'Current value, in cents. 0 if unknown.', example: 820_000_000 }),
  is_active: flag({ description: 'Whether the property is under management.', example: true }),
  ...recordFields,
}

export const PropertyListItem = resource('Property', 'A property.', propertyFields)

export const PropertyDetail = resource('PropertyDetail', 'A property with its units and active leases, as of today.', {
  ...propertyFields,
  year_built: nullable(integer(1600, 2200, { description: 'The year the property was built.', example: 1987 })),
  occupied_unit_count: integer(0, 1_000_000, { description: 'Number of units occupied today.', example: 45 }),
  vacant_unit_count: integer(0, 1_000_000, {
    description: 'Number of units vacant today. Offline units are neither occupied nor vacant.',
    example: 3,
  }),
  units: listOf(Unit, 1_000_000, 'Every unit in service today, ordered by label.'),
  active_leases: listOf(LeaseRecord, 1_000_000, 'Every lease active today, ordered by unit label.'),
})

export const listProperties = operation({
  method: 'GET',
  path: '/properties',
  tag: 'Portfolio',
  summary: 'List properties',
  description: 'Lists the organization’s properties, ordered by name (by code point), then property_id.',
  scope: 'properties:read',
  parameters: {
    query: parameters({
      city: Type.Optional(
        text(100, {
          description: 'Returns only properties in this city. Give the whole name; case does not matter.',
          example: 'Columbus',
          minLength: 1,
        }),
      ),
      state: Type.Optional(
        text(2, {
          description: 'Returns only properties in this state. Give the two-letter code; case does not matter.',
          example: 'OH',
          minLength: 2,
        }),
      ),
      owner: Type.Optional(
        idInput({
          description:
            'Returns only properties of this owner. Give an owner ID or the owner’s whole name; case does not matter.',
          example: 'Whitfield Holdings LLC',
        }),
      ),
      portfolio_id: Type.Optional(
        idInput({
          description: 'Returns only properties of this portfolio.',
          example: 'port_01kh3zr6nwd2h6j4x8p0s3f7ta',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of properties.', schema: pageOf('PropertyList', PropertyListItem) },
})

export const getProperty = operation({
  method: 'GET',
  path: '/properties/{id}',
  tag: 'Portfolio',
  summary: 'Get a property',
  description: 'Retrieves one property with its units in service and its active leases.',
  scope: 'properties:read',
  parameters: {
    path: parameters({
      id: idInput({ description: 'ID of the property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
    }),
  },
  success: { status: 200, description: 'The property.', schema: PropertyDetail },
  errors: ['not_found'],
})
