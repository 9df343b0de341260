/** Writes a generated portfolio into an organization through the domain's operations, one transaction a property. */
import { type IdKind, newId } from '#server/base/ids.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/operations.ts'
import type { LeaseCharge, LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import { postEntries } from '#server/domain/ledger/operations.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { findOwnersNamed, saveOwners } from '#server/domain/owners/operations.ts'
import { findPortfoliosNamed, savePortfolios } from '#server/domain/portfolios/operations.ts'
import { listKnownExternalIds, saveProperties } from '#server/domain/properties/operations.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { saveOfflineSpans, saveUnitRates, saveUnits } from '#server/domain/units/operations.ts'
import type { OfflineSpan, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import type { Context } from '#server/platform/context.ts'
import { generatePortfolio, type PortfolioOptions } from './portfolio.ts'
import type { SeedLease, SeedProperty, SeedUnit } from './records.ts'

type Counts = { properties: number; units: number; leases: number; residents: number }
export type Seeded = Counts & { skipped_properties: number }

/** Runs `work` in a transaction of the organization. */
export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Same options, same portfolio. A property that is there already (by its external id) is left as it is, so that an interrupted
 * seed can be run again. `onUnits` is told the units dealt with so far.
 */
export async function seedOrganization(
  options: PortfolioOptions,
  inTransaction: InTransaction,
  onUnits: (units: number) => void,
): Promise<Seeded> {
  const seeded: Seeded = { properties: 0, units: 0, leases: 0, residents: 0, skipped_properties: 0 }
  let units = 0
  for (const property of generatePortfolio(options)) {
    const written = await inTransaction(async context => {
      const [exists] = await listKnownExternalIds(context, [property.externalId])
      return exists === undefined ? writeProperty(context, property) : undefined
    })
    seeded.properties += written?.properties ?? 0
    seeded.units += written?.units ?? 0
    seeded.leases += written?.leases ?? 0
    seeded.residents += written?.residents ?? 0
    seeded.skipped_properties += written ? 0 : 1
    units += property.units.length
    onUnits(units)
  }
  return seeded
}

async function writeProperty(context: Context, { units, ...property }: SeedProperty): Promise<Counts> {
  const make = (kind: IdKind) => newId(kind, context.now)
  const rows = {
    units: [] as UnitRecord[],
    rates: [] as UnitRate[],
    offline: [] as OfflineSpan[],
    leases: [] as LeaseRecord[],
    residents: [] as ResidentRecord[],
    leaseResidents: [] as LeaseResident[],
    charges: [] as LeaseCharge[],
    entries: [] as LedgerEntry[],
  }
  const propertyId = make('property')
  for (const unit of units) addUnit(unit)

  await saveProperties(context, [
    {
      ...property,
      id: propertyId,
      ownerId: await ownerNamed(property.ownerName),
      portfolioId: await portfolioNamed(property.portfolioName),
      isActive: true,
    },
  ])
  await saveUnits(context, rows.units)
  await saveUnitRates(context, rows.rates)
  await saveOfflineSpans(context, rows.offline)
  await saveResidents(context, rows.residents)
  await saveLeases(context, rows.leases)
  await saveLeaseResidents(context, rows.leaseResidents)
  await saveLeaseCharges(context, rows.charges)
  await postEntries(context, rows.entries)
  return { properties: 1, units: rows.units.length, leases: rows.leases.length, residents: rows.residents.length }

  function addUnit({ leases, ...unit }: SeedUnit): void {
    const unitId = make('unit')
    rows.units.push({ ...unit, id: unitId, propertyId, inServiceTo: null })
    for (const { from, amountCents } of unit.marketRents) {
      rows.rates.push({ unitId, effectiveFrom: from, unitType: unit.unitType, marketRentCents: amountCents })
    }
    for (const { from, to, reason } of unit.offlineSpans)
      rows.offline.push({ unitId, startsOn: from, endsOn: to, reason })
    for (const lease of leases) addLease(unitId, lease)
  }

  function addLease(unitId: string, { residents, charges, ...lease }: SeedLease): void {
    const leaseId = make('lease')
    rows.leases.push({ ...lease, id: leaseId, propertyId, unitId })
    for (const resident of residents) {
      const residentId = make('resident')
      rows.residents.push({ ...resident, id: residentId })
      rows.leaseResidents.push({ leaseId, residentId, role: resident.role })
    }
    for (const { code, description, amountCents, from, to } of charges) {
      rows.charges.push({ leaseId, code, description, amountCents, effectiveFrom: from, effectiveTo: to })
    }
    const { stage, startDate: effectiveOn, depositCents: amountCents, moveOutDate } = lease
    if (stage !== 'SIGNED' || effectiveOn > context.today) return
    const entry = { leaseId, account: 'DEPOSIT', code: 'DEPOSIT' } as const
    rows.entries.push({ ...entry, amountCents, effectiveOn, description: 'Deposit received' })
    if (moveOutDate !== null && moveOutDate < context.today) {
      rows.entries.push({
        ...entry,
        amountCents: -amountCents,
        effectiveOn: moveOutDate,
        description: 'Deposit returned',
      })
    }
  }

  async function ownerNamed(name: string): Promise<string> {
    const [known] = await findOwnersNamed(context, [name])
    const id = known?.id ?? make('owner')
    if (!known) await saveOwners(context, [{ id, name }])
    return id
  }

  async function portfolioNamed(name: string): Promise<string> {
    const [known] = await findPortfoliosNamed(context, [name])
    const id = known?.id ?? make('portfolio')
    if (!known) await savePortfolios(context, [{ id, name }])
    return id
  }
}
