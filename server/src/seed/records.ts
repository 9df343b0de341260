/** The values that the generator yields: plain and nested, without IDs. Money is integer cents, dates are `YYYY-MM-DD`, and a span includes both its days. */
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'

export type SeedProperty = {
  externalId: string
  /** Unique within the portfolio. */
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  addressLine: string
  city: string
  state: string
  postalCode: string
  yearBuilt: number
  currentValueCents: number
  /** Properties with the same owner name or portfolio name share that owner or portfolio. */
  ownerName: string
  portfolioName: string
  units: SeedUnit[]
  /** Work orders for the property as a whole; oldest first, as in its units. */
  workOrders: SeedWorkOrder[]
}

export type SeedUnit = {
  externalId: string
  /** Unique within the property. */
  label: string
  unitType: string
  bedrooms: number
  bathrooms: number
  sqft: number
  inServiceFrom: string
  /** Oldest first; each amount holds until the next one's day. */
  marketRents: { from: string; amountCents: number }[]
  offlineSpans: { from: string; to: string | null; reason: string }[]
  isListed: boolean
  availableFrom: string | null
  listingTitle: string | null
  listingDescription: string | null
  photos: string[]
  amenities: string[]
  /** Oldest first. */
  leases: SeedLease[]
  workOrders: SeedWorkOrder[]
  leads: SeedLead[]
}

/** Instants may lie later on `today` than now. `reporter` is the external id of a resident of the unit. */
export type SeedWorkOrder = Omit<WorkOrderRecord, 'id' | 'propertyId' | 'unitId' | 'residentId' | 'createdAt'> & {
  createdAt: string
  reporter: string | null
}

/** A lead who is interested in the unit. */
export type SeedLead = Omit<LeadRecord, 'id' | 'propertyId' | 'unitId' | 'createdAt'> & { createdAt: string }

export type SeedLease = {
  externalId: string
  stage: 'SIGNED' | 'PENDING_SIGNATURE' | 'DRAFT'
  termType: 'FIXED' | 'MONTH_TO_MONTH'
  startDate: string
  endDate: string | null
  moveInDate: string | null
  moveOutDate: string | null
  noticeGivenOn: string | null
  evictionFiledOn: string | null
  /** RFC 3339, UTC; set exactly when the stage is SIGNED. */
  signedAt: string | null
  rentDueDay: number
  depositCents: number
  charges: SeedCharge[]
  residents: SeedResident[]
  money: SeedMoney
}

/** The invoices and payments of a lease. Instants may lie later on `today` than now. */
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

/** `invoice` and `payment` count from 0 in the lists beside it. */
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
  externalId: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  isPrimary: boolean
  smsOptIn: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
}
