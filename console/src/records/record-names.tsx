/** Names of properties, units and residents for the IDs in lists. A name that was read once serves every row. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Property } from '#client/v1.ts'
import type { Choice } from '../kit/matching.ts'
import { None, Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { NAMES_STALE_MS, useName } from '../session/names.ts'
import { useRead } from '../session/use-read.ts'
import { PageLink } from './page-link.tsx'
import { placeName } from './place-name.ts'
import { RecordLink } from './record-link.tsx'
import { recordQuery } from './record-query.ts'

/** The most properties a menu offers; any other is found in the list of properties. */
const MAX_CHOICES = 1_000

/** Every property by name, for menus. */
export function useProperties() {
  return useRead(
    ['all properties'],
    async (client, call) => {
      const properties: Property[] = []
      for await (const property of client.eachProperty({}, call)) {
        properties.push(property)
        if (properties.length === MAX_CHOICES) break
      }
      return properties
    },
    { staleTime: NAMES_STALE_MS },
  )
}

/** The properties to choose from; undefined until they have been read. */
export function propertyChoices(properties: Property[]): Choice[]
export function propertyChoices(properties: Property[] | undefined): Choice[] | undefined
export function propertyChoices(properties: Property[] | undefined): Choice[] | undefined {
  return properties?.map(({ property_id, name }) => ({ value: property_id, text: name }))
}

/** The property that a form offers first: the only one, because the first of several would be taken by accident. */
export function onlyProperty(properties: Property[] | undefined): string | undefined {
  return properties?.length === 1 ? properties[0]?.property_id : undefined
}

export const propertyQuery = recordQuery('property', (client, id, options) => client.getProperty({ id }, options))

export const residentQuery = recordQuery('resident', (client, id, options) => client.getResident({ id }, options))

/** A property with its units and active leases. */
export function useProperty(propertyId: string | undefined) {
  const organization = useOrganization().id
  return useQuery({
    ...propertyQuery(organization, propertyId ?? ''),
    enabled: propertyId !== undefined && propertyId !== '',
    staleTime: NAMES_STALE_MS,
  })
}

export function addressOf(property: Pick<Property, 'address_line' | 'city' | 'state' | 'postal_code'>): string {
  const { address_line, city, state, postal_code } = property
  return `${address_line}, ${city}, ${state} ${postal_code}`
}

/** A longer label of a unit would be wider than a phone. */
const MAX_UNWRAPPED_LENGTH = 24

/** `Maple Court · 204`, which breaks before the unit and not within it. A house whose only unit has its name is named once, as `placeName` does. */
export function PlaceName({ property, unit }: { property: string; unit: string }) {
  if (placeName(property, unit) === property) return <bdi>{property}</bdi>
  return (
    <>
      <bdi>{property}</bdi>&nbsp;·{' '}
      <span className={unit.length > MAX_UNWRAPPED_LENGTH ? '' : 'whitespace-nowrap'}>{unit}</span>
    </>
  )
}

/** The name of a unit, or of its property, by their IDs. */
export function Place({ propertyId, unitId }: { propertyId: string; unitId: string | null }) {
  const [property, unit] = [useName(propertyId), useName(unitId)]
  if (property === undefined || unit === undefined) return <Shimmer className="h-3.5 w-28" />
  if (property === null) return <None />
  const label = unit?.slice(property.length + ' · '.length)
  return (
    <RecordLink id={unit === null ? propertyId : (unitId ?? propertyId)} look="quiet">
      {label ? <PlaceName property={property} unit={label} /> : property}
    </RecordLink>
  )
}

/** The resident who is named, otherwise the primary resident of the lease. */
export function ResidentName({ leaseId, residentId }: { leaseId: string | null; residentId: string | null }) {
  const name = useName(residentId ?? leaseId)
  if (name === undefined) return <Shimmer className="h-3.5 w-24" />
  if (name === null) return <None />
  return (
    <RecordLink id={residentId ?? leaseId ?? ''} look="quiet">
      {residentId === null ? name.split(', ')[0] : name}
    </RecordLink>
  )
}

/** What the list of units says while no property is chosen. */
export const PROPERTY_FIRST = 'Choose a property first.'

/** A link to the import, for lists that are empty until something is imported. */
export function ImportLink({ children }: { children: ReactNode }) {
  return (
    <PageLink to="/$organization/import" className="text-accent underline">
      {children}
    </PageLink>
  )
}
