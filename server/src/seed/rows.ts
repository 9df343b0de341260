/** Turns generated values into the records of the domain: with IDs, and with nothing later than now. */
import { type IdKind, newId } from '#server/base/ids.ts'
import { entriesOf } from '#server/domain/invoices/operations.ts'
import type { InvoiceRecord } from '#server/domain/invoices/records.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import type { LedgerEntry, LockedLease } from '#server/domain/ledger/records.ts'
import type { saveCaptured } from '#server/domain/messages/operations.ts'
import type { PaymentRecord } from '#server/domain/payments/records.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { OfflineSpan, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { samplePhotoUrl } from './listings.ts'
import { messagesAbout } from './messages.ts'
import type { SeedLease, SeedMoney, SeedProperty, SeedUnit, SeedWorkOrder } from './records.ts'

export type Rows = ReturnType<typeof emptyRows>

type Place = { propertyId: string; unitId: string }

function emptyRows() {
  return {
    properties: [] as PropertyRecord[],
    units: [] as UnitRecord[],
    rates: [] as UnitRate[],
    offline: [] as OfflineSpan[],
    residents: [] as ResidentRecord[],
    leases: [] as LeaseRecord[],
    leaseResidents: [] as LeaseResident[],
    charges: [] as LeaseCharge[],
    invoices: [] as InvoiceRecord[],
    payments: [] as PaymentRecord[],
    /** Each element has the entries of one lease, because a constraint checks the sums within a statement. */
    entries: [] as LedgerEntry[][],
    workOrders: [] as WorkOrderRecord[],
    leads: [] as LeadRecord[],
    messages: [] as Parameters<typeof saveCaptured>[1][number][],
  }
}

export class RowCollector {
  readonly rows = emptyRows()
  readonly #nowMs: number
  readonly #now: string
  readonly #origin: string

  /** `origin` is the address of the service, which shows the sample photos. */
  constructor(nowMs: number, origin: string) {
    this.#nowMs = nowMs
    this.#origin = origin
    this.#now = new Date(nowMs).toISOString()
  }

  addProperty(property: SeedProperty, belongs: { owner_id: string; portfolio_id: string; is_active: boolean }) {
    const { units: _, workOrders, ownerName: _owner, portfolioName: _portfolio, ...fields } = property
    const id = this.#make('property')
    this.rows.properties.push({ ...fields, ...belongs, id })
    this.#addWorkOrders(workOrders, { property_id: id, unit_id: null }, new Map())
    return id
  }

  addUnit(propertyId: string, unit: SeedUnit): void {
    const { unitType, marketRents, offlineSpans, leases, workOrders, leads, photos, ...fields } = unit
    const unitId = this.#make('unit')
    const place = { propertyId, unitId }
    const residentIds = new Map<string, string>()
    const urls = photos.map(name => samplePhotoUrl(this.#origin, name))
    this.rows.units.push({ ...fields, photos: urls, id: unitId, property_id: propertyId, in_service_to: null })
    for (const { from, amountCents } of marketRents) {
      this.rows.rates.push({
        unit_id: unitId,
        effective_from: from,
        unit_type: unitType,
        market_rent_cents: amountCents,
      })
    }
    for (const { from, to, reason } of offlineSpans)
      this.rows.offline.push({ unit_id: unitId, starts_on: from, ends_on: to, reason })
    for (const lease of leases) this.#addLease(place, lease, residentIds)
    this.#addWorkOrders(workOrders, { property_id: propertyId, unit_id: unitId }, residentIds)
    for (const lead of leads) {
      this.rows.leads.push({
        ...lead,
        property_id: propertyId,
        unit_id: unitId,
        id: this.#make('lead'),
        created_at: this.#past(lead.created_at),
      })
    }
  }

  #addLease(place: Place, lease: SeedLease, residentIds: Map<string, string>): void {
    const { residents, charges, money, depositCents: _, ...fields } = lease
    const leaseId = this.#make('lease')
    this.rows.leases.push({ ...fields, property_id: place.propertyId, unit_id: place.unitId, id: leaseId })
    for (const { role, isPrimary: _primary, ...resident } of residents) {
      const residentId = this.#make('resident')
      residentIds.set(resident.external_id, residentId)
      this.rows.residents.push({ ...resident, id: residentId })
      this.rows.leaseResidents.push({ lease_id: leaseId, resident_id: residentId, role })
    }
    for (const { code, description, amountCents, from, to } of charges) {
      this.rows.charges.push({
        lease_id: leaseId,
        code,
        description,
        amount_cents: amountCents,
        effective_from: from,
        effective_to: to,
      })
    }
    const residentId = residentIds.get(residents[0]!.external_id)!
    const of = { property_id: place.propertyId, unit_id: place.unitId, lease_id: leaseId, resident_id: residentId }
    this.#addMoney(money, { ...of, external_id: null })
    const { email = null, phone = null, sms_opt_in: smsOptIn } = residents[0]!
    for (const { subject, ...message } of messagesAbout(lease)) {
      const written = { ...message, id: this.#make('message'), residentId, createdAt: this.#past(message.createdAt) }
      if (email !== null) this.rows.messages.push({ ...written, channel: 'EMAIL', recipient: email, subject })
      else if (phone !== null && smsOptIn !== 'OPTED_OUT') {
        this.rows.messages.push({ ...written, channel: 'SMS', recipient: phone, subject: null })
      }
    }
  }

  #addMoney(money: SeedMoney, of: LockedLease & { external_id: null }): void {
    const { lease_id } = of
    const invoices = money.invoices.map(invoice => {
      return {
        ...invoice,
        ...of,
        invoice_id: this.#make('invoice'),
        is_draft: false,
        created_at: this.#past(invoice.created_at),
      }
    })
    const payments = money.payments.map(payment => {
      const { created_at, received_at, reversed_at } = payment
      const instants = {
        created_at: this.#past(created_at),
        received_at: this.#past(received_at),
        reversed_at: this.#past(reversed_at),
      }
      return { ...payment, ...of, ...instants, payment_id: this.#make('payment') }
    })
    const entries = money.entries.map(({ invoice, payment, recorded_at, ...entry }): LedgerEntry => {
      const invoice_id = invoice === null ? null : invoices[invoice]!.invoice_id
      const payment_id = payment === null ? null : payments[payment]!.payment_id
      return { ...entry, lease_id, invoice_id, payment_id, recorded_at: this.#past(recorded_at) }
    })
    this.rows.invoices.push(...invoices)
    this.rows.payments.push(...payments)
    this.rows.entries.push([...invoices.flatMap(invoice => entriesOf(invoice, invoice.created_at)), ...entries])
  }

  #addWorkOrders(
    workOrders: readonly SeedWorkOrder[],
    place: { property_id: string; unit_id: string | null },
    residentIds: ReadonlyMap<string, string>,
  ): void {
    for (const { reporter, ...workOrder } of workOrders) {
      const instants = {
        created_at: this.#past(workOrder.created_at),
        completed_at: this.#past(workOrder.completed_at),
      }
      const residentId = residentIds.get(reporter ?? '') ?? null
      this.rows.workOrders.push({
        ...workOrder,
        ...place,
        ...instants,
        resident_id: residentId,
        id: this.#make('workOrder'),
      })
    }
  }

  #make(kind: IdKind): string {
    return newId(kind, this.#nowMs)
  }

  /** The instant, but never later than now. Generated instants may be at any time of their day, so those of today may be in the future. */
  #past<Instant extends string | null>(instant: Instant): Instant | string {
    return instant !== null && instant > this.#now ? this.#now : instant
  }
}
