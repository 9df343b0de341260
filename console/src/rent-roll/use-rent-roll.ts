/** The rent roll of a day: read once by whichever page shows it first. */
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../session/me.ts'

/** Asks for every portfolio. */
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
