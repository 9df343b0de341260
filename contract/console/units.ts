/** Units, as the back office sees them: in service or not, with what they rent for, who has them, and why they are not listed. */
import Type from 'typebox'
import { NewUnit, UnitChanges } from '../back-office/units.ts'
import { UNIT_STATUSES, Unit } from '../v1/units.ts'
import {
  cents,
  date,
  flag,
  id,
  idInput,
  listOf,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  resource,
  text,
} from '../values.ts'
import { LeaseSummary } from './leases.ts'
import { organizationOperation } from './operation.ts'
import { searchText, yesOrNo } from './searching.ts'
import { sortBy } from './sorting.ts'

const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const shared = { tag: 'Units', idempotent: false } as const

/** Why a unit is not in the listings. */
export const NOT_LISTED_REASONS = [
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

/** What can happen to a unit; each has an endpoint of its own. */
export const UNIT_STEPS = ['LIST', 'UNLIST', 'SET_RATE', 'END_OFFLINE', 'SET_OFFLINE', 'RETIRE'] as const

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
  market_rent_cents: marketRent('Market rent a month in force today, in cents; null while unknown.'),
  in_service_from: day('The first day in service.', '2019-06-01'),
  in_service_to: nullable(day('The last day in service.', '2031-12-31')),
}

const UnitListItem = resource('UnitListItem', 'A unit, in service or not.', {
  ...unitFields,
  resident_name: nullable(
    text(201, { description: 'The primary resident of its lease of today.', example: 'Dana Whitfield' }),
  ),
})

const UnitRate = resource('UnitRate', 'What a unit is and would rent for, from a day until the next rate.', {
  effective_from: day('The first day.', '2026-04-01'),
  unit_type,
  market_rent_cents: marketRent('Market rent a month, in cents.'),
})

const OfflineSpan = resource('OfflineSpan', 'Days on which a unit can be neither occupied nor let.', {
  starts_on: day('The first of them.', '2026-03-15'),
  ends_on: nullable(day('The last of them, where known.', '2026-04-30')),
  reason: text(200, { description: 'Why.', example: 'Fire damage' }),
})

const NotListedReason = resource('NotListedReason', 'Why a unit is not in the listings.', {
  code: oneOf(NOT_LISTED_REASONS, { description: 'The reason.', example: 'NO_BATHROOMS' }),
  message: text(200, { description: 'The same in words.', example: 'the number of its bathrooms is not known' }),
})

export const UnitDetail = resource('UnitDetail', 'A unit with what it rents for, who has it, and its listing.', {
  ...unitFields,
  listing_title: nullable(text(200, { description: 'Title of the listing.', example: 'Bright two-bedroom' })),
  listing_description: nullable(
    text(5000, { description: 'The listing in words.', example: 'Corner unit with a balcony.' }),
  ),
  photos: listOf(
    text(2048, { description: 'Address of a photo.', example: 'https://photos.example.com/204-1.jpg' }),
    50,
    'Photos, best first.',
  ),
  amenities: listOf(text(100, { description: 'An amenity.', example: 'Balcony' }), 100, 'Amenities.'),
  is_in_listings: flag({ description: 'Whether it is in the listings today.', example: false }),
  not_listed_because: listOf(
    NotListedReason,
    NOT_LISTED_REASONS.length,
    'Why it is not in the listings; empty exactly when it is.',
  ),
  allowed_steps: listOf(
    oneOf(UNIT_STEPS, { description: 'A step.', example: 'LIST' }),
    UNIT_STEPS.length,
    'What can be done to it now, the likely first. A step may still be refused for what is given with it.',
  ),
  rates: listOf(UnitRate, 10_000, 'Its rates, past and agreed, the latest first.'),
  offline_spans: listOf(OfflineSpan, 10_000, 'Those not over yet, the earliest first.'),
  current_lease: nullable(LeaseSummary),
  coming_lease: nullable(LeaseSummary),
})

export const onlyOneUnit = {
  path: parameters({ unit_id: idInput({ description: 'The unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }) }),
}

export const listUnits = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/units',
  summary: 'List units',
  description:
    'Lists every unit, in service today or not, ordered by property name, label (both by code point), then unit_id.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      property_id: Type.Optional(idInput({ description: 'Only units of this property.', example: PROPERTY_ID })),
      status: Type.Optional({ ...status, description: 'Only units in this status today.' }),
      is_listed: Type.Optional(yesOrNo('Only units that are, or are not, marked to be listed when vacant.')),
      search: Type.Optional(searchText('the label, with the property’s name before it')),
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
  errors: [],
})

export const getUnit = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/units/{unit_id}',
  summary: 'Get a unit',
  description: 'Returns one unit, with its rates, its leases of today and to come, and why it is not listed.',
  role: 'VIEWER',
  parameters: { ...onlyOneUnit, query: noParameters },
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found'],
})

export const createUnit = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/units',
  summary: 'Create a unit',
  description:
    'Takes a unit in, not listed yet. A label that another unit of the property has, in any case, is 409. Photos are https addresses.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewUnit,
  success: { status: 201, description: 'The unit.', schema: UnitDetail },
  errors: ['conflict'],
})

export const updateUnit = organizationOperation({
  ...shared,
  method: 'PATCH',
  idempotent: true,
  path: '/units/{unit_id}',
  summary: 'Update a unit',
  description:
    'Changes the fields that are given, those of its listing among them; null empties one. Market rent and floor plan change from effective_on.',
  role: 'ADMIN',
  parameters: { ...onlyOneUnit, query: noParameters },
  body: UnitChanges,
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found', 'conflict'],
})
