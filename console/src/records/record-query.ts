/** How a record is read by its ID. Its page and a link to that page read it the same way. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CallOptions } from '#client/call.ts'
import { clientOf, type OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import type { Preload } from '../session/preload.ts'

type Read<Data> = (client: OrganizationClient, id: string, options: CallOptions) => Promise<Data>

/** The record of `id` within an organization, cached under `name`. */
export function recordQuery<Data>(name: string, read: Read<Data>) {
  return (organization: string, id: string) => ({
    queryKey: [organization, name, id],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(clientOf(organization), id, { signal }),
  })
}

/** The record of the page, whose ID is the part of the path that `parameter` names. */
export function useRecord<Data>(queryOf: ReturnType<typeof recordQuery<Data>>, parameter: string) {
  const { [parameter]: id = '' } = useParams({ strict: false }) as Record<string, string>
  return { id, query: useQuery(queryOf(useOrganization().id, id)) }
}

/** Starts to read the record that a link leads to. */
export function preloadRecord<Data>(query: ReturnType<typeof recordQuery<Data>>): Preload {
  return ({ queries, organization, record }) => queries.prefetchQuery(query(organization, record))
}
