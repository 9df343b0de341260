/** Monthly charges: previewing what they would issue, generating them, and voiding all charges of a month at once. */
import Type from 'typebox'
import {
  date,
  id,
  idInput,
  integer,
  listOf,
  month,
  nullable,
  oneOf,
  parameters,
  resource,
  signedSumOfCents,
  sumOfCents,
  text,
} from '../values.ts'
import { organizationOperation } from './operation.ts'

const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'

const ofMonth = {
  month: month({ description: 'The month in the form YYYY-MM, in a year from 1900 to 2999.', example: '2026-04' }),
  property_id: Type.Optional(
    idInput({ description: 'Limits the call to leases of this property.', example: PROPERTY_ID }),
  ),
  after: Type.Optional(
    idInput({
      description: 'The `next` of the previous call. Leave it out of the first call.',
      example: LEASE_ID,
    }),
  ),
}

/** A month to bill, for the whole organization, one property or one lease. */
export const InvoiceMonth = parameters({
  ...ofMonth,
  lease_id: Type.Optional(
    idInput({
      description:
        'Limits the call to this lease. Days of the month whose invoice was voided individually are then billed again.',
      example: LEASE_ID,
    }),
  ),
})

const next = nullable(
  text(64, {
    description: 'The `after` of the next call, or null after the last lease.',
    example: LEASE_ID,
  }),
)
const monthField = text(7, { description: 'The month.', example: '2026-04' })
const count = (description: string, example: number) => integer(0, 1_000, { description, example })
/** A count of invoices of 1,000 leases, each of which may be billed for a month in parts, one for each day at most. */
const countOfParts = (description: string, example: number) => integer(0, 31_000, { description, example })
const sum = (description: string, example: number) => sumOfCents({ description, example })

/** Why a lease of the month is not billed, or is billed for only part of it. */
const BILLING_EXCEPTIONS = [
  'NO_CHARGES',
  'NOT_SIGNED',
  'UNIT_OCCUPIED',
  'INVOICE_VOID',
  'PRORATED',
  'REMAINING_DAYS',
  'TOO_MANY_CHARGES',
  'UNIT_OUT_OF_SERVICE',
  'CHARGES_DIFFER',
  'BOOKS_CLOSED',
] as const

const leaseFields = {
  lease_id: id({ description: 'The lease.', example: LEASE_ID }),
  resident_name: nullable(text(201, { description: 'The primary resident’s name.', example: 'Dana Whitfield' })),
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  unit_label: text(100, { description: 'The unit’s label.', example: '204' }),
}

const BillingException = resource('BillingException', 'A lease to review before its month is billed.', {
  ...leaseFields,
  reason: oneOf(BILLING_EXCEPTIONS, {
    description:
      'NO_CHARGES: nothing is charged in the month. NOT_SIGNED: the lease is a draft or waits for a signature. UNIT_OCCUPIED: an earlier lease still occupies the unit. INVOICE_VOID: an invoice of the month was voided individually, so the lease is left alone; generate the charges of this lease alone to bill it again. PRORATED: the lease is billed for only part of the month. REMAINING_DAYS: the month was billed in part, for a move-out that was canceled or postponed or for a start that is now earlier, and the remaining days are billed. TOO_MANY_CHARGES: the lease has more charges than an invoice can hold, so it is left out until some of them end. UNIT_OUT_OF_SERVICE: the lease is billed, but its unit is out of service on some of these days, on which the rent roll does not show it: either the residents have left, or the unit is still in service. CHARGES_DIFFER: the month was billed, and the charges or the days of the lease have changed since; `difference_cents` is not billed or credited by itself. BOOKS_CLOSED: the first day to bill is one whose books are closed, so the lease is left out: charge it on a later date, or reopen the books.',
    example: 'PRORATED',
  }),
  total_cents: sum(
    'The amount that would be billed, in cents, or that would be but for closed books; 0 if nothing.',
    71_250,
  ),
  difference_cents: signedSumOfCents({
    description:
      'For CHARGES_DIFFER, how much more the charges of the lease for its days of the month come to than what was billed, in cents; negative if less. Otherwise 0.',
    example: 0,
  }),
  period_start: nullable(
    date({ description: 'The first day of that amount, if there is one.', example: '2026-04-16' }),
  ),
  period_end: nullable(date({ description: 'The last day of that amount, if there is one.', example: '2026-04-30' })),
})

const ChangedCharge = resource('ChangedCharge', 'A lease whose bill differs from its last one.', {
  ...leaseFields,
  last_month: date({ description: 'The first day of the month billed last.', example: '2026-03-01' }),
  last_total_cents: sum('The amount that was billed last, in cents.', 142_500),
  total_cents: sum('The amount that would be billed now, in cents.', 150_000),
})

