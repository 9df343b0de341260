/** Properties: the list, and one with its units and active leases. Source: specification §2 and §4. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  flag,
  id,
  idInput,
  integer,
  listOf,
  noParameters,
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
import { Lease } from './leases.ts'
import { Unit } from './units.ts'

export const PROPERTY_TYPES = ['SINGLE_FAMILY', 'MULTI_FAMILY', 'CONDO', 'TOWNHOUSE', 'COMMERCIAL', 'OTHER'] as const

const propertyFields = {
  property_id: id({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  type: oneOf(PROPERTY_TYPES, { description: 'The kind of property.', example: 'MULTI_FAMILY' }),
  address_line: text(200, { description: 'Street address.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City.', example: 'Columbus' }),
  state: text(2, { description: 'State, two letters.', example: 'OH', minLength: 2 }),
  postal_code: text(10, { description: 'ZIP code.', example: '43215' }),
  owner_name: nullable(text(200, { description: 'The owner’s name.', example: 'Whitfield Holdings LLC' })),
  owner_id: nullable(id({ description: 'The owner.', example: 'own_01kh3zr6nvb4k8q2r7c9e1d5wm' })),
  portfolio_id: nullable(
    id({ description: 'The portfolio it belongs to.', example: 'port_01kh3zr6nwd2h6j4x8p0s3f7ta' }),
  ),
  unit_count: integer(0, 1_000_000, { description: 'Units in service today.', example: 48 }),
  current_value: cents({ description: 'Current value in cents; 0 when unknown.', example: 820_000_000 }),
  is_active: flag({ description: 'Whether the property is under management.', example: true }),
  ...recordFields,
}

export const PropertyListItem = resource('Property', 'A property.', propertyFields)

export const PropertyDetail = resource('PropertyDetail', 'A property with its units and active leases, as of today.', {
  ...propertyFields,
  year_built: nullable(integer(1600, 2200, { description: 'The year it was built.', example: 1987 })),
  occupied_unit_count: integer(0, 1_000_000, { description: 'Units occupied today.', example: 45 }),
  vacant_unit_count: integer(0, 1_000_000, {
    description: 'Units vacant today; offline units are neither.',
    example: 3,
  }),
  units: listOf(Unit, 1_000_000, 'Every unit in service today, by label.'),
  active_leases: listOf(Lease, 1_000_000, 'Every lease active today, by unit label.'),
})

export const listProperties = operation({
  method: 'GET',
  path: '/properties',
  tag: 'Portfolio',
  summary: 'List properties',
  description: 'Lists the properties of the organization, ordered by name (by code point), then property_id.',
  scope: 'properties:read',
  parameters: {
    path: noParameters,
    query: parameters({
      city: Type.Optional(
        text(100, {
          description: 'Only properties in this city; the whole name, in any case.',
          example: 'Columbus',
          minLength: 1,
        }),
      ),
      state: Type.Optional(
        text(2, {
          description: 'Only properties in this state, two letters in any case.',
          example: 'OH',
          minLength: 2,
        }),
      ),
      owner: Type.Optional(
        idInput({
          description: 'Only properties of this owner: an owner id, or the owner’s whole name in any case.',
          example: 'Whitfield Holdings LLC',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of properties.', schema: pageOf('PropertyList', PropertyListItem) },
  errors: [],
  idempotent: false,
})

export const getProperty = operation({
  method: 'GET',
  path: '/properties/{id}',
  tag: 'Portfolio',
  summary: 'Get a property',
  description: 'Returns one property with its units in service and its active leases.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The property.', schema: PropertyDetail },
  errors: ['not_found'],
  idempotent: false,
})
