/** A unit, as a property's detail shows it. */
import { cents, date, decimal, flag, id, integer, nullable, oneOf, recordFields, resource, text } from '../values.ts'

export const UNIT_STATUSES = [
  'CURRENT',
  'NOTICE_RENTED',
  'NOTICE_UNRENTED',
  'EVICT',
  'VACANT_RENTED',
  'VACANT_UNRENTED',
  'OFFLINE',
] as const
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
  available_from: nullable(
    date({ description: 'The first day on which the unit can be moved into.', example: '2026-04-01' }),
  ),
  is_listed: flag({ description: 'Whether the unit is advertised while it is vacant.', example: false }),
  current_lease_id: nullable(
    id({ description: 'ID of the lease that occupies the unit today.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  ),
  ...recordFields,
})
