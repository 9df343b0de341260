/** Failed calls in groups: what goes wrong most, and one call of each to look at. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Failure } from '#client/console.ts'
import { ABOVE_ROW, type Column, DataTable, loadedBy, ROW_LINK } from '../kit/data-table.tsx'
import { number } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Ago } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useSorted } from '../session/use-sorting.ts'
import { HttpStatus, Route } from './call-parts.tsx'
import { useWindow, WindowChoice } from './window.tsx'

const REFRESH_MS = 5_000

export function FailuresPage() {
  const { id, client } = useOrganization()
  const window = useWindow()
  const query = useQuery({
    queryKey: [id, 'failures', window],
    queryFn: ({ signal }) => client.listFailures({ window }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { rows, sorting } = useSorted(query.data?.data, SORTS, '-calls')
  return (
    <Page title="Failed calls" about="Calls answered 400 and higher, by endpoint and error." actions={<WindowChoice />}>
      <Card flush>
        <DataTable
          label="Failed calls"
          columns={COLUMNS}
          loaded={loadedBy(query, rows)}
          sorting={sorting}
          keyOf={({ method, route, error, status }) => `${method} ${route} ${error} ${status}`}
          empty={<Empty title="No call failed in this time">Look at a longer one, or be glad.</Empty>}
        />
      </Card>
    </Page>
  )
}

const SORTS = {
  status: (failure: Failure) => failure.status,
  route: ({ method, route }: Failure) => `${route ?? ''} ${method}`,
  error: (failure: Failure) => failure.error,
  calls: (failure: Failure) => failure.calls,
  last: (failure: Failure) => failure.last_seen_at,
}

const COLUMNS: Column<Failure, keyof typeof SORTS>[] = [
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <HttpStatus status={row.original.status} />,
  },
  { id: 'route', header: 'Endpoint', meta: { sort: 'route' }, cell: ({ row }) => <GroupLink failure={row.original} /> },
  {
    id: 'error',
    header: 'Error',
    meta: { sort: 'error', from: 'sm' },
    cell: ({ row: { original } }) =>
      original.error ? <code className="font-mono text-[12px]">{original.error}</code> : <None />,
  },
  {
    id: 'calls',
    header: 'Calls',
    meta: { sort: 'calls', align: 'end' },
    cell: ({ row }) => number(row.original.calls),
  },
  {
    id: 'last',
    header: 'Last',
    meta: { sort: 'last', from: 'sm' },
    cell: ({ row }) => <Ago at={row.original.last_seen_at} />,
  },
  { id: 'sample', header: 'One of them', meta: { from: 'md' }, cell: ({ row }) => <Sample failure={row.original} /> },
]

/** To the calls themselves; of no known route there is nothing to filter by but the status. */
function GroupLink({ failure: { method, route, status } }: { failure: Failure }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/developers/traffic"
      params={{ organization: id }}
      search={{ route: route ?? undefined, method: route ? method : undefined, status: String(status) }}
      className={ROW_LINK}
    >
      <Route method={method} route={route} />
    </Link>
  )
}

function Sample({ failure: { sample_request_id } }: { failure: Failure }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/developers/traffic/$call"
      params={{ organization: id, call: sample_request_id }}
      className={`${ABOVE_ROW} font-mono text-[12px] text-accent hover:underline`}
    >
      …{sample_request_id.slice(-8)}
    </Link>
  )
}
