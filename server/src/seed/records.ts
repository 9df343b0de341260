/** The values that the generator yields: plain and nested, without IDs. Money is integer cents, dates are `YYYY-MM-DD`, and a span includes both its days. */
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'

export type SeedProperty = {
  external_id: string
  /** Unique within the portfolio. */
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  address_line: string
  city: string
  state: string
  postal_code: string
  year_built: number
  current_value_cents: number
  /** Properties with the same owner name or portfolio name share that owner or portfolio. */
  ownerName: string
  portfolioName: string
  units: SeedUnit[]
  /** Work orders for the property as a whole; oldest first, as in its units. */
  workOrders: SeedWorkOrder[]
}

export type SeedUnit = {
  external_id: string
  /** Unique within the property. */
  label: string
  unitType: string
  bedrooms: number
  bathrooms: number
  sqft: number
  in_service_from: string
  /** Oldest first; each amount applies until the day of the next one. */
  marketRents: { from: string; amountCents: number }[]
  offlineSpans: { from: string; to: string | null; reason: string }[]
  is_listed: boolean
  available_from: string | null
  listing_title: string | null
  listing_description: string | null
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

export type SeedLease = {
  external_id: string
  stage: 'SIGNED' | 'PENDING_SIGNATURE' | 'DRAFT'
  term_type: 'FIXED' | 'MONTH_TO_MONTH'
  start_date: string
  end_date: string | null
  move_in_date: string | null
  move_out_date: string | null
  notice_given_on: string | null
  eviction_filed_on: string | null
  /** RFC 3339, UTC; set if and only if the stage is SIGNED. */
  signed_at: string | null
  rent_due_day: number
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
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'CONCESSION'
  description: string
  amountCents: number
  from: string
  to: string | null
}

export type SeedResident = {
  external_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  isPrimary: boolean
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
}
