/**
 * The values that the generator yields: plain and nested, without IDs. Money is integer cents, dates are `YYYY-MM-DD`, and a span includes both its
 * days.
 */
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'

/** A property. Its name is unique within the portfolio. */
export type SeedProperty = Pick<
  PropertyRecord,
  'name' | 'type' | 'address_line' | 'city' | 'state' | 'postal_code' | 'current_value_cents'
> & {
  external_id: string
  year_built: number
  /** Properties with the same owner name or portfolio name share that owner or portfolio. */
  ownerName: string
  portfolioName: string
  units: SeedUnit[]
  /** Work orders for the property as a whole; oldest first, as in its units. */
  workOrders: SeedWorkOrder[]
}

/** A unit. Its label is unique within the property. */
export type SeedUnit = Pick<
  UnitRecord,
  'label' | 'in_service_from' | 'is_listed' | 'available_from' | 'listing_title' | 'listing_description'
> & {
  external_id: string
  unitType: string
  bedrooms: number
  bathrooms: number
  sqft: number
  /** Oldest first; each amount applies until the day of the next one. */
  marketRents: { from: string; amountCents: number }[]
  offlineSpans: { from: string; to: string | null; reason: string }[]
  /** Names of sample photos. */
  photos: string[]
  amenities: string[]
  /** Oldest first. */
  leases: SeedLease[]
  workOrders: SeedWorkOrder[]
  leads: SeedLead[]
}

/** A work order. Instants may be later on `today` than now. `reporter` is the external ID of a resident of the unit. */
export type SeedWorkOrder = Omit<WorkOrderRecord, 'id' | 'property_id' | 'unit_id' | 'resident_id' | 'created_at'> & {
  created_at: string
  reporter: string | null
}

/** A lead who is interested in the unit. */
export type SeedLead = Omit<LeadRecord, 'id' | 'property_id' | 'unit_id' | 'created_at'> & { created_at: string }

export type SeedLease = Omit<
  LeaseRecord,
  'id' | 'property_id' | 'unit_id' | 'stage' | 'cancelled_on' | 'external_id' | 'security_deposit_cents'
> & {
  external_id: string
  stage: Exclude<LeaseRecord['stage'], 'CANCELLED'>
  depositCents: number
  charges: SeedCharge[]
  residents: SeedResident[]
  money: SeedMoney
}

/** The invoices and payments of a lease. Instants may be later on `today` than now. */
export type SeedMoney = {
  /** In order of issue. */
  invoices: SeedInvoice[]
  payments: SeedPayment[]
  /** The entries of payments and deposits; those of an issued invoice follow from the invoice. */
  entries: SeedEntry[]
}

type Where = 'lease_id' | 'property_id' | 'unit_id' | 'resident_id' | 'external_id' | 'created_at'
export type SeedInvoice = Omit<InvoiceRecord, Where | 'invoice_id' | 'is_draft'> & { created_at: string }
export type SeedPayment = Omit<PaymentRecord, Where | 'payment_id'> & { created_at: string }

/** An entry. `invoice` and `payment` are positions, from 0, in the lists next to it. */
export type SeedEntry = Pick<LedgerEntry, 'account' | 'code' | 'amount_cents' | 'effective_on' | 'description'> & {
  recorded_at: string
  invoice: number | null
  payment: number | null
  due_on: string | null
}

/** Charged every month of the span; a CONCESSION is negative. */
export type SeedCharge = {
  code: LeaseCharge['code']
  description: string
  amountCents: number
  from: string
  to: string | null
}

export type SeedResident = Omit<ResidentRecord, 'id' | 'external_id'> & {
  external_id: string
  role: LeaseResident['role']
  isPrimary: boolean
}
