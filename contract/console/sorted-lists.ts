/**
 * The lists of version 1 as the console offers them, sortable by column. Each replaces the list it is made from when version 1 is mounted.
 */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import type { Operation } from '../operation.ts'
import * as v1Invoices from '../v1/invoices.ts'
import * as v1Listings from '../v1/listings.ts'
import * as v1Payments from '../v1/payments.ts'
import * as v1Properties from '../v1/properties.ts'
import * as v1Residents from '../v1/residents.ts'
import * as v1Webhooks from '../v1/webhooks.ts'
import * as v1WorkOrders from '../v1/work-orders.ts'
import { date, idInput, integer, oneOf, pageOf, parameters, resource, sumOfCents, withAll } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { PaymentDetail } from './payments.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

export const listProperties = sorted(
  v1Properties.listProperties,
  ['name', 'city', 'type', 'owner_name', 'unit_count', 'current_value'],
  { search: Type.Optional(searchText('the name or the address')) },
)

export const listResidents = sorted(v1Residents.listResidents, [
  'last_name',
  'unit_label',
  'status',
  'role',
  'email',
  'phone',
  'move_in_date',
  'lease_balance_cents',
])

export const listInvoices = sorted(
  v1Invoices.listInvoices,
  ['number', 'status', 'resident_name', 'property_name', 'issue_date', 'due_date', 'total_cents', 'balance_cents'],
  searchWords('the number'),
)

/** A voided payment is CANCELLED, and so is one that never arrived. The list distinguishes the two. */
const ListedPayment = resource('ListedPayment', 'A payment in the list of payments.', {
  ...v1Payments.Payment.properties,
  voided_at: PaymentDetail.properties.voided_at,
})

export const listPayments = sorted(
  {
    ...v1Payments.listPayments,
    success: { ...v1Payments.listPayments.success, schema: pageOf('ListedPaymentList', ListedPayment) },
  },
  [
    'payment_date',
    'status',
    'resident_name',
    'property_name',
    'method',
    'reference',
    'unapplied_cents',
    'amount_cents',
  ],
  {
    ...searchWords('the reference'),
    from: Type.Optional(date({ description: 'Only payments from this day on.', example: '2026-03-01' })),
    to: Type.Optional(date({ description: 'Only payments through this day.', example: '2026-03-31' })),
    method: Type.Optional(
      oneOf(v1Payments.PAYMENT_METHODS, { description: 'Only payments by this method.', example: 'CHECK' }),
    ),
  },
)

const { limit: _, offset: __, sort: ___, ...paymentFilters } = listPayments.parameters.query.properties

export const sumPayments = organizationOperation({
  tag: 'Accounting',
  method: 'GET',
  path: '/payment-sums',
  summary: 'Add up payments',
  description: 'Adds up the payments that the list shows for the same filters, on all of its pages.',
  role: 'VIEWER',
  parameters: { query: parameters(paymentFilters) },
  success: {
    status: 200,
    description: 'The sums.',
    schema: resource('PaymentSums', 'What payments add up to.', {
      payments: integer(0, 2_147_483_647, { description: 'The number of payments.', example: 23 }),
      amount_cents: sumOfCents({ description: 'Their total amount, in cents.', example: 3_420_000 }),
      paid_cents: sumOfCents({ description: 'The part of it that is PAID, in cents.', example: 3_277_500 }),
    }),
  },
})

/** The values of the status filter. OPEN and OVERDUE are derived from the status and the due date, and are not stored. */
const LISTED_WORK_ORDER_STATUSES = withAll(['OPEN', 'OVERDUE', ...v1WorkOrders.WORK_ORDER_STATUSES])

const { parameters: workOrderParameters, ...workOrders } = v1WorkOrders.listWorkOrders
const { status: ____, ...workOrderFilters } = workOrderParameters.query.properties

export const listWorkOrders = sorted(
  { ...workOrders, parameters: { ...workOrderParameters, query: parameters(workOrderFilters) } },
  ['title', 'status', 'priority', 'category', 'property_name', 'vendor_name', 'due_date', 'created_at'],
  {
    ...searchWords('the number or the title'),
    status: Type.Optional(
      oneOf(LISTED_WORK_ORDER_STATUSES, {
        description:
          'Only work orders in this status. OPEN means neither completed nor canceled, and OVERDUE means open and due before today in the organization’s time zone.',
        example: 'OVERDUE',
      }),
    ),
    vendor_id: Type.Optional(
      idInput({ description: 'Only work orders of this vendor.', example: 'vend_01kh3zr6nvb4k8q2r7c9e1d5wm' }),
    ),
  },
)

export const listListings = sorted(v1Listings.listListings, [
  'propertyName',
  'city',
  'listingTitle',
  'bedrooms',
  'sqft',
  'availableFrom',
  'marketRentCents',
])

/** Sortable webhooks. Deliveries, calls and the administrative log may have millions of rows, so those are listed only in the order of their index. */
export const listWebhooks = sorted(v1Webhooks.listWebhooks, [
  'target_url',
  'event',
  'status',
  'last_success_at',
  'last_failure_at',
  'created_at',
])

/** The search of a long list, by word prefixes. */
function searchWords(own: string) {
  const search = searchText('')
  const description = `Only those for which each word of the text, in any order, begins a word of a resident’s name, the unit’s label or the property’s name, and those that match ${own}.`
  return { search: Type.Optional({ ...search, description }) }
}

function sorted<
  Path extends TObject,
  Query extends TProperties,
  Output extends TSchema,
  const Columns extends readonly [string, ...string[]],
  More extends TProperties = Record<never, never>,
>(
  { scope: _, ...operation }: Operation<Path, TObject<Query>, TObject<Record<never, never>>, Output>,
  columns: Columns,
  more: More = {} as More,
) {
  const { path, query } = operation.parameters
  return organizationOperation({
    ...operation,
    role: 'VIEWER',
    parameters: { path, query: parameters({ ...query.properties, ...more, sort: sortBy(columns) }) },
  })
}
