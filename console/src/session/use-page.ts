/** A page of a list of the service, the one the address asks for, in the order it asks for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOptions } from '#client/call.ts'
import type { Page } from '#client/pages.ts'
import type { Loaded } from '../kit/data-table.tsx'
import { PAGE_SIZE } from '../kit/pager.tsx'
import { useOrganization } from './me.ts'
import { useUrlSearch } from './url-search.ts'
import { useSorting } from './use-sorting.ts'

export function usePage<Row, Filters extends object, Sort extends string = never>(
  name: string,
  filters: Filters,
  list: (
    input: Filters & { limit: number; offset: number; sort?: Sort | undefined },
    options: CallOptions,
  ) => Promise<Page<Row>>,
  {
    order,
    limit = PAGE_SIZE,
    isEnabled = true,
  }: {
    /** The list's own order, where it can be sorted. */
    order?: NoInfer<Sort>
    limit?: number
    isEnabled?: boolean
  } = {},
) {
  const { id } = useOrganization()
  const { search, change } = useUrlSearch()
  const { asked, sorting } = useSorting(order)
  // The service refuses a word it does not know, as it does with filters.
  const sort = order === undefined ? undefined : (asked as Sort | undefined)
  const offset = Math.max(0, Math.trunc(Number(search.offset ?? 0)) || 0)
  const query = useQuery({
    queryKey: [id, name, filters, sort, limit, offset],
    queryFn: ({ signal }) => list({ ...filters, sort, limit, offset }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const loaded: Loaded<Row> = {
    rows: query.data?.data,
    error: query.error,
    refetch: query.refetch,
    isPrevious: query.isPlaceholderData,
  }
  return {
    loaded,
    pagination: query.data?.pagination,
    sorting,
    move: (to: number) => change({ offset: to === 0 ? undefined : String(to) }),
  }
}
