/** Listings: vacant units available to lease. Source: specification §2 and §4; exactly its fields, in camelCase. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  decimal,
  id,
  instant,
  integer,
  listOf,
  noParameters,
  nullable,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  uri,
} from '../values.ts'

export const Listing = resource('Listing', 'A vacant unit available to lease.', {
  id: id({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  propertyName: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  addressLine: text(200, { description: 'Street address of the property.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City.', example: 'Columbus' }),
  state: text(2, { description: 'State, two letters.', example: 'OH', minLength: 2 }),
  postalCode: text(10, { description: 'ZIP code.', example: '43215' }),
  label: text(100, { description: 'The unit’s label within its property.', example: '204' }),
  bedrooms: integer(0, 50, { description: 'Bedrooms; 0 is a studio.', example: 2 }),
  bathrooms: decimal(0, 50, { description: 'Bathrooms.', example: 1.5 }),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  marketRentCents: cents({ description: 'Listed rent a month, in cents.', example: 145_000 }),
  availableFrom: nullable(
    instant({
      description: 'The start of the first day it can be moved into, in the organization’s time zone.',
      example: '2026-04-01T04:00:00.000Z',
    }),
  ),
  listingTitle: nullable(
    text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom near the park' }),
  ),
  listingDesc: nullable(
    text(5000, { description: 'The listing in words.', example: 'Corner unit with new floors and a balcony.' }),
  ),
  photos: listOf(
    uri(2048, { description: 'Address of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
    50,
    'Photos, best first.',
  ),
  amenities: listOf(text(100, { description: 'An amenity.', example: 'Balcony' }), 100, 'Amenities.'),
})

export const listListings = operation({
  method: 'GET',
  path: '/listings',
  tag: 'Portfolio',
  summary: 'List vacant units',
  description:
    'Lists the units available to lease: listed, in service, vacant today and not leased ahead. Ordered by propertyName, label (both by code point), then id. Any valid key may call it.',
  scope: null,
  parameters: {
    path: noParameters,
    query: parameters({
      city: Type.Optional(
        text(100, {
          description: 'Only units in this city; the whole name, in any case.',
          example: 'Columbus',
          minLength: 1,
        }),
      ),
      state: Type.Optional(
        text(2, { description: 'Only units in this state, two letters in any case.', example: 'OH', minLength: 2 }),
      ),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of listings.', schema: pageOf('ListingList', Listing) },
  errors: [],
  idempotent: false,
})
