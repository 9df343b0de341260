/** Units, in service or not: their rates, their leases, and why they are not listed. */
import Type from 'typebox'
import { UNIT_STATUS_FILTERS, UNIT_STATUSES, Unit } from '../v1/units.ts'
import {
  cents,
  date,
  decimal,
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
  uri,
  yesOrNo,
} from '../values.ts'
import { LeaseSummary } from './leases.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'

/** Why a unit is not in the listings. */
const NOT_LISTED_REASONS = [
  'NOT_MARKED',
  'PROPERTY_INACTIVE',
  'NO_BEDROOMS',
  'NO_BATHROOMS',
  'NO_MARKET_RENT',
  'OUT_OF_SERVICE',
  'OFFLINE',
  'LEASED',
  'RENTED_AHEAD',
] as const

/** Groups of units that the overview counts. */
export const UNIT_GROUPS = ['OCCUPIED', 'VACANT', 'LEASED', 'ON_NOTICE', 'TO_MAKE_READY'] as const

/** Each step that changes a unit has an endpoint of its own. */
const UNIT_STEPS = ['LIST', 'UNLIST', 'SET_RATE', 'END_OFFLINE', 'SET_OFFLINE', 'RETIRE'] as const

const day = (description: string, example: string) => date({ description, example })
const { market_rent_cents: _, status: __, ...known } = Unit.properties
const status = oneOf(UNIT_STATUSES, { description: 'The rent-roll status today.', example: 'CURRENT' })
const marketRent = (description: string) => nullable(cents({ description, example: 145_000 }))
const { unit_type } = Unit.properties
const unitFields = {
  ...known,
  property_id: id({ description: 'The property.', example: PROPERTY_ID }),
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  status: nullable({
    ...status,
    description:
      'The rent-roll status today, null while the unit is not in service. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT are occupied.',
  }),
  market_rent_cents: marketRent('Market rent per month in force today, in cents; null while unknown.'),
  in_service_from: day('The first day in service.', '2019-06-01'),
  in_service_to: nullable(day('The last day in service.', '2031-12-31')),
}

const UnitListItem = resource('UnitListItem', 'A unit, in service or not.', {
  ...unitFields,
  resident_name: nullable(
    text(201, { description: 'The primary resident of the current lease.', example: 'Dana Whitfield' }),
  ),
})

const UnitRate = resource('UnitRate', 'The floor plan and market rent of a unit, from a day until the next rate.', {
  effective_from: day('The first day.', '2026-04-01'),
  unit_type,
  market_rent_cents: marketRent('Market rent per month, in cents.'),
})

const OfflineSpan = resource('OfflineSpan', 'Days on which a unit can be neither occupied nor leased.', {
  starts_on: day('The first day offline.', '2026-03-15'),
  ends_on: nullable(day('The last day offline; null while unknown.', '2026-04-30')),
  reason: text(200, { description: 'The reason.', example: 'Fire damage' }),
})

const NotListedReason = resource('NotListedReason', 'Why a unit is not in the listings.', {
  code: oneOf(NOT_LISTED_REASONS, { description: 'The reason.', example: 'NO_BATHROOMS' }),
  message: text(200, { description: 'The reason in words.', example: 'the number of its bathrooms is not known' }),
})

