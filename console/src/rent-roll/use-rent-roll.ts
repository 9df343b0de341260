/** The rent roll of a day, cached for every page that shows it. */
import { useQuery } from '@tanstack/react-query'
import type { Me, Overview } from '#client/console.ts'
import { isDay, todayIn } from '../kit/format.ts'
import { overviewQuery } from '../overview/use-overview.ts'
import { clientOf } from '../session/clients.ts'
import { meQuery, useOrganization } from '../session/me.ts'
import type { Preload } from '../session/preload.ts'

/** The scope that covers every property. */
export const EVERYTHING = 'portfolio'
const STALE_MS = 60_000
/** The largest number of units whose rent roll is read ahead; 10,000 units are 9 MB. */
const MAX_PRELOADED_UNITS = 500

const rentRollQuery = (organization: string, scope: string, day: string) => ({
  queryKey: [organization, 'rent roll', scope, day],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    clientOf(organization).getRentRoll({ scope_id: scope, as_of_date: day }, { signal }),
  staleTime: STALE_MS,
})

export function useRentRoll(scope: string, day: string) {
  return useQuery({ ...rentRollQuery(useOrganization().id, scope, day), placeholderData: previous => previous })
}

/** Starts to read the rent roll that a link leads to, if the overview has said that it is small. */
export const preloadRentRoll: Preload = ({ queries, organization, search }) => {
  const me = queries.getQueryData<Me>(meQuery.queryKey)
  const zone = me?.organizations.find(({ organization_id }) => organization_id === organization)?.time_zone
  const units = queries.getQueryData<Overview>(overviewQuery(organization).queryKey)?.units
  if (zone === undefined || units === undefined || units > MAX_PRELOADED_UNITS) return
  return queries.prefetchQuery(
    rentRollQuery(
      organization,
      search.scope_id ?? EVERYTHING,
      isDay(search.as_of_date) ? search.as_of_date : todayIn(zone),
    ),
  )
}
