/** Names for the ids in lists: of properties, units and the people on a lease. What was read once is used by every row. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { eachItem } from '#client/pages.ts'
import type { Property } from '#client/v1.ts'
import { None, Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'

const NAMES_STALE_MS = 5 * 60_000
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
  const { data, isPending } = useProperty(propertyId)
  if (isPending) return <Shimmer className="h-3.5 w-28" />
  if (!data) return <None />
  const unit = data.units.find(({ unit_id }) => unit_id === unitId)
  const look = 'relative z-10 hover:text-accent hover:underline'
  if (!unit) {
    return (
      <Link to="/$organization/properties/$property" params={{ organization, property: propertyId }} className={look}>
        {data.name}
      </Link>
    )
  }
  return (
    <Link to="/$organization/units/$unit" params={{ organization, unit: unit.unit_id }} className={look}>
      <PlaceName property={data.name} unit={unit.label} />
    </Link>
  )
}

/** The person of a lease, or of no lease that is named: the one who is, else its primary resident. */
export function ResidentName({
  propertyId,
  leaseId,
  residentId,
}: {
  propertyId: string
  leaseId: string | null
  residentId: string | null
}) {
  const { id: organization, client } = useOrganization()
  const { data, isPending } = useProperty(propertyId)
  const leases = data?.active_leases.filter(({ lease_id }) => leaseId === null || lease_id === leaseId) ?? []
  const residents = leases.flatMap(lease => lease.residents)
  const listed = residents.find(one => (residentId === null ? one.is_primary : one.resident_id === residentId))
  // Of a lease that is over, only the person themself can be asked for.
  const former = useQuery({
    queryKey: [organization, 'resident', residentId],
    queryFn: ({ signal }) => client.getResident({ id: residentId ?? '' }, { signal }),
    enabled: data !== undefined && !listed && residentId !== null,
    staleTime: NAMES_STALE_MS,
  })
  if (isPending || former.isLoading) return <Shimmer className="h-3.5 w-24" />
  const known =
    listed ?? (former.data && { ...former.data, name: `${former.data.first_name} ${former.data.last_name}` })
  if (!known) return <None />
  return (
    <Link
      to="/$organization/residents/$resident"
      params={{ organization, resident: known.resident_id }}
      className="relative z-10 hover:text-accent hover:underline"
    >
      {known.name}
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
