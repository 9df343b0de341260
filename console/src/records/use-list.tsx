/** A list of the service as the URL describes it, with its filters, its order and its page, so that any view can be bookmarked and shared. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Page } from '#client/pages.ts'
import type { Sorting } from '../kit/column-header.tsx'
import { isRefused, type Loaded, loadedBy } from '../kit/data-table.tsx'
import { lastPageOf, Pager } from '../kit/pager.tsx'
import { pollingEvery } from '../kit/waits.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useSorting } from '../session/use-sorting.ts'
import { type ListOf, listQuery, type Paging, pageOf } from './list-query.ts'
import { readList } from './read-list.ts'
import { useCsv } from './save-csv.tsx'

/** What a list shows: its rows, their order, the controls below them, and whether filters narrow it. */
export type List<Row> = {
  loaded: Loaded<Row>
  sorting?: Sorting
  footer?: ReactNode
  isFiltered?: boolean
  clear?: () => void
  total?: number | undefined
  /** Reads at most this many rows across all pages, with the filters applied. */
  readAll?: ReadAll<Row>
  /** The URL of the whole list as a CSV file, as it is filtered and sorted. */
  csv?: string | undefined
}

export type ReadAll<Row> = (most: number) => Promise<Row[]>

/** The filters in the URL, by name. The service refuses unknown values. */
export function useListFilters<Input>(names: readonly (keyof Input & string)[]) {
  const { search, change } = useUrlSearch()
  return {
    filters: Object.fromEntries(names.map(name => [name, search[name]])) as Partial<Input>,
    isFiltered: names.some(name => search[name] !== undefined),
    clear: () => change(Object.fromEntries(names.map(name => [name, undefined]))),
  }
}

/** Reads the page of `list` that the URL requests. */
export function useList<Row, Input extends Paging | undefined>(
  list: ListOf<Row, Input>,
  {
    given,
    isEnabled = true,
    pollMs,
    pollsWhile,
  }: {
    /** Input that does not come from the URL, such as the record the list belongs to. */
    given?: Partial<NonNullable<NoInfer<Input>>>
    isEnabled?: boolean
    /** How often the first page is read again while it is shown. */
    pollMs?: number
    /** Polls only while this holds for one of the rows. */
    pollsWhile?: (row: NoInfer<Row>) => boolean
  } = {},
): List<Row> & { total: number | undefined; readAll: ReadAll<Row> } {
  const { id, client } = useOrganization()
  const csvOf = useCsv()
  const { search, change } = useUrlSearch()
  const { sorting } = useSorting(list.order)
  const { filters, sort, offset, input } = pageOf(list, search, given)
  const query = useQuery({
    ...listQuery(list, id, input),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: pollingEvery(
      ({ state }: { state: { data: Page<Row> | undefined; error: unknown } }) =>
        offset === 0 && (!pollsWhile || state.data?.data.some(pollsWhile)) && pollMs,
    ),
  })
  // An order that a URL requests and the service does not know is cleared like a filter.
  const names = isRefused(query.error) ? [...list.by, 'sort' as const] : list.by
  const { isFiltered, clear } = useListFilters<NonNullable<Input>>(names)
  const pagination = query.data?.pagination
  // The rows of the last page may be gone, after a bulk action or on a URL from another day. Its page is then the last that has rows.
  const isPastEnd = pagination !== undefined && pagination.total > 0 && pagination.offset >= pagination.total
  const last = isPastEnd && !query.isPlaceholderData ? lastPageOf(pagination) : undefined
  const readAll: ReadAll<Row> = most => readList(page => list.read(client)({ ...input, ...page } as Input, {}), most)
  const move = (to: number, options = {}) => change({ offset: to === 0 ? undefined : String(to) }, options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page moves once for each page that is past the end
  useEffect(() => {
    if (last !== undefined) void move(last, { replace: true })
  }, [last])
  const loaded = loadedBy(query, query.data?.data)
  return {
    loaded: { ...loaded, isPrevious: loaded.isPrevious || isPastEnd },
    ...(list.order !== undefined && { sorting }),
    footer: <Pager pagination={pagination} onMove={move} />,
    total: pagination?.total,
    isFiltered,
    clear,
    readAll,
    csv: list.csv && csvOf(list.csv, { ...filters, sort }),
  }
}