const PropertyCharges = resource('PropertyCharges', 'What would be billed at a property.', {
  property_id: id({ description: 'The property.', example: PROPERTY_ID }),
  property_name: leaseFields.property_name,
  invoices: countOfParts('How many invoices would be issued.', 24),
  total_cents: sum('Their total, in cents.', 3_420_000),
})

export const previewMonthlyCharges = organizationOperation({
  tag: 'Invoices',
  method: 'GET',
  path: '/invoices/generate/preview',
  summary: 'Preview monthly charges',
  description:
    'Shows what generating the charges of a month would issue, and stores nothing; up to 1,000 leases per call. Call again with `after` while `next` is not null, and add up the figures.',
  role: 'VIEWER',
  parameters: { query: InvoiceMonth },
  success: {
    status: 200,
    description: 'What would be issued.',
    schema: resource('MonthlyChargesPreview', 'What generating the charges of a month would issue.', {
      month: monthField,
      invoices: countOfParts('How many invoices would be issued.', 112),
      total_cents: sum('Their total, in cents.', 15_960_000),
      properties: listOf(PropertyCharges, 1_000, 'These invoices by property.'),
      exceptions: listOf(BillingException, 1_000, 'Leases to review.'),
      changed: listOf(ChangedCharge, 1_000, 'Leases whose bill differs from their last one.'),
      billed: resource('BilledMonth', 'What has already been billed for the month.', {
        invoices: countOfParts('How many invoices were issued for the month, void ones left out.', 0),
        total_cents: sum('The total of these invoices, in cents.', 0),
        paid_invoices: countOfParts(
          'How many of these invoices have a payment applied that was recorded after they were issued.',
          0,
        ),
      }),
      next,
    }),
  },
})

export const generateInvoices = organizationOperation({
  tag: 'Invoices',
  method: 'POST',
  idempotent: true,
  path: '/invoices/generate',
  summary: 'Generate monthly charges',
  description:
    'Issues one invoice for each lease that is occupied in the month and has none yet, in the whole organization, at one property or for one lease; up to 1,000 leases per call. Call again with `after` while `next` is not null. No day of a lease is billed twice if a call is repeated. A lease whose invoice covers only part of the month, because a move-out was planned that was then canceled or postponed, or because it now starts earlier, is billed for the remaining days. A lease with an invoice of the month that was voided individually is left alone, unless the call is for this lease alone.',
  role: 'ADMIN',
  body: InvoiceMonth,
  success: {
    status: 200,
    description: 'The invoices that were issued.',
    schema: resource('GeneratedInvoices', 'The invoices that one call issued.', {
      month: monthField,
      first_day: date({ description: 'The first day of the month.', example: '2026-04-01' }),
      invoices: countOfParts('How many invoices were issued.', 212),
      total_cents: sum('The total of these invoices, in cents.', 30_210_000),
      leases_without_charges: count('How many leases have no charges in the month.', 1),
      left_out: listOf(
        leaseFields.lease_id,
        1_000,
        'The leases that were left out, because they have more charges than an invoice can hold. A call for one of them alone is refused.',
      ),
      in_closed_books: listOf(
        leaseFields.lease_id,
        1_000,
        'The leases that were left out, because the books are closed on the first day to bill. A call for one of them alone is refused.',
      ),
      next,
    }),
  },
  errors: ['conflict'],
})

export const voidMonthlyCharges = organizationOperation({
  tag: 'Invoices',
  method: 'POST',
  idempotent: true,
  path: '/invoices/generate/void',
  summary: 'Void the charges of a month',
  description:
    'Voids every invoice that generating the charges of a month has issued, in the whole organization or at one property, unless a payment that was recorded later is applied to any of them; up to 1,000 leases per call. A later call leaves out the leases that have paid since the first. Credit that was applied to them is released. The month can then be generated again. Call again with `after` while `next` is not null.',
  role: 'ADMIN',
  body: parameters(ofMonth),
  success: {
    status: 200,
    description: 'The invoices that were voided.',
    schema: resource('VoidedInvoices', 'The invoices that one call voided.', {
      month: monthField,
      invoices: countOfParts('How many invoices were voided.', 212),
      total_cents: signedSumOfCents({ description: 'Their total, in cents.', example: 30_210_000 }),
      left_out: listOf(
        leaseFields.lease_id,
        1_000,
        'The leases that have paid since the first call, whose invoices were not voided.',
      ),
      next,
    }),
  },
  errors: ['conflict'],
})
