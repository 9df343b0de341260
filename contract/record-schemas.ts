/**
 * The shape of each type of record in changes and exports, which is the shape that the endpoint for a single record
 * returns.
 */
import type { TObject } from 'typebox'
import { Invoice } from './v1/invoices.ts'
import { Lead } from './v1/leads.ts'
import { LeaseRecord } from './v1/leases.ts'
import { Listing } from './v1/listings.ts'
import { Owner } from './v1/owners.ts'
import { Payment } from './v1/payments.ts'
import { Portfolio } from './v1/portfolios.ts'
import { PropertyListItem } from './v1/properties.ts'
import { ResidentDetail } from './v1/residents.ts'
import { UnitRecord } from './v1/units.ts'
import { WorkOrder } from './v1/work-orders.ts'

/** Units and leases change by themselves, so a property is shown without them, as in its list. */
export const RECORD_SCHEMAS = {
  property: PropertyListItem,
  unit: UnitRecord,
  listing: Listing,
  lease: LeaseRecord,
  resident: ResidentDetail,
  invoice: Invoice,
  payment: Payment,
  work_order: WorkOrder,
  lead: Lead,
  owner: Owner,
  portfolio: Portfolio,
} as const satisfies Record<string, TObject>
