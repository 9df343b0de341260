/** Invoices: the charges billed to a lease, and how much of them is paid. Source: specification §4; the fields are our choice. */
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
  mostlyNull,
  nullable,
  oneOf,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  signedCents,
  text,
  updatedSince,
  withAll,
} from '../values.ts'

export const INVOICE_STATUSES = ['DRAFT', 'OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID'] as const
/** The statuses a list can be filtered by; OVERDUE follows from today's date and is never stored. */
export const INVOICE_STATUS_FILTERS = withAll([...INVOICE_STATUSES, 'OVERDUE'])

/** Every kind of charge, and what it means. */
export const CHARGES = {
  RENT: 'rent for the home',
  PARKING: 'a parking space or garage',
  PET: 'monthly pet rent',
  UTILITY: 'water, electricity, trash or another utility',
  STORAGE: 'a storage room or locker',
  LATE_FEE: 'a fee for paying late',
  CONCESSION: 'a discount, always negative',
  DEPOSIT: 'a security deposit, which is held for the resident once it is paid and has invoices of its own',
  OPENING_BALANCE: 'the balance when the lease was imported from another system',
  OTHER: 'anything else',
} as const
export type ChargeCode = keyof typeof CHARGES
export const CHARGE_CODES = Object.keys(CHARGES) as [ChargeCode, ...ChargeCode[]]

/** The most lines that an invoice can have. */
export const MAX_LINES = 100

const INVOICE_ID = 'inv_01kh3zr6q5e2j8w4n7a0c3g6tm'
const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'

const chargesInWords = CHARGE_CODES.map(code => `${code}: ${CHARGES[code]}`).join('; ')

export const InvoiceLine = resource('InvoiceLine', 'One charge on an invoice.', {
  charge_code: oneOf(CHARGE_CODES, { description: `What the charge is for. ${chargesInWords}.`, example: 'RENT' }),
  description: text(200, { description: 'Description of the charge.', example: 'Rent' }),
  amount_cents: signedCents({
    description: 'Amount of the charge, in cents. Negative for a CONCESSION, otherwise above 0.',
    example: 142_500,
  }),
})

export const Invoice = resource(
  'Invoice',
  'One or more charges billed to a lease. The lines of an issued invoice never change.',
  {
    invoice_id: id({ description: 'ID of the invoice.', example: INVOICE_ID }),
    number: integer(1, 2_147_483_647, {
      description: 'Number of the invoice within the organization, counting from 1.',
      example: 4_711,
    }),
    lease_id: id({ description: 'ID of the lease that is billed.', example: LEASE_ID }),
    resident_id: nullable(
      id({ description: 'ID of the resident the invoice is addressed to.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
    ),
    property_id: id({ description: 'ID of the property of the lease.', example: PROPERTY_ID }),
    unit_id: id({ description: 'ID of the unit of the lease.', example: UNIT_ID }),
    status: oneOf(INVOICE_STATUSES, {
      description:
        'Status of the invoice. A DRAFT is not owed yet; OPEN, PARTIALLY_PAID and PAID say how much has been paid; a VOID invoice is no longer owed. ' +
        'A change that is posted for a later day, such as a void, shows here at once; the ledger of the lease states its day, and balances include it from that day on.',
      example: 'PARTIALLY_PAID',
    }),
    issue_date: date({
      description: 'The day the invoice is issued and its total becomes owed.',
      example: '2026-03-01',
    }),
    due_date: date({ description: 'The last day on which a payment is on time.', example: '2026-03-05' }),
    period_start: nullable(date({ description: 'First day of the billing period.', example: '2026-03-01' })),
    period_end: nullable(date({ description: 'Last day of the billing period.', example: '2026-03-31' })),
    lines: listOf(InvoiceLine, MAX_LINES, 'The charges on the invoice. Either every line is a DEPOSIT or none is.'),
    total_cents: cents({ description: 'Sum of the lines, in cents. Never negative.', example: 142_500 }),
    paid_cents: cents({
      description:
        'Amount of the payments and credits applied to the invoice, in cents, including those of later days.',
      example: 100_000,
    }),
    balance_cents: cents({
      description: 'Amount still to be paid, in cents. 0 for a DRAFT or VOID invoice.',
      example: 42_500,
    }),
    paid_at: mostlyNull(instant({ description: 'When the invoice became PAID.', example: '2026-03-02T15:00:00.000Z' })),
    voided_at: mostlyNull(
      instant({
        description:
          'When the invoice became VOID. The void may count from another day, which the ledger of the lease states.',
        example: '2026-03-02T15:00:00.000Z',
      }),
    ),
    ...recordFields,
  },
)

export const listInvoices = operation({
  method: 'GET',
  path: '/invoices',
  tag: 'Accounting',
  summary: 'List invoices',
  description: 'Lists invoices, most recent first: by issue_date, then invoice_id, both descending.',
  scope: 'accounting:read',
  parameters: {
    query: parameters({
      status: Type.Optional(
        oneOf(INVOICE_STATUS_FILTERS, {
          description:
            'Returns only invoices in this status. OVERDUE means due before today in the organization’s time zone and not paid in full. ALL returns every invoice, which is the default.',
          example: 'OPEN',
        }),
      ),
      property_id: Type.Optional(
        idInput({ description: 'Returns only invoices for leases at this property.', example: PROPERTY_ID }),
      ),
      unit_id: Type.Optional(
        idInput({ description: 'Returns only invoices for leases of this unit.', example: UNIT_ID }),
      ),
      lease_id: Type.Optional(idInput({ description: 'Returns only invoices for this lease.', example: LEASE_ID })),
      updated_since: updatedSince,
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of invoices.', schema: pageOf('InvoiceList', Invoice) },
})

export const getInvoice = operation({
  method: 'GET',
  path: '/invoices/{id}',
  tag: 'Accounting',
  summary: 'Get an invoice',
  description: 'Retrieves one invoice.',
  scope: 'accounting:read',
  parameters: {
    path: parameters({ id: idInput({ description: 'ID of the invoice.', example: INVOICE_ID }) }),
  },
  success: { status: 200, description: 'The invoice.', schema: Invoice },
  errors: ['not_found'],
})
