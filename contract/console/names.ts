/** What things are called that a list only names by id, so that a page can show its rows in words. */
import { id, idInput, listOf, noParameters, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

export const MAX_NAMES = 200

const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'

export const listNames = organizationOperation({
  tag: 'Overview',
  idempotent: false,
  method: 'GET',
  path: '/names',
  summary: 'Name things by their ids',
  description:
    'Returns what people call the owners, portfolios, properties, units, residents, leases, invoices, work orders and leads of these ids. An id of nothing there is left out.',
  role: 'VIEWER',
  parameters: {
    path: noParameters,
    query: parameters({
      ids: idInput({ description: `Up to ${MAX_NAMES} ids, with commas between them.`, example: UNIT_ID }),
    }),
  },
  success: {
    status: 200,
    description: 'The names.',
    schema: resource('Names', 'What things are called.', {
      data: listOf(
        resource('Name', 'What a thing is called.', {
          id: id({ description: 'The thing.', example: UNIT_ID }),
          name: text(520, { description: 'What people call it.', example: 'Maple Court 204' }),
        }),
        MAX_NAMES,
        'The names, by id.',
      ),
    }),
  },
  errors: [],
})
