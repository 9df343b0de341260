/** Records of a portfolio with ordinary values, and one call that stores them: a test states only what it is about. */
import { newId } from '#server/base/ids.ts'
import { saveInvoices } from '#server/domain/invoices/operations.ts'
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/change.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { type Owner, saveOwners } from '#server/domain/owners/operations.ts'
import { savePayments } from '#server/domain/payments/operations.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { type Portfolio, savePortfolios } from '#server/domain/portfolios/operations.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { OfflineSpan, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import { saveOfflineSpans, saveUnitRates, saveUnits } from '#server/domain/units/save-units.ts'
import { type Organization, START } from './world.ts'

export type Records = {
  owners?: Owner[]
  portfolios?: Portfolio[]
  properties?: PropertyRecord[]
  units?: UnitRecord[]
  rates?: UnitRate[]
  offlineSpans?: OfflineSpan[]
  leases?: LeaseRecord[]
  charges?: LeaseCharge[]
  residents?: ResidentRecord[]
  leaseResidents?: LeaseResident[]
  invoices?: InvoiceRecord[]
  payments?: PaymentRecord[]
  ledger?: LedgerEntry[]
}

/** Stores all of it in one transaction, through the operations that import and seed use. */
export function store(organization: Organization, records: Records): Promise<void> {
  return organization.within(async context => {
    await saveOwners(context, records.owners ?? [])
    await savePortfolios(context, records.portfolios ?? [])
    await saveProperties(context, records.properties ?? [])
    await saveUnits(context, records.units ?? [])
    await saveUnitRates(context, records.rates ?? [])
    await saveOfflineSpans(context, records.offlineSpans ?? [])
    await saveLeases(context, records.leases ?? [])
    await saveLeaseCharges(context, records.charges ?? [], undefined, { areNew: true })
    await saveResidents(context, records.residents ?? [])
    await saveLeaseResidents(context, records.leaseResidents ?? [])
    await saveInvoices(context, records.invoices ?? [])
    await savePayments(context, records.payments ?? [])
    await postEntries(context, records.ledger ?? [])
  })
}

export function owner(name = 'Whitfield Holdings LLC'): Owner {
  return { id: newId('owner', START), name, external_id: null }
}

export function portfolio(name = 'Ohio'): Portfolio {
  return { id: newId('portfolio', START), name, external_id: null }
}

export function property(fields: Partial<PropertyRecord> = {}): PropertyRecord {
  return {
    id: newId('property', START),
    portfolio_id: null,
    owner_id: null,
    name: 'Maple Court',
    type: 'MULTI_FAMILY',
    address_line: '120 Maple Ave',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    year_built: 1987,
    current_value_cents: 0,
    is_active: true,
    external_id: null,
    ...fields,
  }
}

/** A unit that has long been in service and is not listed. */
export function unit({ id: propertyId }: { id: string }, fields: Partial<UnitRecord> = {}): UnitRecord {
  const id = newId('unit', START)
  return {
    id,
    property_id: propertyId,
    label: id.slice(-8),
    bedrooms: 2,
    bathrooms: 1.5,
    sqft: 870,
    in_service_from: '2020-01-01',
    in_service_to: null,
    available_from: null,
    is_listed: false,
    listing_title: null,
    listing_description: null,
    photos: [],
    amenities: [],
    external_id: null,
    ...fields,
  }
}

export function rate({ id: unitId }: { id: string }, fields: Partial<UnitRate> = {}): UnitRate {
  return { unit_id: unitId, effective_from: '2020-01-01', unit_type: '2x1', market_rent_cents: 145_000, ...fields }
}

/** A signed lease that has begun and whose term has not ended. */
export function lease(of: UnitRecord, fields: Partial<LeaseRecord> = {}): LeaseRecord {
  return {
    id: newId('lease', START),
    property_id: of.property_id,
    unit_id: of.id,
    stage: 'SIGNED',
    term_type: 'FIXED',
    start_date: '2025-09-01',
    end_date: '2026-08-31',
    move_in_date: '2025-09-01',
    move_out_date: null,
    notice_given_on: null,
    eviction_filed_on: null,
    signed_at: '2025-08-12T18:03:00.000Z',
    rent_due_day: 1,
    external_id: null,
    ...fields,
  }
}

export function resident(fields: Partial<ResidentRecord> = {}): ResidentRecord {
  return {
    id: newId('resident', START),
    first_name: 'Dana',
    last_name: 'Whitfield',
    email: 'dana@example.com',
    phone: '+16145550134',
    sms_opt_in: 'NOT_SET',
    external_id: null,
    ...fields,
  }
}

/** Puts `person` on a lease. */
export function on(
  { id: leaseId }: { id: string },
  { id: residentId }: { id: string },
  role: LeaseResident['role'] = 'PRIMARY',
): LeaseResident {
  return { lease_id: leaseId, resident_id: residentId, role }
}

/** The recurring rent charge of a lease, in force since the lease began. */
export function charge(of: LeaseRecord, fields: Partial<LeaseCharge> = {}): LeaseCharge {
  return {
    lease_id: of.id,
    code: 'RENT',
    description: 'Rent',
    amount_cents: 142_500,
    effective_from: of.start_date,
    effective_to: null,
    ...fields,
  }
}

/** An opening balance that a lease owes, unless `fields` state otherwise. */
export function entry({ id: leaseId }: { id: string }, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    lease_id: leaseId,
    account: 'RECEIVABLE',
    code: 'OPENING_BALANCE',
    amount_cents: 30_000,
    effective_on: '2026-01-01',
    description: 'Opening balance',
    ...fields,
  }
}

/** An invoice for a lease's rent for March 2026. It is issued, but not in the ledger until entriesOf(…) is stored too. */
export function invoice(of: LeaseRecord, fields: Partial<InvoiceRecord> = {}): InvoiceRecord {
  return {
    invoice_id: newId('invoice', START),
    lease_id: of.id,
    property_id: of.property_id,
    unit_id: of.unit_id,
    resident_id: null,
    is_draft: false,
    issue_date: '2026-03-01',
    due_date: '2026-03-01',
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    recurring_month: null,
    lines: [{ charge_code: 'RENT', description: 'Rent', amount_cents: 142_500 }],
    external_id: null,
    ...fields,
  }
}

/** A received payment of March's rent; its entries are stored with it. */
export function payment(of: LeaseRecord, fields: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    payment_id: newId('payment', START),
    lease_id: of.id,
    property_id: of.property_id,
    unit_id: of.unit_id,
    resident_id: null,
    status: 'PAID',
    method: 'ACH',
    amount_cents: 142_500,
    refunded_cents: 0,
    payment_date: '2026-03-02',
    received_at: '2026-03-02T15:00:00.000Z',
    reversed_at: null,
    reference: null,
    memo: null,
    failure_reason: null,
    external_id: null,
    ...fields,
  }
}
