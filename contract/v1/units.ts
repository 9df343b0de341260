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
  unit_id: id({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  label: text(100, { description: 'The unit’s label within its property.', example: '204' }),
  unit_type: nullable(text(100, { description: 'The floor plan in force today.', example: '2x1' })),
  bedrooms: nullable(integer(0, 50, { description: 'Bedrooms; 0 is a studio.', example: 2 })),
  bathrooms: nullable(decimal(0, 50, { description: 'Bathrooms.', example: 1.5 })),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  market_rent_cents: cents({
    description: 'Market rent a month in force today, in cents; 0 when unknown.',
    example: 145_000,
  }),
  status: oneOf(UNIT_STATUSES, {
    description:
      'The rent-roll status today. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT are occupied; OFFLINE is neither occupied nor vacant.',
    example: 'CURRENT',
  }),
  available_from: nullable(date({ description: 'The first day the unit can be moved into.', example: '2026-04-01' })),
  is_listed: flag({ description: 'Whether the unit is marked to be listed when vacant.', example: false }),
  current_lease_id: nullable(
    id({ description: 'The lease that occupies the unit today.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  ),
  ...recordFields,
})
