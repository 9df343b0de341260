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
  nullable,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
  uri,
} from '../values.ts'

export const Listing = resource('Listing', 'A vacant unit available to lease.', {
  id: id({ description: 'ID of the unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  propertyName: text(200, { description: 'Name of the property.', example: 'Maple Court' }),
  addressLine: text(200, { description: 'Street address of the property.', example: '120 Maple Ave' }),
  city: text(100, { description: 'City of the property.', example: 'Columbus' }),
  state: text(2, { description: 'Two-letter state code.', example: 'OH', minLength: 2 }),
  postalCode: text(10, { description: 'ZIP code of the property.', example: '43215' }),
  label: text(100, { description: 'Label of the unit within its property.', example: '204' }),
  bedrooms: integer(0, 50, { description: 'Number of bedrooms. 0 means a studio.', example: 2 }),
  bathrooms: decimal(0, 50, { description: 'Number of bathrooms.', example: 1.5 }),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  marketRentCents: cents({ description: 'Advertised monthly rent, in cents.', example: 145_000 }),
  availableFrom: nullable(
    instant({
      description: 'Start of the first day on which the unit can be moved into, in the organization’s time zone.',
      example: '2026-04-01T04:00:00.000Z',
    }),
  ),
  listingTitle: nullable(
    text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom near the park' }),
  ),
  listingDesc: nullable(
    text(5000, { description: 'Description of the listing.', example: 'Corner unit with new floors and a balcony.' }),
  ),
  photos: listOf(
    uri(2048, { description: 'URL of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
    50,
    'Addresses of photos of the unit, best first. They come from the organization, and the service does not check that they can be opened.',
  ),
  amenities: listOf(text(100, { description: 'An amenity.', example: 'Balcony' }), 100, 'Amenities of the unit.'),
})

export const listListings = operation({
  method: 'GET',
  path: '/listings',
  tag: 'Portfolio',
  summary: 'List vacant units',
  description:
    'Lists the units that are available to lease, which means advertised, in service, vacant today and not leased from a later day. They are ' +
    'ordered by propertyName, label (both by code point), then id. Any valid key may make this call.',
  scope: null,
  parameters: {
    query: parameters({
      city: Type.Optional(
        text(100, {
          description: 'Returns only units in this city. Give the whole name; case does not matter.',
          example: 'Columbus',
          minLength: 1,
        }),
      ),
      state: Type.Optional(
        text(2, {
          description: 'Returns only units in this state. Give the two-letter code; case does not matter.',
          example: 'OH',
          minLength: 2,
        }),
      ),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of listings.', schema: pageOf('ListingList', Listing) },
})
