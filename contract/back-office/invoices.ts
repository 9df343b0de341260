/** What the back office writes of an invoice: its lines, its days, and the month that is billed. */
import Type from 'typebox'
import { CHARGE_CODES } from '../v1/invoices.ts'
import {
  cents,
  date,
  flag,
  idInput,
  MAX_CENTS,
  month,
  nullable,
  oneOf,
  parameters,
  recordFields,
  text,
} from '../values.ts'

const issue_date = Type.Optional(date({ description: 'The day it is owed from; today.', example: '2026-03-01' }))
const due_date = Type.Optional(
  date({ description: 'The last day to pay it in time; the issue date.', example: '2026-03-05' }),
)

export const NewInvoice = parameters({
  lease_id: idInput({ description: 'The lease that owes it.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  resident_id: Type.Optional(
    nullable(
      idInput({
        description: 'Whom it is addressed to, somebody on the lease; left out, the primary resident.',
        example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge',
      }),
    ),
  ),
  issue_date,
  due_date,
  period_start: Type.Optional(
    date({ description: 'The first day it covers; given together with period_end.', example: '2026-03-01' }),
  ),
  period_end: Type.Optional(date({ description: 'The last day it covers.', example: '2026-03-31' })),
  lines: Type.Array(
    parameters({
      charge_code: oneOf(CHARGE_CODES, { description: 'What the charge is for.', example: 'UTILITY' }),
      description: text(200, { description: 'The charge in words.', example: 'Water, February', minLength: 1 }),
      amount_cents: cents({
        description: 'Above 0, in cents; of a CONCESSION below.',
        example: 4_850,
        minimum: -MAX_CENTS,
      }),
    }),
    { description: 'What it charges. Either every line is a DEPOSIT or none is.', minItems: 1, maxItems: 100 },
  ),
  is_draft: Type.Optional(
    flag({ description: 'Whether it is kept as a draft, owed by nobody; false.', example: true }),
  ),
  external_id: Type.Optional(recordFields.external_id),
})

export const InvoiceIssue = parameters({
  issue_date: Type.Optional(
    date({ description: 'The day it is owed from; left out, the day the draft bears.', example: '2026-03-01' }),
  ),
  due_date: Type.Optional(
    date({
      description: 'The last day to pay it in time; left out, the draft’s, or the issue date if that is later.',
      example: '2026-03-05',
    }),
  ),
})

export const InvoiceVoid = parameters({
  on: Type.Optional(
    date({
      description: 'The day from which it is owed no longer; left out, today, or its issue date if that is later.',
      example: '2026-03-10',
    }),
  ),
})

export const MonthToBill = parameters({
  month: month({ description: 'The month, YYYY-MM, of a year from 1900 to 2999.', example: '2026-04' }),
  after: Type.Optional(
    idInput({
      description: '`next` of the call before; left out at first.',
      example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd',
    }),
  ),
})
