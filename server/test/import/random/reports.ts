/** The layouts in which a random portfolio is written, and what an import of each report must give. */
import type { RentRollRow } from '#server/import/read/records.ts'
import type { Stated } from '../reproduction.ts'
import { entrata } from './entrata.ts'
import { appfolio, buildium, list } from './lists.ts'
import { onesite } from './onesite.ts'
import { chargedCents, type Home, MEANINGS, type Property, type Tenancy } from './portfolio.ts'
import type { Report } from './report.ts'
import { resman } from './resman.ts'
import { breeze, yardi } from './yardi.ts'

export const REPORTS: readonly Report[] = [yardi, onesite, entrata, buildium, breeze, resman, appfolio, list]

/** Whether the layout shows who is to come. */
const SHOWS_NEXT = new Set(['yardi-lease-charges', 'onesite', 'entrata'])
const ONE_PROPERTY = new Set(['onesite', 'entrata'])

/** What the import of the report must state of each unit, in the order of the report. */
export function expectedOf(report: Report, properties: readonly Property[]): Stated[] {
  const inReport = ONE_PROPERTY.has(report.name) ? properties.slice(0, 1) : properties
  return inReport.flatMap(({ name, homes }) => homes.map(home => statedOf(report, name, home)))
}

/** The next tenancies that the report shows, by property and unit. */
export function nextOf(report: Report, properties: readonly Property[]): [place: string, next: Tenancy][] {
  if (!SHOWS_NEXT.has(report.name)) return []
  const inReport = ONE_PROPERTY.has(report.name) ? properties.slice(0, 1) : properties
  return inReport.flatMap(({ name, homes }) =>
    homes.flatMap(({ label, next }): [string, Tenancy][] => (next ? [[`${name} ${label}`, next]] : [])),
  )
}

function statedOf({ name: layout, states }: Report, property: string, home: Home): Stated {
  const { living, next, label } = home
  const isRented = next !== undefined && SHOWS_NEXT.has(layout)
  const lease = living ?? (isRented ? next : undefined)
  return {
    property,
    unit: label,
    // Buildium has no word for a unit that is not for rent.
    status: statusOf(home, isRented, states.moveOut, layout !== 'buildium'),
    unitType: states.type ? home.type : undefined,
    sqft: states.sqft && home.sqft > 0 ? home.sqft : undefined,
    marketRentCents: states.market ? home.marketCents : undefined,
    residents: lease?.people.map(([first, last]) => `${first} ${last}`) ?? [],
    ...(lease && {
      leaseFrom: states.from ? lease.from : undefined,
      leaseTo: lease.to,
      moveIn: states.moveIn ? lease.moveIn : undefined,
      moveOut: states.moveOut ? lease.moveOut : undefined,
      rentCents: chargedCents(lease, 'RENT'),
      charges: othersOf(lease, layout),
      depositCents: lease.depositCents,
      balanceCents: lease.balanceCents,
    }),
  }
}

function statusOf(
  { isOffline, living }: Home,
  isRented: boolean,
  showsMoveOut: boolean,
  showsOffline: boolean,
): string {
  if (isOffline && showsOffline) return 'OFFLINE'
  if (!living) return isRented ? 'VACANT_RENTED' : 'VACANT_UNRENTED'
  if (!living.moveOut || !showsMoveOut) return 'CURRENT'
  return isRented ? 'NOTICE_RENTED' : 'NOTICE_UNRENTED'
}

/** The charges beyond the rent, by code. Some layouts have one figure for all of them. */
function othersOf(lease: Tenancy, layout: string): Record<string, number> {
  const credits = chargedCents(lease, 'CONCESSION')
  const others = chargedCents(lease) - chargedCents(lease, 'RENT')
  if (layout === 'buildium') return nonzero({ CONCESSION: credits, OTHER: others - credits })
  if (layout === 'yardi-breeze') return nonzero({ [others < 0 ? 'CONCESSION' : 'OTHER']: others })
  const codes = new Set(lease.charges.map(({ word }) => MEANINGS[word]).filter(code => code !== 'RENT'))
  return nonzero(Object.fromEntries([...codes].map(code => [code, chargedCents(lease, code)])))
}

function nonzero(charges: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(charges).filter(([, cents]) => cents !== 0))
}

/** What was read of a unit, in the form of `expectedOf`. */
export function readBy({ property, unit, status, tenancy, futureTenancies }: RentRollRow): Stated {
  const { residents, lease } = tenancy ?? futureTenancies[0] ?? {}
  const charges: Record<string, number> = {}
  for (const { code, amount_cents } of lease?.otherCharges ?? []) charges[code] = (charges[code] ?? 0) + amount_cents
  return {
    property: property.name,
    unit: unit.label,
    status,
    unitType: unit.unitType,
    sqft: unit.sqft,
    marketRentCents: unit.marketRentCents,
    residents: (residents ?? []).map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()),
    ...(lease && {
      leaseFrom: lease.from,
      leaseTo: lease.to,
      moveIn: lease.moveIn,
      moveOut: lease.moveOut,
      rentCents: lease.rentCents,
      charges: nonzero(charges),
      depositCents: lease.depositCents,
      balanceCents: (lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0),
    }),
  }
}
