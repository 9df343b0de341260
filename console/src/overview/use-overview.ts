/** The figures of today, cached for all parts of the page. */
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../session/me.ts'

export function useOverview() {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'overview'],
    queryFn: ({ signal }) => client.getOverview({}, { signal }),
  })
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
