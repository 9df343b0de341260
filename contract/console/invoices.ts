/** Invoices, as the back office makes, issues and voids them; the list is version 1’s. */
import { InvoiceIssue, InvoiceVoid, MonthToBill, NewInvoice } from '../back-office/invoices.ts'
import { Invoice } from '../v1/invoices.ts'
import { Payment } from '../v1/payments.ts'
import {
  cents,
  date,
  idInput,
  integer,
  listOf,
  noParameters,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Invoices', idempotent: false } as const

export const INVOICE_STEPS = ['ISSUE', 'VOID', 'RECORD_PAYMENT'] as const

/** Where an invoice or a payment belongs, in words. */
export const placeNames = {
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
  resident_name: nullable(
    text(201, { description: 'The resident, else the lease’s primary one.', example: 'Dana Whitfield' }),
  ),
}

const { payment_id, method, payment_date } = Payment.properties

const InvoicePayment = resource('InvoicePayment', 'The part of a payment that settles an invoice.', {
  payment_id,
  payment_date,
  method,
  amount_cents: cents({ description: 'How much of the invoice, in cents.', example: 142_500, minimum: 1 }),
})

export const InvoiceDetail = resource('InvoiceDetail', 'An invoice with what settles it, and what can be done to it.', {
  ...Invoice.properties,
  ...placeNames,
  payments: listOf(InvoicePayment, 100_000, 'What settles it, the earliest first.'),
  allowed_steps: listOf(
    oneOf(INVOICE_STEPS, { description: 'A step.', example: 'VOID' }),
    INVOICE_STEPS.length,
    'What can be done to it now.',
  ),
})

const onlyOne = {
  path: parameters({ id: idInput({ description: 'The invoice.', example: 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm' }) }),
}
const answered = { status: 200, description: 'The invoice.', schema: InvoiceDetail } as const

export const getInvoiceDetail = organizationOperation({
  ...shared,
  method: 'GET',
  path: '/invoices/{id}/detail',
  summary: 'Get an invoice in detail',
  description: 'Returns one invoice with the payments that settle it, and what can be done to it now.',
  role: 'VIEWER',
  parameters: { ...onlyOne, query: noParameters },
  success: answered,
  errors: ['not_found'],
})

export const createInvoice = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/invoices',
  summary: 'Create an invoice',
  description: 'Issues an invoice and settles it with credit the lease has; or keeps it as a draft.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: NewInvoice,
  success: { ...answered, status: 201 },
  errors: ['conflict'],
})

export const issueInvoice = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/invoices/{id}/issue',
  summary: 'Issue a draft',
  description: 'It is owed from its issue date. Only a DRAFT can be issued.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  body: InvoiceIssue,
  success: answered,
  errors: ['not_found', 'conflict'],
})

export const voidInvoice = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/invoices/{id}/void',
  summary: 'Void an invoice',
  description:
    'It is owed no longer from a day on; days before stay as they were. What is paid of it must be taken back first.',
  role: 'ADMIN',
  parameters: { ...onlyOne, query: noParameters },
  body: InvoiceVoid,
  success: answered,
  errors: ['not_found', 'conflict'],
})

export const generateInvoices = organizationOperation({
  ...shared,
  method: 'POST',
  idempotent: true,
  path: '/invoices/generate',
  summary: 'Bill a month',
  description:
    'Issues the invoice of a month for each lease that is occupied in it and has none, up to 1,000 leases a call. Call again with `after` while there is a `next`; repeating a call bills nobody twice.',
  role: 'ADMIN',
  parameters: { path: noParameters, query: noParameters },
  body: MonthToBill,
  success: {
    status: 200,
    description: 'What was billed.',
    schema: resource('Billed', 'What a call billed.', {
      month: text(7, { description: 'The month.', example: '2026-04' }),
      first_day: date({ description: 'Its first day.', example: '2026-04-01' }),
      invoices: integer(0, 1_000, { description: 'Invoices issued.', example: 212 }),
      total_cents: cents({ description: 'What they charge, in cents.', example: 30_210_000 }),
      leases_without_charges: integer(0, 1_000, {
        description: 'Leases whose charges of the month come to nothing.',
        example: 1,
      }),
      next: nullable(
        text(64, {
          description: 'What `after` must be to bill more leases; null when the month is billed.',
          example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd',
        }),
      ),
    }),
  },
  errors: ['conflict'],
})
