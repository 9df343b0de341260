/** Units: the list, one unit, and how a property's detail shows them. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  decimal,
  flag,
  id,
  idInput,
  integer,
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const UNIT_STATUSES = [
  'CURRENT',
  'NOTICE_RENTED',
  'NOTICE_UNRENTED',
  'EVICT',
  'VACANT_RENTED',
  'VACANT_UNRENTED',
  'OFFLINE',
] as const
export const UNIT_STATUS_FILTERS = withAll(UNIT_STATUSES)
export type UnitStatus = (typeof UNIT_STATUSES)[number]

export const Unit = resource('Unit', 'A unit of a property, as of today.', {
  unit_id: id({ description: 'ID of the unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  label: text(100, { description: 'Label of the unit within its property.', example: '204' }),
  unit_type: nullable(text(100, { description: 'The unit’s current floor plan.', example: '2x1' })),
  bedrooms: nullable(integer(0, 50, { description: 'Number of bedrooms. 0 means a studio.', example: 2 })),
  bathrooms: nullable(decimal(0, 50, { description: 'Number of bathrooms.', example: 1.5 })),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  market_rent_cents: cents({
    description: 'Current monthly market rent, in cents. 0 if unknown.',
    example: 145_000,
  }),
  status: oneOf(UNIT_STATUSES, {
    description:
      'Status of the unit today. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied; OFFLINE units are neither occupied nor vacant.',
    example: 'CURRENT',
  }),
  available_from: mostlyNull(
    date({ description: 'The first day on which the unit can be moved into.', example: '2026-04-01' }),
  ),
  is_listed: flag({ description: 'Whether the unit is advertised while it is vacant.', example: false }),
  current_lease_id: nullable(
    id({ description: 'ID of the lease that occupies the unit today.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  ),
  ...recordFields,
})

/** A single unit. It has the fields that its property's detail shows, the property, and the days on which the unit is in service. */
export const UnitRecord = resource('UnitRecord', 'A unit, as of today.', {
  ...Unit.properties,
  property_id: id({ description: 'ID of the property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  status: nullable({
    ...Unit.properties.status,
    description:
      'Status of the unit today, null if it is not in service today. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied; OFFLINE units are neither occupied nor vacant.',
  }),
  in_service_from: date({ description: 'The first day the unit is in service.', example: '2019-06-01' }),
  in_service_to: nullable(
    date({ description: 'The last day the unit is in service, if known.', example: '2031-12-31' }),
  ),
})

export const listUnits = operation({
  method: 'GET',
  path: '/units',
  tag: 'Portfolio',
  summary: 'List units',
  description:
    'Lists the units of the organization, including those that are not in service today, ordered by property_id, label (by code point), then unit_id.',
  scope: 'properties:read',
  parameters: {
    query: parameters({
      property_id: Type.Optional(
        idInput({ description: 'Returns only units of this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      status: Type.Optional(
        oneOf(UNIT_STATUS_FILTERS, {
          description:
            'Returns only units with this rent-roll status today. ALL returns every unit, which is the default.',
          example: 'VACANT_UNRENTED',
        }),
      ),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of units.', schema: pageOf('UnitList', UnitRecord) },
})

export const getUnit = operation({
  method: 'GET',
  path: '/units/{id}',
  tag: 'Portfolio',
  summary: 'Get a unit',
  description: 'Retrieves one unit as of today.',
  scope: 'properties:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }) }),
  },
  success: { status: 200, description: 'The unit.', schema: UnitRecord },
  errors: ['not_found'],
})