export const UnitDetail = resource('UnitDetail', 'A unit with its rates, its leases and its listing.', {
  ...unitFields,
  listing_title: nullable(text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom' })),
  listing_description: nullable(
    text(5000, { description: 'Description of the listing.', example: 'Corner unit with a balcony.' }),
  ),
  photos: listOf(
    text(2048, { description: 'URL of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
    50,
    'Photos, best first.',
  ),
  amenities: listOf(text(100, { description: 'An amenity.', example: 'Balcony' }), 100, 'Amenities.'),
  is_in_listings: flag({ description: 'Whether it is in the listings today.', example: false }),
  not_listed_because: listOf(
    NotListedReason,
    NOT_LISTED_REASONS.length,
    'Why it is not in the listings; empty if and only if it is.',
  ),
  allowed_steps: listOf(
    oneOf(UNIT_STEPS, { description: 'A step.', example: 'LIST' }),
    UNIT_STEPS.length,
    'The steps that can be taken now, most likely first. A step may still be refused because of its input.',
  ),
  rates: listOf(UnitRate, 10_000, 'All rates, past and future, latest first.'),
  offline_spans: listOf(OfflineSpan, 10_000, 'Offline spans that have not ended, earliest first.'),
  current_lease: nullable(LeaseSummary),
  coming_lease: nullable(LeaseSummary),
})

const writtenFields = {
  label: text(100, {
    description: 'The unit’s label; no two units of a property have the same label.',
    example: '204',
    minLength: 1,
  }),
  bedrooms: Type.Optional(nullable(integer(0, 50, { description: 'Bedrooms; 0 is a studio.', example: 2 }))),
  bathrooms: Type.Optional(nullable(decimal(0, 50, { description: 'Bathrooms.', example: 1.5 }))),
  sqft: Type.Optional(nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 }))),
  in_service_from: Type.Optional(
    date({ description: 'The first day in service. Defaults to today.', example: '2026-03-15' }),
  ),
  in_service_to: Type.Optional(nullable(date({ description: 'The last day in service.', example: '2031-12-31' }))),
  available_from: Type.Optional(
    nullable(date({ description: 'The first day the unit can be moved into.', example: '2026-04-01' })),
  ),
  listing_title: Type.Optional(
    nullable(text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom', minLength: 1 })),
  ),
  listing_description: Type.Optional(
    nullable(
      text(5000, { description: 'Description of the listing.', example: 'Corner unit with a balcony.', minLength: 1 }),
    ),
  ),
  photos: Type.Optional(
    listOf(
      uri(2048, { description: 'URL of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
      50,
      'Photos, best first.',
    ),
  ),
  amenities: Type.Optional(
    listOf(text(100, { description: 'An amenity.', example: 'Balcony', minLength: 1 }), 100, 'Amenities.'),
  ),
  unit_type: Type.Optional(nullable(text(100, { description: 'The floor plan.', example: '2x1', minLength: 1 }))),
  market_rent_cents: Type.Optional(
    nullable(cents({ description: 'Market rent per month, in cents.', example: 145_000 })),
  ),
  external_id: Type.Optional(recordFields.external_id),
}

/** Market rent and floor plan are in force from the first day in service. */
const NewUnit = parameters({
  property_id: idInput({ description: 'The property.', example: PROPERTY_ID }),
  ...writtenFields,
})

export const UnitChanges = Type.Partial(
  parameters({
    ...writtenFields,
    effective_on: date({
      description: 'The first day of the new market rent and floor plan. Defaults to today.',
      example: '2026-04-01',
    }),
  }),
  { additionalProperties: false },
)

export const onlyOneUnit = {
  path: parameters({ unit_id: idInput({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }) }),
}

export const listUnits = organizationOperation({
  tag: 'Units',
  method: 'GET',
  path: '/units',
  summary: 'List units',
  description:
    'Lists every unit, in service today or not, ordered by property name, label (both by code point), then unit_id.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      property_id: Type.Optional(
        idInput({ description: 'Returns only units of this property.', example: PROPERTY_ID }),
      ),
      status: Type.Optional(
        oneOf(UNIT_STATUS_FILTERS, { description: 'Returns only units in this status today.', example: 'CURRENT' }),
      ),
      group: Type.Optional(
        oneOf(UNIT_GROUPS, {
          description:
            'Only units in this group today. OCCUPIED, VACANT and ON_NOTICE contain the statuses of that name, and LEASED contains occupied and vacant rented units. TO_MAKE_READY contains vacant and offline units with an open work order of the category UNIT_TURN, and vacant units that are not listed and for which no such work order has been completed since the last residents left.',
          example: 'TO_MAKE_READY',
        }),
      ),
      is_listed: Type.Optional(yesOrNo('Only units that are listed, or only those that are not.')),
      search: Type.Optional(searchText('the label or the property’s name')),
      sort: sortBy([
        'property_name',
        'status',
        'resident_name',
        'bedrooms',
        'unit_type',
        'market_rent_cents',
        'is_listed',
      ]),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of units.', schema: pageOf('UnitList', UnitListItem) },
})

export const getUnit = organizationOperation({
  tag: 'Units',
  method: 'GET',
  path: '/units/{unit_id}',
  summary: 'Get a unit',
  description: 'Returns one unit with its rates, its current and next lease, and why it is not listed.',
  role: 'VIEWER',
  parameters: onlyOneUnit,
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found'],
})

export const createUnit = organizationOperation({
  tag: 'Units',
  method: 'POST',
  idempotent: true,
  path: '/units',
  summary: 'Create a unit',
  description:
    'Creates a unit that is not listed. A label that another unit of the property already has, in any case, is refused with 409. Photos are https URLs.',
  role: 'ADMIN',
  body: NewUnit,
  success: { status: 201, description: 'The unit.', schema: UnitDetail },
  errors: ['conflict'],
})

export const updateUnit = organizationOperation({
  tag: 'Units',
  method: 'PATCH',
  idempotent: true,
  path: '/units/{unit_id}',
  summary: 'Update a unit',
  description:
    'Changes the fields that are given, including those of the listing; null clears a field. Market rent and floor plan change from effective_on.',
  role: 'ADMIN',
  parameters: onlyOneUnit,
  body: UnitChanges,
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found', 'conflict'],
})
