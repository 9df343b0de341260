/** Records of a portfolio with ordinary values, and one call that stores them: a test states only what it is about. */
import { newId } from '#server/base/ids.ts'
import { saveInvoices } from '#server/domain/invoices/operations.ts'
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/operations.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import { postEntries } from '#server/domain/ledger/operations.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { type Owner, saveOwners } from '#server/domain/owners/operations.ts'
import { savePayments } from '#server/domain/payments/operations.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import { type Portfolio, savePortfolios } from '#server/domain/portfolios/operations.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { saveOfflineSpans, saveUnitRates, saveUnits } from '#server/domain/units/operations.ts'
import type { OfflineSpan, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
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
    await saveLeaseCharges(context, records.charges ?? [])
    await saveResidents(context, records.residents ?? [])
    await saveLeaseResidents(context, records.leaseResidents ?? [])
    await saveInvoices(context, records.invoices ?? [])
    await savePayments(context, records.payments ?? [])
    await postEntries(context, records.ledger ?? [])
  })
}

export function owner(name = 'Whitfield Holdings LLC'): Owner {
  return { id: newId('owner', START), name, externalId: null }
}

export function portfolio(name = 'Ohio'): Portfolio {
  return { id: newId('portfolio', START), name, externalId: null }
}

export function property(fields: Partial<PropertyRecord> = {}): PropertyRecord {
  return {
    id: newId('property', START),
    portfolioId: null,
    ownerId: null,
    name: 'Maple Court',
    type: 'MULTI_FAMILY',
    addressLine: '120 Maple Ave',
    city: 'Columbus',
    state: 'OH',
    postalCode: '43215',
    yearBuilt: 1987,
    currentValueCents: 0,
    isActive: true,
    externalId: null,
    ...fields,
  }
}

/** In service since long ago, not listed. */
export function unit({ id: propertyId }: { id: string }, fields: Partial<UnitRecord> = {}): UnitRecord {
  const id = newId('unit', START)
  return {
    id,
    propertyId,
    label: id.slice(-8),
    bedrooms: 2,
    bathrooms: 1.5,
    sqft: 870,
    inServiceFrom: '2020-01-01',
    inServiceTo: null,
    availableFrom: null,
    isListed: false,
    listingTitle: null,
    listingDescription: null,
    photos: [],
    amenities: [],
    externalId: null,
    ...fields,
  }
}

export function rate({ id: unitId }: { id: string }, fields: Partial<UnitRate> = {}): UnitRate {
  return { unitId, effectiveFrom: '2020-01-01', unitType: '2x1', marketRentCents: 145_000, ...fields }
}

/** Signed, begun, its term not yet over. */
export function lease(of: UnitRecord, fields: Partial<LeaseRecord> = {}): LeaseRecord {
  return {
    id: newId('lease', START),
    propertyId: of.propertyId,
    unitId: of.id,
    stage: 'SIGNED',
    termType: 'FIXED',
    startDate: '2025-09-01',
    endDate: '2026-08-31',
    moveInDate: '2025-09-01',
    moveOutDate: null,
    noticeGivenOn: null,
    evictionFiledOn: null,
    signedAt: '2025-08-12T18:03:00.000Z',
    rentDueDay: 1,
    externalId: null,
    ...fields,
  }
}

export function resident(fields: Partial<ResidentRecord> = {}): ResidentRecord {
  return {
    id: newId('resident', START),
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@example.com',
    phone: '+16145550134',
    smsOptIn: 'NOT_SET',
    externalId: null,
    ...fields,
  }
}

/** Puts `person` on a lease. */
export function on(
  { id: leaseId }: { id: string },
  { id: residentId }: { id: string },
  role: LeaseResident['role'] = 'PRIMARY',
): LeaseResident {
  return { leaseId, residentId, role }
}

/** Rent of a lease, in force since it began. */
export function charge(of: LeaseRecord, fields: Partial<LeaseCharge> = {}): LeaseCharge {
  return {
    leaseId: of.id,
    code: 'RENT',
    description: 'Rent',
    amountCents: 142_500,
    effectiveFrom: of.startDate,
    effectiveTo: null,
    ...fields,
  }
}

/** What a lease owes from before, unless `fields` say otherwise. */
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

/** Rent of a lease for March 2026, issued but not in the ledger until entriesOf(…) is stored too. */
export function invoice(of: LeaseRecord, fields: Partial<InvoiceRecord> = {}): InvoiceRecord {
  return {
    invoice_id: newId('invoice', START),
    lease_id: of.id,
    property_id: of.propertyId,
    unit_id: of.unitId,
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

/** A payment of March's rent that has arrived; its entries are stored beside it. */
export function payment(of: LeaseRecord, fields: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    payment_id: newId('payment', START),
    lease_id: of.id,
    property_id: of.propertyId,
    unit_id: of.unitId,
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
