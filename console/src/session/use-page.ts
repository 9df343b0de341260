/** A page of a list of the service, the one the address asks for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOptions } from '#client/call.ts'
import type { Page } from '#client/pages.ts'
import type { Loaded } from '../kit/data-table.tsx'
import { PAGE_SIZE } from '../kit/pager.tsx'
import { useOrganization } from './me.ts'
import { useUrlSearch } from './url-search.ts'

export function usePage<Row, Filters extends object>(
  name: string,
  filters: Filters,
  list: (input: Filters & { limit: number; offset: number }, options: CallOptions) => Promise<Page<Row>>,
  { limit = PAGE_SIZE, isEnabled = true }: { limit?: number; isEnabled?: boolean } = {},
) {
  const { id } = useOrganization()
  const { search, change } = useUrlSearch()
  const offset = Math.max(0, Math.trunc(Number(search.offset ?? 0)) || 0)
  const query = useQuery({
    queryKey: [id, name, filters, limit, offset],
    queryFn: ({ signal }) => list({ ...filters, limit, offset }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const loaded: Loaded<Row> = {
    rows: query.data?.data,
    error: query.error,
    refetch: query.refetch,
    isStale: query.isPlaceholderData,
  }
  return {
    loaded,
    pagination: query.data?.pagination,
    move: (to: number) => change({ offset: to === 0 ? undefined : String(to) }),
  }
}
