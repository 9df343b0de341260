/** Invoices: what a lease is charged, and how much of it is paid. Source: specification §4; the fields are our choice. */
import Type from 'typebox'
import { operation } from '../operation.ts'
import {
  cents,
  date,
  id,
  idInput,
  instant,
  integer,
  listOf,
  MAX_CENTS,
  noParameters,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  updatedSince,
} from '../values.ts'

export const INVOICE_STATUSES = ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID'] as const
/** What lists take: OVERDUE follows from today's date and is never stored. */
export const INVOICE_STATUS_FILTERS = [...INVOICE_STATUSES, 'OVERDUE'] as const

/** Every kind of charge, and what it means. */
export const CHARGES = {
  RENT: 'rent of the home',
  PARKING: 'a parking space or garage',
  PET: 'monthly pet rent',
  UTILITY: 'water, power, waste or another utility that is billed on',
  STORAGE: 'a storage room or locker',
  LATE_FEE: 'a fee for paying late',
  CONCESSION: 'a discount, always negative',
  DEPOSIT: 'a security deposit: held for the resident once it is paid, and on invoices of its own',
  OPENING_BALANCE: 'what was owed when the lease came from another system',
  OTHER: 'anything else',
} as const
export type ChargeCode = keyof typeof CHARGES
export const CHARGE_CODES = Object.keys(CHARGES) as [ChargeCode, ...ChargeCode[]]

const INVOICE_ID = 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm'
const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'

const chargesInWords = CHARGE_CODES.map(code => `${code}: ${CHARGES[code]}`).join('; ')

const InvoiceLine = resource('InvoiceLine', 'One charge of an invoice.', {
  charge_code: oneOf(CHARGE_CODES, { description: `What the charge is for. ${chargesInWords}.`, example: 'RENT' }),
  description: text(200, { description: 'The charge in words.', example: 'Rent' }),
  amount_cents: cents({
    description: 'Above 0, in cents; of a CONCESSION below.',
    example: 142_500,
    minimum: -MAX_CENTS,
  }),
})

export const Invoice = resource(
  'Invoice',
  'What a lease is charged at once. Its lines never change once it is issued.',
  {
    invoice_id: id({ description: 'The invoice.', example: INVOICE_ID }),
    number: integer(1, 2_147_483_647, { description: 'Its number within the organization, from 1.', example: 4_711 }),
    lease_id: id({ description: 'The lease that owes it.', example: LEASE_ID }),
    resident_id: nullable(
      id({ description: 'The resident it is addressed to.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
    ),
    property_id: id({ description: 'The property of the lease.', example: PROPERTY_ID }),
    unit_id: id({ description: 'The unit of the lease.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
    status: oneOf(INVOICE_STATUSES, {
      description:
        'A DRAFT is not owed yet; OPEN, PARTIALLY_PAID and PAID say how much is paid; VOID is owed no longer.',
      example: 'PARTIALLY_PAID',
    }),
    issue_date: date({ description: 'The day it is owed from.', example: '2026-03-01' }),
    due_date: date({ description: 'The last day to pay it in time.', example: '2026-03-05' }),
    period_start: nullable(date({ description: 'The first day it covers.', example: '2026-03-01' })),
    period_end: nullable(date({ description: 'The last day it covers.', example: '2026-03-31' })),
    lines: listOf(InvoiceLine, 100, 'What it charges. Either every line is a DEPOSIT or none is.'),
    total_cents: cents({ description: 'The sum of the lines, in cents; never below 0.', example: 142_500 }),
    paid_cents: cents({ description: 'How much of it payments settle, in cents.', example: 100_000 }),
    balance_cents: cents({
      description: 'What is left to pay, in cents; 0 of a DRAFT and when VOID.',
      example: 42_500,
    }),
    paid_at: nullable(instant({ description: 'When it became PAID.', example: '2026-03-02T15:00:00.000Z' })),
    voided_at: nullable(instant({ description: 'When it became VOID.', example: '2026-03-02T15:00:00.000Z' })),
    ...recordFields,
  },
)

export const listInvoices = operation({
  method: 'GET',
  path: '/invoices',
  tag: 'Accounting',
  summary: 'List invoices',
  description: 'Lists invoices, the latest first: by issue_date, then invoice_id, both descending.',
  scope: 'accounting:read',
  parameters: {
    path: noParameters,
    query: parameters({
      status: Type.Optional(
        oneOf(INVOICE_STATUS_FILTERS, {
          description:
            'Only invoices in this status. OVERDUE: due before today in the organization’s time zone, and not paid in full.',
          example: 'OPEN',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Only invoices of leases of this property.', example: PROPERTY_ID }),
      ),
      lease_id: Type.Optional(idInput({ description: 'Only invoices of this lease.', example: LEASE_ID })),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of invoices.', schema: pageOf('InvoiceList', Invoice) },
  errors: [],
  idempotent: false,
})

export const getInvoice = operation({
  method: 'GET',
  path: '/invoices/{id}',
  tag: 'Accounting',
  summary: 'Get an invoice',
  description: 'Returns one invoice.',
  scope: 'accounting:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'The invoice.', example: INVOICE_ID }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The invoice.', schema: Invoice },
  errors: ['not_found'],
  idempotent: false,
})
