/** The search for any record by what a member remembers about it. */
import { id, integer, listOf, nullable, oneOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const FOUND_TYPES = [
  'PROPERTY',
  'UNIT',
  'RESIDENT',
  'LEASE',
  'LEAD',
  'INVOICE',
  'PAYMENT',
  'WORK_ORDER',
  'VENDOR',
  'OWNER',
  'PORTFOLIO',
] as const

/** The most records of each type that a search returns. */
export const MAX_OF_TYPE = 6

const FoundRecord = resource('FoundRecord', 'A record that was found.', {
  id: id({ description: 'The record.', example: 'res_01kh3zr6q3m8t5v1x7y2z4a6bc' }),
  type: oneOf(FOUND_TYPES, { description: 'The type of record.', example: 'RESIDENT' }),
  title: text(520, { description: 'Name of the record.', example: 'Dana Whitfield' }),
  detail: nullable(
    text(520, { description: 'What distinguishes it from others with that name.', example: 'Maple Court 204' }),
  ),
  status: nullable(text(40, { description: 'The status of the record today.', example: 'CURRENT' })),
  amount_cents: nullable(
    integer(-10_000_000_000_000, 10_000_000_000_000, {
      description: 'Total of an invoice or amount of a payment, in cents; null for other records.',
      example: 145_000,
    }),
  ),
})

export const search = organizationOperation({
  tag: 'Overview',
  method: 'GET',
  path: '/search',
  summary: 'Search all records',
  description:
    'Finds residents, leads, units, properties, leases, work orders, vendors, owners and portfolios. Every word of the query must begin a word of the name, the e-mail address or the ' +
    'phone number (all of it, the last seven digits or the last four) of a person, the name or address of a property, the property and label of a ' +
    'unit, the title of a work order, the name or trade of a vendor, the name of an owner or a portfolio. Invoices and work orders are found by their number, and payments by their ' +
    `whole reference, such as the number of a check. Case and accents are ignored, except in a reference. Returns at most ${MAX_OF_TYPE} of each type, ` +
    'best first: by number, then words that match completely, then records that are current.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      query: text(100, { description: 'What to look for.', example: 'dana whit', minLength: 1 }),
    }),
  },
  success: {
    status: 200,
    description: 'The records that were found.',
    schema: resource('SearchResults', 'The records that were found.', {
      data: listOf(FoundRecord, MAX_OF_TYPE * FOUND_TYPES.length, 'The records, best first.'),
    }),
  },
})
