/** Names for the ids in lists: of properties, units and the people on a lease. What was read once is used by every row. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { eachItem } from '#client/pages.ts'
import type { Property } from '#client/v1.ts'
import { None, Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { useName } from '../session/names.ts'

const NAMES_STALE_MS = 5 * 60_000
const LINK = 'relative z-10 hover:text-accent hover:underline'
/** To choose from; beyond it a property is reached by its list. */
const MAX_CHOICES = 1_000

/** Every property by name, for menus. */
export function useProperties() {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'all properties'],
    queryFn: async ({ signal }) => {
      const properties: Property[] = []
      for await (const property of eachItem(page => client.listProperties(page, { signal }))) {
        properties.push(property)
        if (properties.length === MAX_CHOICES) break
      }
      return properties
    },
    staleTime: NAMES_STALE_MS,
  })
}

export function propertyChoices(properties: Property[] | undefined) {
  return (properties ?? []).map(({ property_id, name }) => ({ value: property_id, text: name }))
}

/** A property with its units and active leases. */
export function useProperty(propertyId: string | undefined) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'property', propertyId],
    queryFn: ({ signal }) => client.getProperty({ id: propertyId ?? '' }, { signal }),
    enabled: propertyId !== undefined && propertyId !== '',
    staleTime: NAMES_STALE_MS,
  })
}

/** `Maple Court · 204`, which breaks before the unit and not within it. */
export function PlaceName({ property, unit }: { property: string; unit: string }) {
  return (
    <>
      {property} <span className="whitespace-nowrap">· {unit}</span>
    </>
  )
}

/** It, by its ids. */
export function Place({ propertyId, unitId }: { propertyId: string; unitId: string | null }) {
  const { id: organization } = useOrganization()
  const [property, unit] = [useName(propertyId), useName(unitId)]
  if (property === undefined || unit === undefined) return <Shimmer className="h-3.5 w-28" />
  if (property === null) return <None />
  if (unitId === null || unit === null) {
    return (
      <Link to="/$organization/properties/$property" params={{ organization, property: propertyId }} className={LINK}>
        {property}
      </Link>
    )
  }
  return (
    <Link to="/$organization/units/$unit" params={{ organization, unit: unitId }} className={LINK}>
      <PlaceName property={property} unit={unit.slice(property.length + 1)} />
    </Link>
  )
}

/** The person who is named, else who is first on the lease. */
export function ResidentName({ leaseId, residentId }: { leaseId: string | null; residentId: string | null }) {
  const { id: organization } = useOrganization()
  const name = useName(residentId ?? leaseId)
  if (name === undefined) return <Shimmer className="h-3.5 w-24" />
  if (name === null) return <None />
  if (residentId !== null) {
    return (
      <Link to="/$organization/residents/$resident" params={{ organization, resident: residentId }} className={LINK}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/$organization/leases/$lease" params={{ organization, lease: leaseId as string }} className={LINK}>
      {name.split(', ')[0]}
    </Link>
  )
}

/** For lists that are empty as long as nothing was brought in. */
export function ImportLink({ children }: { children: ReactNode }) {
  const { id: organization } = useOrganization()
  return (
    <Link to="/$organization/import" params={{ organization }} className="text-accent underline">
      {children}
    </Link>
  )
}
