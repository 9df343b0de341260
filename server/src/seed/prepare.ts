/** Finds which properties of a piece are not stored yet, and creates the records that pieces share before the pieces are written in parallel. */
import { newId } from '#server/base/ids.ts'
import { takeInvoiceNumbers, takeNumbers } from '#server/domain/numbers.ts'
import { findOwnersNamed, saveOwners } from '#server/domain/owners/operations.ts'
import { findPortfoliosNamed, savePortfolios } from '#server/domain/portfolios/operations.ts'
import { findPropertiesKnownAs } from '#server/domain/properties/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { findUnitsKnownAs } from '#server/domain/units/known-units.ts'
import { saveNewVendors } from '#server/domain/vendors/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { vendorsOfWork } from './maintenance/vendors.ts'
import type { Piece } from './pieces.ts'
import type { SeedUnit } from './records.ts'

export type Prepared = {
  pieces: {
    piece: Piece
    /** The stored property, if there is one. */
    there: PropertyRecord | undefined
    missing: readonly SeedUnit[]
    ownerId: string
    portfolioId: string
  }[]
  /** The first of a range of invoice numbers that has one number per invoice. */
  firstInvoiceNumber: number
}

/** Prepares one piece at a time, because two at once could create the same owner twice. */
export async function prepare(context: Context, pieces: readonly Piece[]): Promise<Prepared> {
  await saveNewVendors(context, vendorsOfWork(context.now))
  const known = await knownProperties(context, pieces)
  const belongings = await findBelongings(context, pieces)
  const prepared: Prepared['pieces'] = []
  for (const piece of pieces) {
    const { property, units } = piece
    const there = known.get(property.external_id)
    const missing = there ? await missingUnits(context, there, property.name, units) : units
    prepared.push({ piece, there, missing, ...belongings(property) })
  }
  const leases = prepared.flatMap(({ missing }) => missing).flatMap(unit => unit.leases)
  const invoices = leases.reduce((count, { money }) => count + money.invoices.length, 0)
  const firstInvoiceNumber = await takeNumbers(context, takeInvoiceNumbers, invoices)
  return { pieces: prepared, firstInvoiceNumber }
}

async function knownProperties(
  context: Context,
  pieces: readonly Piece[],
): Promise<Map<string | null, PropertyRecord>> {
  const externalIds = pieces.map(({ property }) => property.external_id)
  const found = await findPropertiesKnownAs(context, { externalIds, names: [], addressLines: [] })
  return new Map(found.map(property => [property.external_id, property]))
}

/** A property that is active is complete, whatever it contains, and so is another property with the same external ID. */
async function missingUnits(
  context: Context,
  there: PropertyRecord,
  name: string,
  units: readonly SeedUnit[],
): Promise<SeedUnit[]> {
  if (there.is_active || there.name !== name) return []
  const externalIds = units.map(unit => unit.external_id)
  const known = await findUnitsKnownAs(context, context.today, { labels: [], externalIds })
  const ids = new Set(known.map(unit => unit.external_id))
  return units.filter(unit => !ids.has(unit.external_id))
}

type Belongings = (names: { ownerName: string; portfolioName: string }) => { ownerId: string; portfolioId: string }

/** Owners and portfolios by name; creates the missing ones. */
async function findBelongings(context: Context, pieces: readonly Piece[]): Promise<Belongings> {
  const { now } = context
  const ownerNames = [...new Set(pieces.map(({ property }) => property.ownerName))]
  const portfolioNames = [...new Set(pieces.map(({ property }) => property.portfolioName))]
  const owners = new Map((await findOwnersNamed(context, ownerNames)).map(({ id, name }) => [name, id]))
  const portfolios = new Map((await findPortfoliosNamed(context, portfolioNames)).map(({ id, name }) => [name, id]))
  const newOwners = ownerNames.filter(name => !owners.has(name)).map(name => ({ id: newId('owner', now), name }))
  const newPortfolios = portfolioNames
    .filter(name => !portfolios.has(name))
    .map(name => ({ id: newId('portfolio', now), name }))
  for (const { id, name } of newOwners) owners.set(name, id)
  for (const { id, name } of newPortfolios) portfolios.set(name, id)
  await saveOwners(context, newOwners)
  await savePortfolios(context, newPortfolios)
  return ({ ownerName, portfolioName }) => ({
    ownerId: owners.get(ownerName)!,
    portfolioId: portfolios.get(portfolioName)!,
  })
}
