/**
 * Reports as of a day or over a period. Their figures come from dated facts, so a report on a past day shows the same
 * figures as it did then.
 */
import Type from 'typebox'
import { date, idInput, oneOf, parameters } from '../values.ts'
import { downloadOperation } from './operation.ts'

export const REPORTS = ['receivables', 'delinquency', 'deposits', 'income', 'months', 'vendors'] as const
/** The longest period of the report `months`, which has a row for each month. */
export const MAX_REPORT_YEARS = 100
const REPORT_FORMATS = ['csv', 'json'] as const

export const getReport = downloadOperation({
  tag: 'Reports',
  method: 'GET',
  path: '/reports/{report}',
  summary: 'Get a report',
  description:
    'Returns a report as a file, sent while it is read. `receivables`: what each lease owes, by days past due; `delinquency`: leases that are past due, ' +
    'largest amount first; `deposits`: security deposits held; each as of the day `to`. `income`: charges by type; `months`: occupancy, charges and payments by month; ' +
    `\`vendors\`: work orders by vendor; each of the days from \`from\` through \`to\`, which for \`months\` are at most ${MAX_REPORT_YEARS} years. ` +
    'A later void, refund or reversal counts from its own day. In CSV, text that a ' +
    'spreadsheet would read as a formula gets an apostrophe in front; JSON is one object of `columns`, `rows` and `totals`.',
  role: 'VIEWER',
  parameters: {
    path: parameters({ report: oneOf(REPORTS, { description: 'The report.', example: 'receivables' }) }),
    query: parameters({
      from: Type.Optional(
        date({
          description: 'The first day of the period. Defaults to the first day of the month of `to`.',
          example: '2026-03-01',
        }),
      ),
      to: Type.Optional(
        date({
          description: 'The day of the report, or the last day of the period. Defaults to today.',
          example: '2026-03-31',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Limits the report to this property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
      ),
      format: oneOf(REPORT_FORMATS, { description: 'CSV, or one JSON object.', example: 'csv' }),
    }),
  },
  success: {
    status: 200,
    description: 'The file.',
    schema: Type.String({ description: 'The report.', examples: ['Resident,Unit,Balance'] }),
  },
  errors: ['not_found'],
})
