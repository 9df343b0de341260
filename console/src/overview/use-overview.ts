/** The figures of today, cached for all parts of the page. */
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import type { Preload } from '../session/preload.ts'

export const overviewQuery = (organization: string) => ({
  queryKey: [organization, 'overview'],
  queryFn: ({ signal }: { signal: AbortSignal }) => clientOf(organization).getOverview({}, { signal }),
})

export const preloadOverview: Preload = ({ queries, organization }) =>
  queries.prefetchQuery(overviewQuery(organization))

export function useOverview() {
  return useQuery(overviewQuery(useOrganization().id))
}
