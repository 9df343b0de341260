/** What the back office writes of a unit. */
import Type from 'typebox'
import {
  cents,
  date,
  decimal,
  idInput,
  integer,
  listOf,
  nullable,
  parameters,
  recordFields,
  text,
  uri,
} from '../values.ts'

const unitFields = {
  label: text(100, {
    description: 'The unit’s label; no two of a property have the same.',
    example: '204',
    minLength: 1,
  }),
  bedrooms: Type.Optional(nullable(integer(0, 50, { description: 'Bedrooms; 0 is a studio.', example: 2 }))),
  bathrooms: Type.Optional(nullable(decimal(0, 50, { description: 'Bathrooms.', example: 1.5 }))),
  sqft: Type.Optional(nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 }))),
  in_service_from: Type.Optional(date({ description: 'The first day in service; today.', example: '2026-03-15' })),
  in_service_to: Type.Optional(nullable(date({ description: 'The last day in service.', example: '2031-12-31' }))),
  available_from: Type.Optional(
    nullable(date({ description: 'The first day the unit can be moved into.', example: '2026-04-01' })),
  ),
  listing_title: Type.Optional(
    nullable(text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom', minLength: 1 })),
  ),
  listing_description: Type.Optional(
    nullable(
      text(5000, { description: 'The listing in words.', example: 'Corner unit with a balcony.', minLength: 1 }),
    ),
  ),
  photos: Type.Optional(
    listOf(
      uri(2048, { description: 'Address of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
      50,
      'Photos, best first.',
    ),
  ),
  amenities: Type.Optional(
    listOf(text(100, { description: 'An amenity.', example: 'Balcony', minLength: 1 }), 100, 'Amenities.'),
  ),
  unit_type: Type.Optional(nullable(text(100, { description: 'The floor plan.', example: '2x1', minLength: 1 }))),
  market_rent_cents: Type.Optional(
    nullable(cents({ description: 'Market rent a month, in cents.', example: 145_000 })),
  ),
  external_id: Type.Optional(recordFields.external_id),
}

/** Market rent and type hold from the first day in service. */
export const NewUnit = parameters({
  property_id: idInput({ description: 'The property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  ...unitFields,
})

export const UnitChanges = Type.Partial(
  parameters({
    ...unitFields,
    effective_on: date({
      description: 'The day from which the new market rent and type hold; today.',
      example: '2026-04-01',
    }),
  }),
  { additionalProperties: false },
)

export const OfflineStart = parameters({
  starts_on: Type.Optional(date({ description: 'The first day offline; today.', example: '2026-03-15' })),
  ends_on: Type.Optional(nullable(date({ description: 'The last day offline, where known.', example: '2026-04-30' }))),
  reason: text(200, { description: 'Why it can be neither occupied nor let.', example: 'Fire damage', minLength: 1 }),
})

export const OfflineEnd = parameters({
  back_on: Type.Optional(
    date({ description: 'The first day it can be occupied and let again; today.', example: '2026-04-10' }),
  ),
})
