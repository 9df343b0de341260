/** The rent roll of a day, cached for every page that shows it. */
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../session/me.ts'

/** The scope that covers every property. */
export const EVERYTHING = 'portfolio'
const STALE_MS = 60_000

export function useRentRoll(scope: string, day: string) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'rent roll', scope, day],
    queryFn: ({ signal }) => client.getRentRoll({ scope_id: scope, as_of_date: day }, { signal }),
    placeholderData: previous => previous,
    staleTime: STALE_MS,
  })
}
