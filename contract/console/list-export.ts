/** Every list of the console as a CSV file. */
import Type from 'typebox'
import { oneOf, parameters, text } from '../values.ts'
import { downloadOperation } from './operation.ts'

/** The lists by the names that the console shows them under. */
export const EXPORTED_LISTS = [
  'properties',
  'units',
  'listings',
  'leases',
  'lease-ledger',
  'leads',
  'residents',
  'invoices',
  'payments',
  'work-orders',
  'messages',
  'vendors',
  'vendor-work-orders',
  'owners',
  'portfolios',
  'webhooks',
  'deliveries',
  'keys',
  'members',
  'invitations',
  'imports',
  'administrative-log',
  'failures',
] as const

export const exportList = downloadOperation({
  tag: 'Reports',
  method: 'GET',
  path: '/lists/{list}',
  summary: 'Export a list',
  description:
    'Returns every row of a list as CSV, filtered and sorted like the list, and sent while it is read. The file has the fields that hold one value or several words, the names of ' +
    'properties, units and residents, and amounts in dollars. What changed in an entry of the administrative log is JSON. Text that a spreadsheet would read as a formula gets an apostrophe in front.',
  role: 'VIEWER',
  parameters: {
    path: parameters({ list: oneOf(EXPORTED_LISTS, { description: 'The list.', example: 'leases' }) }),
    query: parameters({
      filters: Type.Optional(
        text(2000, {
          description:
            'The query of the list call, such as filters and `sort`, and the ID in its path, under the name it has there; `limit`, `offset` and `before` are ignored.',
          example: 'status=ACTIVE&sort=-start_date',
          minLength: 1,
        }),
      ),
    }),
  },
  success: {
    status: 200,
    description: 'The file.',
    schema: Type.String({ description: 'The rows.', examples: ['lease_id,status,start_date'] }),
  },
  errors: ['not_found'],
})
