/** Reads data of the organization by one call, and caches it under its key until something changes. */
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { pollingEvery } from '../kit/waits.ts'
import type { OrganizationClient } from './clients.ts'
import { useOrganization } from './me.ts'

export function useRead<Data>(
  key: readonly unknown[],
  read: (client: OrganizationClient, call: { signal: AbortSignal }) => Promise<Data>,
  { refetchInterval, ...options }: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'> = {},
) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, ...key],
    queryFn: ({ signal }) => read(client, { signal }),
    refetchInterval: pollingEvery(refetchInterval),
    ...options,
  })
}
