/** Invoices, as members create, issue and void them. The list is version 1’s. */
import Type from 'typebox'
import { CHARGE_CODES, Invoice, MAX_LINES } from '../v1/invoices.ts'
import { Payment } from '../v1/payments.ts'
import {
  cents,
  date,
  flag,
  idInput,
  listOf,
  nullable,
  oneOf,
  parameters,
  recordFields,
  resource,
  signedCents,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'

export const INVOICE_STEPS = ['ISSUE', 'VOID', 'RECORD_PAYMENT'] as const

/** The names of the property, the unit and the resident of an invoice or a payment. */
export const placeNames = {
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
  resident_name: nullable(
    text(201, {
      description: 'The resident’s name, or that of the lease’s primary resident if no resident is named.',
      example: 'Dana Whitfield',
    }),
  ),
}

const { payment_id, method, reference, payment_date } = Payment.properties

const InvoicePayment = resource('InvoicePayment', 'The part of a payment that is applied to an invoice.', {
  payment_id,
  payment_date,
  method,
  reference,
  amount_cents: cents({ description: 'The amount applied to this invoice, in cents.', example: 142_500, minimum: 1 }),
})

const InvoiceLateFee = resource('InvoiceLateFee', 'The invoice of the late fee that was charged for another invoice.', {
  invoice_id: Invoice.properties.invoice_id,
  number: Invoice.properties.number,
  total_cents: Invoice.properties.total_cents,
})

const InvoiceDetail = resource(
  'InvoiceDetail',
  'An invoice, the payments applied to it, and the steps that are possible now.',
  {
    ...Invoice.properties,
    ...placeNames,
    payments: listOf(InvoicePayment, 100_000, 'Payments applied to this invoice, earliest first.'),
    late_fee: nullable({
      ...InvoiceLateFee,
      description:
        'The late fee that was charged for this invoice, unless it was voided. A void of this invoice leaves it.',
    }),
    allowed_steps: listOf(
      oneOf(INVOICE_STEPS, { description: 'A step.', example: 'VOID' }),
      INVOICE_STEPS.length,
      'The steps that are possible now.',
    ),
  },
)

export const NewInvoice = parameters({
  lease_id: idInput({ description: 'The lease to bill.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  resident_id: Type.Optional(
    nullable(
      idInput({
        description:
          'The resident the invoice is addressed to, one who is on the lease. Defaults to the primary resident.',
        example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge',
      }),
    ),
  ),
  issue_date: Type.Optional(
    date({ description: 'The day from which the invoice is owed. Defaults to today.', example: '2026-03-01' }),
  ),
  due_date: Type.Optional(
    date({ description: 'The last day to pay on time. Defaults to the issue date.', example: '2026-03-05' }),
  ),
  period_start: Type.Optional(
    date({ description: 'The first day the invoice covers. Requires period_end.', example: '2026-03-01' }),
  ),
  period_end: Type.Optional(
    date({ description: 'The last day the invoice covers. Requires period_start.', example: '2026-03-31' }),
  ),
  lines: Type.Array(
    parameters({
      charge_code: oneOf(CHARGE_CODES, { description: 'The kind of charge.', example: 'UTILITY' }),
      description: text(200, { description: 'The charge in words.', example: 'Water, February', minLength: 1 }),
      amount_cents: signedCents({
        description: 'The amount, in cents: above 0, but below 0 for a CONCESSION.',
        example: 4_850,
      }),
    }),
    { description: 'The charges. Either every line is a DEPOSIT or none is.', minItems: 1, maxItems: MAX_LINES },
  ),
  is_draft: Type.Optional(
    flag({
      description: 'Whether to keep the invoice as a draft, which is not owed. Defaults to false.',
      example: true,
    }),
  ),
  external_id: Type.Optional(recordFields.external_id),
})

const onlyOne = {
  path: parameters({ id: idInput({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }) }),
}
const answered = { status: 200, description: 'The invoice.', schema: InvoiceDetail } as const
const step = {
  tag: 'Invoices',
  method: 'POST',
  idempotent: true,
  role: 'ADMIN',
  parameters: onlyOne,
  success: answered,
  errors: ['not_found', 'conflict'],
} as const

export const getInvoiceDetail = organizationOperation({
  tag: 'Invoices',
  method: 'GET',
  path: '/invoices/{id}/detail',
  summary: 'Get an invoice in detail',
  description: 'Returns one invoice, the payments applied to it, and the steps that are possible now.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: answered,
  errors: ['not_found'],
})

export const createInvoice = organizationOperation({
  ...step,
  path: '/invoices',
  parameters: {},
  summary: 'Create an invoice',
  description: 'Issues an invoice and applies the lease’s credit to it, or keeps it as a draft.',
  body: NewInvoice,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const issueInvoice = organizationOperation({
  ...step,
  path: '/invoices/{id}/issue',
  summary: 'Issue a draft',
  description: 'Issues a DRAFT invoice, which is owed from its issue date.',
  body: parameters({
    issue_date: Type.Optional(
      date({
        description: 'The day from which the invoice is owed. If left out, the draft’s issue date stays.',
        example: '2026-03-01',
      }),
    ),
    due_date: Type.Optional(
      date({
        description:
          'The last day to pay on time. If left out, the draft’s due date stays, or the issue date is taken if that is later.',
        example: '2026-03-05',
      }),
    ),
  }),
})

export const voidInvoice = organizationOperation({
  ...step,
  path: '/invoices/{id}/void',
  summary: 'Void an invoice',
  description:
    'Voids an invoice from a day on; earlier days stay as they were. Credit that paid it, from payments recorded before it, is released and pays what else is open. Payments recorded after it must be voided, reversed or refunded first. To forgive what is left to pay of an invoice that is partly paid, void its payments, void the invoice, create it again with the same dates but without that amount, such as with a CONCESSION, and restore the payments: they are applied to the new invoice, and no `payment.received` is emitted again.',
  body: parameters({
    on: Type.Optional(
      date({
        description:
          'The day from which the invoice is void. Defaults to today, or to its issue date if that is later.',
        example: '2026-03-10',
      }),
    ),
  }),
})
