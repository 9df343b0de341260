/** The plan of the organization and what its API tier includes. */
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from './me.ts'

export function usePlan() {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'plan'],
    queryFn: ({ signal }) => client.getPlan({}, { signal }),
    staleTime: 60_000,
  })
}
