/**
 * A list of the service as the address states it, with its filters, its order and its page, so that any view can be bookmarked and
 * shared.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallOptions } from '#client/call.ts'
import type { ExportListInput } from '#client/console.ts'
import type { Page } from '#client/pages.ts'
import type { Sorting } from '../kit/column-header.tsx'
import { type Loaded, loadedBy } from '../kit/data-table.tsx'
import { PAGE_SIZE, Pager } from '../kit/pager.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useSorting } from '../session/use-sorting.ts'
import { type Reading, readList } from './read-list.ts'
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
  /** The address of the whole list as a CSV file, as it is filtered and sorted. */
  csv?: string | undefined
}

type ReadAll<Row> = (most: number, onProgress?: (read: number, total: number) => void) => Promise<Reading<Row>>

type Paging = { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined }

/** The filters that the address states, by name. The service refuses an unknown word. */
export function useListFilters<Input>(names: readonly (keyof Input & string)[]) {
  const { search, change } = useUrlSearch()
  return {
    filters: Object.fromEntries(names.map(name => [name, search[name]])) as Partial<Input>,
    isFiltered: names.some(name => search[name] !== undefined),
    clear: () => change(Object.fromEntries(names.map(name => [name, undefined]))),
  }
}

/** Reads `list` with the filters that `by` names, cached under `name`. */
export function useList<Row, Input extends Paging | undefined>(
  name: string,
  by: readonly (keyof NonNullable<Input> & string)[],
  list: (input: Input, options: CallOptions) => Promise<Page<Row>>,
  {
    order,
    given,
    isEnabled = true,
    pollMs,
    csv,
  }: {
    /** The order the service uses unless another is requested; absent if the list cannot be sorted. */
    order?: NonNullable<NoInfer<Input>>['sort']
    /** Input that does not come from the address, such as the record the list belongs to. */
    given?: Partial<NonNullable<NoInfer<Input>>>
    isEnabled?: boolean
    /** How often the first page is read again while it is shown. */
    pollMs?: number
    /** The name of the list in the service's CSV export. */
    csv?: ExportListInput['list']
  } = {},
): List<Row> & { total: number | undefined; readAll: ReadAll<Row> } {
  const { id } = useOrganization()
  const csvOf = useCsv()
  const { search, change } = useUrlSearch()
  const { asked, sorting } = useSorting(order)
  const { filters, isFiltered, clear } = useListFilters<NonNullable<Input>>(by)
  const offset = Math.max(0, Math.trunc(Number(search.offset ?? 0)) || 0)
  const sort = order === undefined ? undefined : asked
  const input = { ...filters, ...given, sort, limit: PAGE_SIZE, offset } as Input
  const query = useQuery({
    queryKey: [id, name, input],
    queryFn: ({ signal }) => list(input, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: pollMs !== undefined && offset === 0 && pollMs,
  })
  const pagination = query.data?.pagination
  const readAll: ReadAll<Row> = (most, onProgress) =>
    readList(page => list({ ...input, ...page } as Input, {}), most, onProgress)
  const move = (to: number) => change({ offset: to === 0 ? undefined : String(to) })
  return {
    loaded: loadedBy(query, query.data?.data),
    ...(order !== undefined && { sorting }),
    footer: <Pager pagination={pagination} onMove={move} />,
    total: pagination?.total,
    isFiltered,
    clear,
    readAll,
    csv: csv && csvOf(csv, { ...filters, ...given, sort }),
  }
}
