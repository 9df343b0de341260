/** Vendors, who do the work of work orders. */
import Type from 'typebox'
import { WorkOrder } from '../v1/work-orders.ts'
import {
  email,
  flag,
  id,
  idInput,
  integer,
  nullable,
  pageOf,
  pageParameters,
  parameters,
  recordFields,
  resource,
  text,
  yesOrNo,
} from '../values.ts'
import { organizationOperation } from './operation.ts'
import { searchText } from './searching.ts'
import { sortBy } from './sorting.ts'

const VENDOR_ID = 'vend_01kh3zr6nvb4k8q2r7c9e1d5wm'

const name = text(200, {
  description: 'Name of the vendor; no two vendors have the same name, in any case.',
  example: 'Reliable Plumbing LLC',
  minLength: 1,
})

/** Fields that may be null, in replies and requests alike. */
const details = {
  trade: nullable(text(100, { description: 'What the vendor does.', example: 'Plumbing', minLength: 1 })),
  email: nullable(email({ description: 'E-mail address.', example: 'office@reliableplumbing.com' })),
  phone: nullable(text(40, { description: 'Phone number.', example: '+16145550178', minLength: 3 })),
}
const is_active = flag({ description: 'Whether the vendor is offered for new work.', example: true })

export const Vendor = resource('Vendor', 'A vendor.', {
  vendor_id: id({ description: 'The vendor.', example: VENDOR_ID }),
  name,
  ...details,
  is_active,
  open_work_order_count: integer(0, 2_147_483_647, {
    description: 'Number of work orders of the vendor that are neither completed nor canceled.',
    example: 3,
  }),
  ...recordFields,
})

const optional = {
  trade: Type.Optional(details.trade),
  email: Type.Optional(details.email),
  phone: Type.Optional(details.phone),
  is_active: Type.Optional(is_active),
  external_id: Type.Optional(recordFields.external_id),
}

const onlyOne = { path: parameters({ vendor_id: idInput({ description: 'The vendor.', example: VENDOR_ID }) }) }

export const listVendors = organizationOperation({
  tag: 'Vendors',
  method: 'GET',
  path: '/vendors',
  summary: 'List vendors',
  description: 'Lists vendors by name (by code point), then vendor_id.',
  role: 'VIEWER',
  parameters: {
    query: parameters({
      search: Type.Optional(searchText('the name or the trade')),
      name: Type.Optional(
        idInput({
          description: 'Returns only the vendor with this name, in any case.',
          example: 'Reliable Plumbing LLC',
        }),
      ),
      is_active: Type.Optional(
        yesOrNo('Whether only vendors who are offered for new work are returned, or only the others.'),
      ),
      sort: sortBy(['name', 'trade', 'open_work_order_count', 'external_id']),
      ...pageParameters,
    }),
  },
  success: { status: 200, description: 'A page of vendors.', schema: pageOf('VendorList', Vendor) },
})

export const getVendor = organizationOperation({
  tag: 'Vendors',
  method: 'GET',
  path: '/vendors/{vendor_id}',
  summary: 'Get a vendor',
  description: 'Returns one vendor.',
  role: 'VIEWER',
  parameters: onlyOne,
  success: { status: 200, description: 'The vendor.', schema: Vendor },
  errors: ['not_found'],
})

export const createVendor = organizationOperation({
  tag: 'Vendors',
  method: 'POST',
  idempotent: true,
  path: '/vendors',
  summary: 'Create a vendor',
  description:
    'Creates a vendor. Work orders whose `vendor_name` is this name become the vendor’s. A name or external_id that another vendor already has is refused with 409.',
  role: 'ADMIN',
  body: parameters({ name, ...optional }),
  success: { status: 201, description: 'The vendor.', schema: Vendor },
  errors: ['conflict'],
})

export const updateVendor = organizationOperation({
  tag: 'Vendors',
  method: 'PATCH',
  idempotent: true,
  path: '/vendors/{vendor_id}',
  summary: 'Update a vendor',
  description:
    'Changes the fields that are given; null clears a field. The vendor’s work orders show a new name at once.',
  role: 'ADMIN',
  parameters: onlyOne,
  body: parameters({ name: Type.Optional(name), ...optional }),
  success: { status: 200, description: 'The vendor.', schema: Vendor },
  errors: ['not_found', 'conflict'],
})

export const listVendorWorkOrders = organizationOperation({
  tag: 'Vendors',
  method: 'GET',
  path: '/vendors/{vendor_id}/work-orders',
  summary: 'List the work orders of a vendor',
  description: 'Lists the work orders of a vendor, newest first.',
  role: 'VIEWER',
  parameters: { ...onlyOne, query: parameters(pageParameters) },
  success: { status: 200, description: 'A page of work orders.', schema: pageOf('WorkOrderList', WorkOrder) },
  errors: ['not_found'],
})
