/** The names of records that a list refers to by ID, so that a page can show them. */
import { id, idInput, listOf, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

export const MAX_NAMES = 200

const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'

export const listNames = organizationOperation({
  tag: 'Overview',
  method: 'GET',
  path: '/names',
  summary: 'List names by ID',
  description:
    'Returns the names of owners, portfolios, properties, units, residents, leases, invoices, work orders, vendors, leads and API keys by their IDs. An ID that does not exist is left out.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      ids: idInput({ description: `Up to ${MAX_NAMES} IDs, separated by commas.`, example: UNIT_ID }),
    }),
  },
  success: {
    status: 200,
    description: 'The names.',
    schema: resource('Names', 'The names of records.', {
      data: listOf(
        resource('Name', 'The name of a record.', {
          id: id({ description: 'The record.', example: UNIT_ID }),
          name: text(520, { description: 'Name of the record.', example: 'Maple Court 204' }),
        }),
        MAX_NAMES,
        'The names, by ID.',
      ),
    }),
  },
})
