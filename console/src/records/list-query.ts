/** What a list of the service is: how it is read, and which filters and orders the URL may contain. Its page and a link to that page read it the same way. */
import type { QueryClient } from '@tanstack/react-query'
import type { CallOptions } from '#client/call.ts'
import type { ExportListInput } from '#client/console.ts'
import type { Page } from '#client/pages.ts'
import { PAGE_SIZE } from '../kit/pager.tsx'
import { clientOf, type OrganizationClient } from '../session/clients.ts'
import { readNames } from '../session/names.ts'
import type { Preload } from '../session/preload.ts'
import type { Search } from '../session/url-search.ts'

export type Paging = { limit?: number | undefined; offset?: number | undefined; sort?: string | undefined }

export type ListOf<Row, Input extends Paging | undefined> = {
  /** The name under which the list is cached. */
  name: string
  /** The filters that the URL may contain. */
  by: readonly (keyof NonNullable<NoInfer<Input>> & string)[]
  read: (client: OrganizationClient) => (input: Input, options: CallOptions) => Promise<Page<Row>>
  /** The order the service uses unless another is requested; absent if the list cannot be sorted. */
  order?: NonNullable<NoInfer<Input>>['sort']
  /** Filters that apply unless the URL contains others. */
  unless?: Partial<NonNullable<NoInfer<Input>>>
  /** The records of a row whose names its cells show. The names are read with the rows, and not by cells that are there already. */
  named?(row: Row): (string | null)[]
  /** The name of the list in the service's CSV export. */
  csv?: ExportListInput['list']
}

/** Declares a list; the types of its rows and of its input follow from the call that reads it. */
export function listOf<Row, Input extends Paging | undefined>(list: ListOf<Row, Input>): ListOf<Row, Input> {
  return list
}

/** The page of a list that the URL requests. `given` is input that is not in the URL, such as the record the list belongs to. */
export function pageOf<Row, Input extends Paging | undefined>(
  { by, order, unless }: ListOf<Row, Input>,
  search: Search,
  given?: Partial<NonNullable<NoInfer<Input>>>,
): { filters: Partial<NonNullable<Input>>; sort: string | undefined; offset: number; input: Input } {
  const stated = by.filter(name => search[name] !== undefined)
  const filters = {
    ...unless,
    ...Object.fromEntries(stated.map(name => [name, search[name]])),
    ...given,
  } as Partial<NonNullable<Input>>
  const offset = Math.max(0, Math.trunc(Number(search.offset ?? 0)) || 0)
  const sort = order === undefined ? undefined : search.sort
  return { filters, sort, offset, input: { ...filters, sort, limit: PAGE_SIZE, offset } as Input }
}

export function listQuery<Row, Input extends Paging | undefined>(
  { name, read, named }: ListOf<Row, Input>,
  organization: string,
  input: Input,
) {
  return {
    queryKey: [organization, name, input],
    queryFn: async ({ signal, client: queries }: { signal: AbortSignal; client: QueryClient }) => {
      const page = await read(clientOf(organization))(input, { signal })
      if (named) await readNames(queries, organization, page.data.flatMap(named))
      return page
    },
  }
}

/** Starts to read the page of a list that a link leads to. */
export function preloadList<Row, Input extends Paging | undefined>(list: ListOf<Row, Input>): Preload {
  return ({ queries, organization, search }) =>
    queries.prefetchQuery(listQuery(list, organization, pageOf(list, search).input))
}
